"""A pair that keytally.toml states and that cannot be used is not another pair made from names."""

from pathlib import Path

import pytest

from keytally.project.discovery import discover, discover_around


@pytest.mark.parametrize(
    "entry",
    [
        'task = "named_entity"\nkey = "gone"\nresponses = ["response"]',
        'task = "named_entity"\nkey = "gone"\nresponses = ["resp*"]',
        'task = "named_entity"\nkey = "key"\nresponses = ["response"]\nconfig = "gone"',
        'task = "no-such-task"\nkey = "key"\nresponses = ["response"]',
        'task = "named_entity"\nresponses = ["response"]',
    ],
)
def test_a_stated_pair_that_fails_is_not_paired_by_names(tmp_path: Path, entry: str) -> None:
    for name in ("key", "response"):
        (tmp_path / name).write_text('<DOC>\n<DOCNO>1</DOCNO>\n<ENAMEX TYPE="PERSON">A</ENAMEX>\n</DOC>\n')
    assert [pair.response.name for pair in discover(tmp_path).pairs] == ["response"]
    (tmp_path / "keytally.toml").write_text(f"[[pair]]\n{entry}\n")
    found = discover(tmp_path)
    assert found.pairs == ()
    assert [finding for findings in found.findings.values() for finding in findings]
    assert discover_around(tmp_path, tmp_path).pairs == ()


def test_a_response_that_only_a_pattern_of_a_sound_entry_misses_is_paired_by_names(tmp_path: Path) -> None:
    for name in ("key", "response", "a.key.sgml", "a.response.sgml"):
        (tmp_path / name).write_text('<DOC>\n<DOCNO>1</DOCNO>\n<ENAMEX TYPE="PERSON">A</ENAMEX>\n</DOC>\n')
    entry = '[[pair]]\ntask = "named_entity"\nkey = "a.key.sgml"\nresponses = ["a.resp*"]\n'
    (tmp_path / "keytally.toml").write_text(entry)
    assert [pair.response.name for pair in discover(tmp_path).pairs] == ["a.response.sgml", "response"]
