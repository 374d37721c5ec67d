"""Which scheme labels tell."""

from collections.abc import Iterable, Iterator, Sequence

from keytally.evaluations.columns.formats.labels import label_of
from keytally.evaluations.columns.model import OUTSIDE, Scheme

_OPEN = "open I"


def told_scheme(sentences: Iterable[Sequence[str]]) -> Scheme | None:
    """The scheme that the labels of sentences tell; None where there is no entity.

    E or S tell IOBES, L or U tell BILOU. An entity that begins with I tells IOB1 if a B stands somewhere,
    else IO; where all begin with B it is IOB2.
    """
    seen = {each for labels in sentences for each in _opened(labels)}
    if not seen:
        return None
    if seen & {"E", "S"}:
        return Scheme.IOBES
    if seen & {"L", "U"}:
        return Scheme.BILOU
    if _OPEN not in seen:
        return Scheme.IOB2
    return Scheme.IOB1 if "B" in seen else Scheme.IO


def _opened(labels: Sequence[str]) -> Iterator[str]:
    """The prefixes of a sentence; `open I` for one that begins an entity."""
    before = OUTSIDE
    for text in labels:
        prefix = label_of(text).prefix
        if prefix != OUTSIDE:
            yield _OPEN if prefix == "I" and before == OUTSIDE else prefix
        before = prefix
