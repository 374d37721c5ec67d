"""Defects planted into the BNFs of the corpora: each is one finding at its place."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.corpora.conftest import Find
from tests.corpora.planting import Plant, plant

pytestmark = pytest.mark.corpora

PLANTS = [
    Plant("bnf-syntax", "a cardinality lost", r"(?<=\t)(COMMENT:)(\s+\" \")-", r"‹\1›\2"),
    Plant("bnf-syntax", "a definition lost", r"(?<=\t)(COMMENT:)\s+\" \"-", r"‹\1›"),
    Plant("bnf-syntax", "a quote lost", r"(\"NAME)\"([-*^])", r"‹\1\2›"),
    Plant("bnf-syntax", "a bracket of a set lost", r"(OBJ_STATUS:\s+)(\{[^}]*)\}-", r"\1‹\2-›"),
    Plant("bnf-syntax", "a bracket too many", r"(OBJ_STATUS:\s+\{[^}]*\})-", r"\1‹}›-"),
    Plant("bnf-syntax", "an empty value", r"(OBJ_STATUS:\s+\{OPTIONAL)(?=[,}])", r"\1,‹ ›"),
    Plant("bnf-syntax", "a slot twice", r"(?<=\t)(COMMENT:)(\s+\" \"-\n)", "\\1\\2\t‹COMMENT:›\\2"),
    Plant("bnf-syntax", "a class twice", r"(<(?:PERSON|LOCATION|HUM_TGT)> :=)(\n)", "\\1\\2‹\\1›\\2"),
    Plant("bnf-syntax", "a set twice", r"(\w+ ::)(\s+\{[^}]*\}\s*)\Z", "\\1\\2‹\\1›\\2"),
    Plant("undefined-set", "misspelt", r"(\{\{)([A-Z]+_?[A-Z]*)(\}\})", r"\1‹\2X›\3"),
    Plant("undefined-set", "of another task", r"(\{\{)([A-Z]+_?[A-Z]*)(\}\})", r"\1‹COLOURS›\3"),
]


def whole(text: str) -> list[str]:
    """A BNF is one document."""
    return ["", text]


@pytest.mark.parametrize("planted", PLANTS, ids=str)
@pytest.mark.parametrize("corpus", ["te", "tr", "st"])
def test_one_defect_is_one_finding(
    corpus: str, planted: Plant, copied: Callable[..., Path], find: Find
) -> None:
    file = copied(corpus, "bnf") / "bnf"
    text = file.read_bytes().decode()
    assert find(file) == []
    made = plant(text, [planted], Random(7), whole)
    file.write_bytes(made.text.encode())
    assert find(file) == made.expected
