"""Files of columns made by tests: sentences of labels, with tokens that are numbered."""

from collections.abc import Sequence

from hypothesis import strategies as st

from keytally.families.columns.labels import PREFIXES

TYPES = ("PER", "LOC", "A-B")


def written(sentences: Sequence[Sequence[str]]) -> str:
    """A file with these labels."""
    return "\n".join("".join(f"w{at}\t{label}\n" for at, label in enumerate(each)) for each in sentences)


def labels(prefixes: str = PREFIXES) -> st.SearchStrategy[str]:
    """A label with one of these prefixes, or O."""
    return st.sampled_from(["O", "O", *(f"{prefix}-{name}" for prefix in prefixes for name in TYPES)])


def pairs(prefixes: str = PREFIXES) -> st.SearchStrategy[list[tuple[list[str], list[str]]]]:
    """Sentences with the labels of two sides, which are of one length."""
    both = st.lists(st.tuples(labels(prefixes), labels(prefixes)), min_size=1, max_size=7)
    sides = both.map(lambda rows: ([mine for mine, _ in rows], [its for _, its in rows]))
    return st.lists(sides, min_size=1, max_size=5)
