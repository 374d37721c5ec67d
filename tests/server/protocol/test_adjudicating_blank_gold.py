"""Decisions in a gold that holds a line end alone, which is what Neovim tells of an empty file."""

import shutil
from pathlib import Path

import pytest

from tests.server.adjudicator import Adjudicator
from tests.server.protocol.test_adjudicating import ACME, workspace

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize(("blank", "end"), [("", "\n"), ("\n", "\n"), ("\r\n", "\r\n")])
def test_an_object_is_the_first_thing_in_a_blank_gold(tmp_path: Path, blank: str, end: str) -> None:
    two = ACME + "\n" + ACME.replace("-1-1", "-2-1")
    gold = workspace(tmp_path, "template_element", "gold.tmpl", {"anna": two, "ben": two})
    gold.write_bytes(blank.encode())
    person = Adjudicator(gold, "muc-template", blank)
    lines = person.take("agreed.file").splitlines(keepends=True)
    said = [line.replace("\n", end) for line in two.splitlines(keepends=True) if line.strip()]
    assert [line for line in lines if line.strip()] == said
    assert lines[0].strip() and lines[-1].strip()


@pytest.mark.parametrize("blank", ["", "\n"])
def test_records_are_added_to_a_blank_gold(tmp_path: Path, blank: str) -> None:
    """Both documents are added under the annotators' names, and what is open is placed in its own line."""
    gold = Path(shutil.copytree(EXAMPLES / "adjudication_records", tmp_path / "w")) / "gold.jsonl"
    gold.write_text(blank)
    person = Adjudicator(gold, "records", blank)
    lines = person.take("agreed.file").splitlines()
    assert [line[:14] for line in lines] == ['{"id": "r-201"', '{"id": "r-202"']
    price = person.titles("\n{")["1"]
    assert price == '1: Take "2.8" (anna, cleo)'
