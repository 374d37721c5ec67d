"""Chains of CoNLL-2012 have names as other scorers read them: numbers and words."""

import pytest

from keytally.families.conll.reading import document_of

ROWS = "#begin document (a); part 000\na\t0\t0\tIvo\t{}\na\t0\t1\tsaw\t-\na\t0\t2\thim\t{}\n\n#end document\n"


@pytest.mark.parametrize("name", ["e1", "12", "bridge-3", "a.b:c", "\u00e9t\u00e9", "_"])
def test_a_name_may_be_a_word(name: str) -> None:
    read = document_of(ROWS.format(f"({name}", f"{name})|({name})"))
    assert not read.defects
    assert [(chain.name, len(chain.mentions)) for chain in read.chains] == [(name, 2)]


@pytest.mark.parametrize("cell", ["(V*)", "(ARG0*", "*)", "()", "(", "(e1*)", "(-)", "x"])
def test_other_cells_are_no_brackets(cell: str) -> None:
    read = document_of(ROWS.format("(1)", cell))
    assert [chain.name for chain in read.chains] == ["1"]
    assert [each.text for each in read.defects] == [cell]
