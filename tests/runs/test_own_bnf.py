"""A pair with a BNF of its own and no configuration: scored, checked and listed by what the BNF says."""

from pathlib import Path
from unittest.mock import patch

import pytest

import keytally
from keytally.commands.bnf import configuration_from, read_bnf_file
from keytally.commands.main import main
from keytally.runs.files import KeytallyError

BNF = '<CLUB> :=\n\tHEAD: <PERSON>-\n\tPLACE: "NAME"*\n<PERSON> :=\n\tNAME: "NAME"^\n'
KEY = '<PERSON-1-1> :=\n\tNAME: "Ann"\n<CLUB-1-1> :=\n\tHEAD: <PERSON-1-1>\n\tPLACE: "Ulm"\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a key, a response and a BNF that belong together by their names."""
    for name, text in (("key", KEY), ("response", KEY.replace("Ulm", "Bonn")), ("bnf", BNF)):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_knows_the_classes_of_the_bnf(folder: Path) -> None:
    assert keytally.check("key", "response") == []
    (folder / "bnf").write_text(BNF.replace("PLACE", "TOWN"))
    assert {found.rule.name for found in keytally.check("key")} == {"unknown-slot"}


def test_score_is_that_of_the_configuration_that_init_prints(folder: Path) -> None:
    result = keytally.score("key", "response")
    (folder / "ours").write_text(configuration_from(read_bnf_file("bnf"), None, "key", "response"))
    by_hand = keytally.score("key", "response", config="ours")
    assert (result.signature, result.totals) == (by_hand.signature, by_hand.totals)
    assert (result.totals["cor"], result.totals["inc"]) == (2, 1)
    assert result.warnings == (
        "no configuration is specified; using the output of keytally init --bnf bnf --task template_relation",
    )
    assert by_hand.warnings == ()


def test_options_come_after_what_the_bnf_gives(folder: Path) -> None:
    result = keytally.score("key", "response", options={"premodifiers": ["the", "our"]})
    assert "premodifiers:the,our" in result.signature
    assert len(result.warnings) == 1


def test_a_configuration_that_is_named_counts(folder: Path) -> None:
    assert keytally.score("key", "response", config="muc7-tr").totals["pos"] == 0


def test_a_score_by_a_named_configuration_parses_no_bnf() -> None:
    folder = Path(__file__).parents[2] / "examples" / "template_element"
    with patch("keytally.families.muc.bnf.parse_bnf") as parse:
        result = keytally.score(folder / "key.tmpl", folder / "response.tmpl")
    assert result.totals["pos"]
    parse.assert_not_called()


def test_a_bnf_that_gives_none_is_one_line(folder: Path) -> None:
    (folder / "bnf").write_text("<CLUB> :=\n\tHEAD: <PERSON>-\n<PERSON> :=\n\tCLUB: <CLUB>-\n")
    with pytest.raises(
        KeytallyError, match=r"^cannot generate a configuration from the BNF: .*cycle"
    ) as raised:
        keytally.score("key", "response")
    assert len(raised.value.problems) == 1


def test_pairs_tells_what_the_configuration_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pairs"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "template_relation",
        "  key       key",
        "  response  response",
        "  bnf       bnf",
        "  config    generated from the BNF, like the output of keytally init --bnf",
        "  found by  file names",
    ]
    (folder / "bnf").write_text("<CLUB> :=\n\tHEAD: <CLUB>-\n")
    assert main(["pairs"]) == 0
    assert "  config " not in capsys.readouterr().out


def test_reports_are_not_written_over_the_bnf(folder: Path) -> None:
    result = keytally.score("key", "response", options={"score_report_file": "bnf"})
    with pytest.raises(KeytallyError, match="bnf"):
        result.write_reports(folder)
    assert (folder / "bnf").read_text() == BNF
