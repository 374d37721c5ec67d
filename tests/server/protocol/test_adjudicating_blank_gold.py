"""Decisions in a gold that holds a line end alone, which is what Neovim tells of an empty file."""

from pathlib import Path

import pytest

from tests.server.adjudicator import Adjudicator
from tests.server.protocol.test_adjudicating import ACME, workspace


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
