"""Files of CoNLL-2012 made by tests: documents of numbered tokens with chains of mentions."""

from collections.abc import Sequence

from hypothesis import strategies as st

TOKENS = 7

Mention = tuple[int, int, int]
"""The name of a mention's chain, its first and its last token."""


def written(mentions: Sequence[Mention], name: str = "a", tokens: int = TOKENS) -> str:
    """A document with these mentions."""
    cells: list[list[str]] = [[] for _ in range(tokens)]
    for chain, first, last in mentions:
        if first == last:
            cells[first].append(f"({chain})")
        else:
            cells[first].append(f"({chain}")
            cells[last].append(f"{chain})")
    rows = (f"{name}\t0\t{at}\tw{at}\t{'|'.join(cell) or '-'}\n" for at, cell in enumerate(cells))
    return f"#begin document ({name}); part 000\n{''.join(rows)}\n#end document\n"


def mentions(*, repeated: bool = False) -> st.SearchStrategy[list[Mention]]:
    """Some mentions of one document; with `repeated` some may have the same words."""
    spans = st.tuples(st.integers(0, TOKENS - 1), st.integers(0, 2))
    one = st.tuples(st.integers(1, 4), spans).map(
        lambda each: (each[0], each[1][0], min(TOKENS - 1, sum(each[1])))
    )
    return st.lists(one, max_size=9, unique_by=None if repeated else lambda each: each[1:])
