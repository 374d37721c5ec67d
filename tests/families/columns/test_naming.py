"""Columns are told from their names, and from their labels, also where a line has none."""

from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.families.columns.rules import in_one
from keytally.project.conventions import configuration_of, task_by_name, task_of

KEY = "EU B-ORG\nrejects O\nGerman B-MISC\ncall O\n\nPeter B-PER\nBlackburn I-PER\n"


@pytest.mark.parametrize(
    ("there", "written"),
    [
        ("call O", "call"),
        ("call O", "call o"),
        ("call O", "call X O"),
        ("call O", "call -"),
        ("B-MISC", "MISC-B"),
    ],
)
def test_one_odd_line_hides_no_columns(there: str, written: str) -> None:
    text = KEY.replace(there, written)
    assert task_of(text) == "entities"
    assert configuration_of("entities", text) == configuration_of("entities", KEY)
    assert in_one("entities", text) is None


@pytest.mark.parametrize(
    "text",
    [
        "EU B-ORG\nrejects\n",
        "EU NNP\nrejects VBZ\nGerman JJ\ncall NN\nPeter B-PER\n",
        "a day in the life of O\nwas long\nand ended\n",
        "vitamin B-12\nis found in meat\nand in milk\n",
        "O\nO\nO\n",
    ],
)
def test_other_lines_are_no_columns(text: str) -> None:
    assert task_of(text) is None


@pytest.mark.parametrize("name", ["a.bio", "A.key.IOB2", "key.bilou"])
def test_an_extension_tells_the_format_of_any_lines(name: str) -> None:
    assert task_by_name(name) == "entities"
    assert task_by_name("a.txt") is None


def test_files_that_only_their_extension_tells_are_scored_paired_and_converted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Most labels of the key are none: its lines tell nothing."""
    monkeypatch.chdir(tmp_path)
    Path("a.key.bio").write_text("Ida b-PER\nBo b-PER\nsaw x\nAnn B-PER\n", encoding="utf-8")
    Path("a.response.bio").write_text("Ida B-PER\nBo B-PER\nsaw O\nAnn B-PER\n", encoding="utf-8")
    assert keytally.score("a.key.bio", "a.response.bio").task == "entities"
    assert main(["pairs", "."]) == 0
    assert capsys.readouterr().out.startswith("entities\n")
    assert main(["convert", "a.key.bio", "--to", "doccano"]) == 0


@pytest.mark.parametrize("name", ["lone.bio", "lone.key.bio"])
def test_a_file_without_a_partner_tells_its_own_scheme(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("a B-P\nb E-P\nc O\nd S-P\ne O\nf E-P\n", encoding="utf-8")
    (found,) = keytally.check(tmp_path / name)
    assert (found.rule.name, found.start.line) == ("columns-transition", 6)


def test_a_response_without_its_key_tells_no_scheme(tmp_path: Path) -> None:
    (tmp_path / "lone.response.bio").write_text("a I-P\nb O\nc B-P\nd B-P\n", encoding="utf-8")
    assert not keytally.check(tmp_path / "lone.response.bio")
