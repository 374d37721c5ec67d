"""A large pair whose documents several processes share."""

from pathlib import Path

import pytest

from keytally.commands.main import main


def test_a_large_pair_of_a_project_is_scored_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is printed is what one process prints."""
    text = "".join(
        f'<DOC>\n<DOCNO>{number}</DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</TXT>\n</DOC>\n'
        for number in range(300)
    )
    (tmp_path / "key").write_text(text, encoding="utf-8")
    (tmp_path / "response").write_text(text.replace("PERSON", "LOCATION", 100), encoding="utf-8")
    toml = '[[pair]]\ntask = "named_entity"\nkey = "key"\nresponses = ["response"]\n'
    (tmp_path / "keytally.toml").write_text(toml, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["score"]) == 0
    printed = capsys.readouterr()
    monkeypatch.setattr("keytally.runs.project.LARGE", 0)
    assert main(["score", "-j", "2"]) == 0
    assert capsys.readouterr() == printed
