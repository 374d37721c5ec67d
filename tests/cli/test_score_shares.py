"""How large the ranges of a pair are that several processes share."""

from itertools import pairwise
from pathlib import Path

import pytest

from keytally.cli import score_shares
from keytally.cli.main import main
from keytally.cli.score_shares import LEAST, cuts


@pytest.mark.parametrize("processes", [2, 3, 8, 100])
def test_ranges_become_smaller_until_so_many_make_up_a_share(processes: int) -> None:
    ends = [0, *cuts(processes), 1]
    sizes = [end - start for start, end in pairwise(ends)]
    assert sizes[0] == pytest.approx(1 / (2 * processes))
    assert all(later <= earlier * 1.0001 for earlier, later in pairwise(sizes[:-1]))
    assert max(sizes[-2:]) <= 1.5001 / (LEAST * processes)
    assert min(sizes) >= 0.4999 / (LEAST * processes)


def test_two_processes_have_few_ranges() -> None:
    assert len(cuts(2)) + 1 <= 16


def test_a_large_pair_of_a_project_is_scored_in_ranges(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what is shared otherwise needs the documents one by one."""
    text = "".join(
        f'<DOC>\n<DOCNO>{number}</DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</TXT>\n</DOC>\n'
        for number in range(300)
    )
    for name in ("key", "response"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    toml = '[[pair]]\ntask = "named_entity"\nkey = "key"\nresponses = ["response"]\n'
    (tmp_path / "keytally.toml").write_text(toml, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("keytally.batch.project.LARGE", 0)

    def never(*_: object) -> None:
        raise AssertionError("the pair was cut document by document")

    monkeypatch.setattr(score_shares, "shares_in_all", never)
    assert main(["score", "-j", "2"]) == 0
    assert capsys.readouterr() == ("key  response  named_entity  P&R  100.00\n", "")
