"""Columns are told from their labels, also where a line has none."""

import pytest

from keytally.evaluations.columns.naming.content import in_one
from keytally.project.conventions import configuration_of, task_of

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
