"""Which scheme labels tell."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from keytally.evaluations.columns.formats.labels import label_of
from keytally.evaluations.columns.model import OUTSIDE, Scheme

_OPEN_I, _OPEN_B, _NEXT_B = "I", "B", "next B"
"""An I or a B that begins an entity, and a B right behind an entity of its type."""


def told_scheme(sentences: Iterable[Sequence[str]]) -> Scheme | None:
    """The scheme that the labels of sentences tell, a few faulty ones aside; None where there is no entity.

    At least half of the entities end with E or S in IOBES, with L or U in BILOU. Else it is IO without a B.
    In IOB2 more of the entities that do not stand right behind one of their type begin with B than with I.
    """
    seen = Counter(each for labels in sentences for each in _told(labels))
    if not seen:
        return None
    begun = sum(seen[each] for each in (_OPEN_I, _OPEN_B, _NEXT_B, "S", "U"))
    closed = {Scheme.IOBES: seen["E"] + seen["S"], Scheme.BILOU: seen["L"] + seen["U"]}
    likely = max(closed, key=closed.__getitem__)
    if 2 * closed[likely] >= max(begun, 1):
        return likely
    if not seen[_OPEN_B] + seen[_NEXT_B]:
        return Scheme.IO
    return Scheme.IOB2 if seen[_OPEN_B] > seen[_OPEN_I] or not seen[_OPEN_I] else Scheme.IOB1


def _told(labels: Sequence[str]) -> Iterator[str]:
    """What the labels of a sentence tell: each prefix but the I within an entity."""
    before = label_of(OUTSIDE)
    for text in labels:
        label = label_of(text)
        goes_on = before.prefix != OUTSIDE and before.type == label.type
        if label.prefix == "B" and goes_on:
            yield _NEXT_B
        elif label.prefix not in ("I", OUTSIDE) or (label.prefix == "I" and not goes_on):
            yield label.prefix
        before = label
