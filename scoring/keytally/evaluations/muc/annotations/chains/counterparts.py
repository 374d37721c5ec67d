"""Which mentions of two files are about the same thing: the scorer's alignment, made symmetric.

The scorer's rule about MIN asks more of a key than of a response. So each file is the key once. Of the
pairs that one of the two alignments has, those with the largest shares of common text count first, and each
mention is in one pair.
"""

from collections.abc import Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.muc.annotations.chains.mentions import Said
from keytally.evaluations.muc.formats.sgml.mention_attributes import MentionAttributes
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.scoring.coreference.alignment import align
from keytally.measures.nearest_pairs import Pair, Stretch, nearest_pairs


def counterparts(
    first: Sequence[Annotation], second: Sequence[Annotation], syntax: SgmlSyntax, exact: bool
) -> list[Pair]:
    """The pairs of mentions, in order; with `exact` only those of equal places.

    Documents that bear one number are compared in their order.
    """
    pairs: list[Pair] = []
    sides = _by_unit(first), _by_unit(second)
    for number in sorted(sides[0].keys() & sides[1].keys()):
        one, other = (_Side(side[number], syntax) for side in sides)
        pairs += [(one.indices[i], other.indices[j]) for i, j in _pairs(one, other, exact)]
    return sorted(pairs)


class _Side:
    """The mentions of one document of a file (keytally.evaluations.muc.scoring.coreference.alignment)."""

    def __init__(self, listed: Sequence[tuple[int, Annotation]], syntax: SgmlSyntax) -> None:
        quote = syntax.quote_char
        said = [Said.in_value(each.value, syntax) for _, each in listed]
        self.indices = [index for index, _ in listed]
        self.spans = [_span(each) for _, each in listed]
        self.attributes = [MentionAttributes(minimum=each.minimum.replace(quote, '"')) for each in said]
        self.with_head = [mention for mention, each in enumerate(self.attributes) if each.minimum]
        self._unit: SgmlUnit = listed[0][1].unit

    @property
    def stripped(self) -> str:
        """The document's text without its task tags."""
        return self._unit.stripped()


def _by_unit(listed: Sequence[Annotation]) -> dict[int | str, list[tuple[int, Annotation]]]:
    found: dict[int | str, list[tuple[int, Annotation]]] = {}
    for index, each in enumerate(listed):
        found.setdefault(each.place[0], []).append((index, each))
    return found


def _span(mention: Annotation) -> Stretch:
    _, start, end = mention.place
    return int(start), -int(end)


def _pairs(one: _Side, other: _Side, exact: bool) -> list[Pair]:
    """The pairs of both alignments, the nearest first, each mention once."""
    said = {(i, j) for i, j in enumerate(align(one, other, exact)[0]) if j is not None}
    said |= {(i, j) for j, i in enumerate(align(other, one, exact)[0]) if i is not None}
    return nearest_pairs(said, one.spans, other.spans)
