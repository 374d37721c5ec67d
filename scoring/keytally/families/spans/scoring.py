"""Comparison of a document's spans: alignment, and counts in the four schemas of SemEval-2013."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from keytally.families.interchange import Entity
from keytally.families.span_counts import Schema, SchemaCounts, SpanCounts, summed
from keytally.families.spans.nesting import Nesting, nesting_of
from keytally.families.spans.one_text import OneText, Side
from keytally.families.spans.placed import PlacedEntity
from keytally.families.spans.reading import SpansUnit
from keytally.measures.assignment import best_assignment
from keytally.tallies.tally import PrecisionRecall

if TYPE_CHECKING:
    from keytally.families.spans.programs import ProgramDocument

# Segura-Bedmar, Martínez and Herrero-Zazo 2013, "SemEval-2013 Task 9", section 4: `strict` asks for span and
# type, `exact` for the span, `partial` gives half for an overlap, `type` asks for the type of spans that
# overlap. Spans may be nested, cross each other, have gaps and occur twice. Pairs are therefore chosen among
# all overlapping spans: most correct pairs, then most other pairs, then the smallest distance of boundaries.


Spans = Sequence[Entity]


def overlaps(one: Entity, other: Entity) -> bool:
    """Return whether two spans share a character; an empty span overlaps only with itself."""
    return one.extents == other.extents or any(
        start < its_end and its_start < end
        for start, end in one.extents
        for its_start, its_end in other.extents
    )


def is_strict(key: Entity, response: Entity) -> bool:
    """Return whether extents, type and attributes are equal."""
    return key == response


def is_exact(key: Entity, response: Entity) -> bool:
    """Return whether the extents are equal."""
    return key.extents == response.extents


def is_typed(key: Entity, response: Entity) -> bool:
    """Return whether type and attributes are equal."""
    return key.type == response.type and key.attributes == response.attributes


CORRECT: Mapping[Schema, Callable[[Entity, Entity], bool]] = {
    Schema.STRICT: is_strict,
    Schema.EXACT: is_exact,
    Schema.PARTIAL: is_exact,
    Schema.TYPE: is_typed,
}


class Group(NamedTuple):
    """The numbers of spans on both sides that are connected by overlaps."""

    key: Sequence[int]
    response: Sequence[int]


def groups(key: Spans, response: Spans) -> Iterator[Group]:
    """Yield the groups of overlapping spans of both sides, in text order."""
    both = [(each.start, each.end, 0, number) for number, each in enumerate(key)]
    both += [(each.start, each.end, 1, number) for number, each in enumerate(response)]
    both.sort()
    sides: tuple[list[int], list[int]] = ([], [])
    reach = last = -1
    for start, end, side, number in both:
        # Equal empty spans touch: they start where the last one does.
        if start >= reach and start > last and (sides[0] or sides[1]):
            yield Group(*sides)
            sides = ([], [])
        sides[side].append(number)
        last = start
        reach = max(reach, end)
    if both:
        yield Group(*sides)


def align(key: Spans, response: Spans, schema: Schema) -> list[int | None]:
    """Return, for each span of the key, the number of its partner in the response, or None."""
    partners: list[int | None] = [None] * len(key)
    for group in groups(key, response):
        for mine, other in _pairs(key, response, group, schema):
            partners[mine] = other
    return partners


def _pairs(key: Spans, response: Spans, group: Group, schema: Schema) -> Iterator[tuple[int, int]]:
    """Yield the best pairs of a group: the most correct pairs, then the most pairs, then the smallest
    distances.
    """
    if not group.key or not group.response:
        return
    if len(group.key) == len(group.response) == 1:
        if overlaps(key[group.key[0]], response[group.response[0]]):
            yield group.key[0], group.response[0]
        return
    is_correct = CORRECT[schema]
    most = min(len(group.key), len(group.response)) + 1
    spans = [key[each] for each in group.key] + [response[each] for each in group.response]
    width = max(each.end for each in spans) - min(each.start for each in spans)
    pair = 2 * (width + 1) * most
    correct = pair * most
    worths = [
        {
            at: pair
            - _distance(key[row], response[column])
            + correct * is_correct(key[row], response[column])
            for at, column in enumerate(group.response)
            if overlaps(key[row], response[column])
        }
        for row in group.key
    ]
    for row, at in zip(group.key, best_assignment(worths), strict=True):
        if at is not None and overlaps(key[row], response[group.response[at]]):
            yield row, group.response[at]


def _distance(key: Entity, response: Entity) -> int:
    """Return the sum of the distances between the starts and between the ends of two spans, in code
    points.
    """
    return abs(key.start - response.start) + abs(key.end - response.end)


class SpansScore:
    """A compared document: its units, both sides with offsets in one text, the spans of both sides, and
    the counts.
    """

    __slots__ = ("_nesting", "counts", "document", "key", "key_units", "response", "response_units", "texts")

    def __init__(
        self,
        document: str,
        units: tuple[Sequence[SpansUnit], Sequence[SpansUnit]],
        texts: OneText,
        sides: tuple[Spans, Spans],
        counts: SpanCounts,
    ) -> None:
        self.document = document
        self.key_units, self.response_units = units
        self.texts = texts
        self.key, self.response = sides
        self.counts = counts
        self._nesting: Nesting | None = None

    @property
    def nesting(self) -> Nesting:
        """Return the scores by nesting level."""
        if self._nesting is None:
            partners = enumerate(align(self.key, self.response, Schema.STRICT))
            pairs = [(mine, other) for mine, other in partners if other is not None]
            # Plain values of Python have no units, and nothing in them is unread.
            is_plain = not (self.key_units or self.response_units)
            is_read = _is_read(self.response_units) if self.key_units else True if is_plain else None
            self._nesting = nesting_of(self.document, self.key, self.response, pairs, is_read=is_read)
        return self._nesting

    def in_program(self, *, is_flat: bool) -> "ProgramDocument":
        """Return the counts of annotations-evaluate."""
        from keytally.families.spans.programs import flat_document, nested_document  # noqa: PLC0415 - rarely used

        return (flat_document if is_flat else nested_document)(self.document, self.key, self.response)

    @property
    def key_places(self) -> list[PlacedEntity]:
        """Return the spans of the key with their places."""
        return _placed(self.texts.key)

    @property
    def response_places(self) -> list[PlacedEntity]:
        """Return the spans of the response with their places."""
        return _placed(self.texts.response)


def _is_read(response: Sequence[SpansUnit]) -> bool:
    """Return whether a response document could be read completely."""
    return bool(response) and not any(finding.leaves_out for unit in response for finding in unit.findings)


class SeparateScore(NamedTuple):
    """The counts of a document without its units."""

    document: str
    counts: SpanCounts
    nesting: Nesting
    program: "ProgramDocument | None"

    def in_program(self, *, is_flat: bool) -> "ProgramDocument":
        """Return the counts of annotations-evaluate, in the mode in which the document was scored."""
        assert self.program is not None
        return self.program


def _placed(side: Side) -> list[PlacedEntity]:
    return [
        place
        for unit, content in side
        for place in (unit.entities if content is unit.content else unit.placed(content))
    ]


def span_counts(key: Spans, response: Spans) -> SpanCounts:
    """Return the counts of a document in all schemas, and the strict counts by type."""
    pairs = {schema: [0, 0] for schema in Schema}
    for group in groups(key, response):
        mine, theirs = [key[each] for each in group.key], [response[each] for each in group.response]
        if mine == theirs:
            for counted in pairs.values():
                counted[0] += len(mine)
            continue
        for schema, counted in pairs.items():
            is_correct = CORRECT[schema]
            for row, column in _pairs(key, response, group, schema):
                counted[not is_correct(key[row], response[column])] += 1
    by_type = _by_type(key, response)
    return SpanCounts(
        {schema: _with_rest(key, response, schema, *counted) for schema, counted in pairs.items()},
        by_type,
        summed(by_type.values()),
    )


def _with_rest(key: Spans, response: Spans, schema: Schema, correct: int, other: int) -> SchemaCounts:
    """Return the counts of a schema, given the numbers of its correct and other pairs."""
    inc, par = (0, other) if schema is Schema.PARTIAL else (other, 0)
    paired = correct + other
    return SchemaCounts(correct, inc, par, len(key) - paired, len(response) - paired)


def _by_type(key: Spans, response: Spans) -> dict[str, PrecisionRecall]:
    """Return the strict counts of each type; every occurrence of a repeated span counts."""
    both = Counter(key) & Counter(response)
    correct = Counter[str]()
    for span, times in both.items():
        correct[span.type] += times
    gold, proposed = Counter(each.type for each in key), Counter(each.type for each in response)
    return {
        name: PrecisionRecall(correct[name], proposed[name], gold[name]) for name in sorted(gold | proposed)
    }


def spans_in(side: Side, *, with_attributes: bool) -> Sequence[Entity]:
    """Return the spans of a side; attributes are omitted unless they are compared."""
    stated = (entity for _, content in side for entity in content.entities)
    return [entity if with_attributes or not entity.attributes else _plain(entity) for entity in stated]


def _plain(entity: Entity) -> Entity:
    return Entity(entity.extents, entity.type, (), entity.place)
