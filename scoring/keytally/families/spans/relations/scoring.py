"""Comparison of a document's relations: correct relations, one-to-one pairs of wrong relations, and
counts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.interchange import Entity, Extent, Relation
from keytally.families.spans.one_text import Side
from keytally.families.spans.placed import PlacedRelation
from keytally.families.spans.reading import SpansUnit
from keytally.families.spans.relations.options import ArgumentMatch, RelationsOptions
from keytally.measures.assignment import best_assignment
from keytally.tallies.tally import PrecisionRecall

# A relation is correct if its type and both arguments are those of a relation of the key; equal relations
# count once. Of the others, those pair that differ in one of the three only, or in their direction: most
# pairs first, then by the kind of the error (`ERRORS`, and arguments that overlap before others), then by the
# least distance of the arguments.


class Argument(NamedTuple):
    """The compared properties of an argument; `type` is "" if only spans are compared."""

    extents: tuple[Extent, ...]
    type: str


class Link(NamedTuple):
    """The compared properties of a relation; the arguments of a symmetric type are in text order."""

    type: str
    head: Argument
    tail: Argument


Place = tuple[SpansUnit, PlacedRelation]
Links = Mapping[Link, Sequence[Place]]
"""The relations of a side, each with the places that declare it."""

WRONG_TYPE = "wrong type"
WRONG_DIRECTION = "wrong direction"
WRONG_TAIL = "wrong tail"
WRONG_HEAD = "wrong head"
MISSING = "missing"
SPURIOUS = "spurious"

ERRORS = (WRONG_TYPE, WRONG_HEAD, WRONG_TAIL, WRONG_DIRECTION, MISSING, SPURIOUS)
"""The classes of errors in the order in which tables list them."""


def link_of(relation: Relation, options: RelationsOptions) -> Link:
    """Return the compared properties of a relation."""
    head, tail = (_argument(each, options) for each in (relation.head, relation.tail))
    if relation.type in options.symmetric and tail < head:
        head, tail = tail, head
    return Link(relation.type, head, tail)


def _argument(entity: Entity, options: RelationsOptions) -> Argument:
    is_strict = options.arguments is ArgumentMatch.STRICT
    return Argument(entity.extents, entity.type if is_strict else "")


def links_in(side: Side, options: RelationsOptions) -> Links:
    """Return the relations of a document in file order, with offsets in the side's contents."""
    found: dict[Link, list[Place]] = {}
    for unit, content in side:
        # Where offsets were resolved, more relations may be known than as written.
        is_same = len(unit.relations) == len(content.relations)
        stated = unit.relations if is_same else unit.placed_relations(content)
        for placed, relation in zip(stated, content.relations, strict=True):
            found.setdefault(link_of(relation, options), []).append((unit, placed))
    return found


def as_written(units: Iterable[SpansUnit]) -> Side:
    """Return the units that are documents, with their contents as written."""
    return [(unit, unit.content) for unit in units if unit.content is not None]


class WrongPair(NamedTuple):
    """A relation of the key, its partner in the response, and the class of the error."""

    key: Link
    response: Link
    error: str


class Matching(NamedTuple):
    """The correct relations of a document, the wrong pairs, and the relations without a partner."""

    correct: Sequence[Link]
    pairs: Sequence[WrongPair]
    missing: Sequence[Link]
    spurious: Sequence[Link]

    def errors(self) -> Counter[str]:
        """Return the number of errors in each class."""
        found = Counter(pair.error for pair in self.pairs)
        return found + Counter({MISSING: len(self.missing), SPURIOUS: len(self.spurious)})


def match(key: Iterable[Link], response: Iterable[Link], symmetric: frozenset[str]) -> Matching:
    """Match the relations of a document; the relations of each side must be distinct."""
    keys, responses = dict.fromkeys(key), dict.fromkeys(response)
    correct = [link for link in keys if link in responses]
    lost = [link for link in keys if link not in responses]
    extra = [link for link in responses if link not in keys]
    pairs = sorted(_pairs(lost, extra, symmetric))
    paired, used = {pair.key for pair in pairs}, {pair.response for pair in pairs}
    return Matching(
        correct,
        pairs,
        [link for link in lost if link not in paired],
        [link for link in extra if link not in used],
    )


class _Candidate(NamedTuple):
    """The class of a pair of relations; a candidate with a higher rank is preferred."""

    error: str
    rank: int
    distance: int


_RANKS = 6


def _candidate(key: Link, response: Link, symmetric: frozenset[str]) -> _Candidate | None:
    """Return the class of a pair that differs in one property; None if it differs in several."""
    is_turned = key.head == response.tail and key.tail == response.head
    if key.type != response.type:
        is_undirected = key.type in symmetric or response.type in symmetric
        is_same = key[1:] == response[1:] or (is_turned and is_undirected)
        return _Candidate(WRONG_TYPE, 5, 0) if is_same else None
    if is_turned:
        return _Candidate(WRONG_DIRECTION, 4, 0)
    if key.head == response.head:
        return _wrong_argument(WRONG_TAIL, key.tail, response.tail)
    error = WRONG_HEAD
    if key.type in symmetric:
        # The two arguments have no order: one name for both, so that the sides can be exchanged.
        error = WRONG_TAIL
        if key.head == response.tail:
            return _wrong_argument(error, key.tail, response.head)
        if key.tail == response.head:
            return _wrong_argument(error, key.head, response.tail)
    return _wrong_argument(error, key.head, response.head) if key.tail == response.tail else None


def _wrong_argument(error: str, key: Argument, response: Argument) -> _Candidate:
    overlaps = any(
        start < its_end and its_start < end
        for start, end in key.extents
        for its_start, its_end in response.extents
    )
    distance = abs(key.extents[0][0] - response.extents[0][0]) + abs(
        key.extents[-1][1] - response.extents[-1][1]
    )
    return _Candidate(error, 2 * overlaps + (error == WRONG_TAIL), distance)


MOST_CANDIDATES = 40_000
"""The maximum number of pairs with a common property that are all compared; if there are more, only pairs
that are close in the text are compared.
"""

_BAND = 20


def _pairs(key: Sequence[Link], response: Sequence[Link], symmetric: frozenset[str]) -> Iterator[WrongPair]:
    """Yield the best pairs among relations that are not correct."""
    rows: dict[Link, dict[Link, _Candidate]] = defaultdict(dict)
    for mine, theirs in _near(sorted(key), sorted(response)):
        if theirs not in rows[mine] and (found := _candidate(mine, theirs, symmetric)) is not None:
            rows[mine][theirs] = found
    for group in _groups({mine: row for mine, row in rows.items() if row}):
        yield from _best(group)


def _near(key: Sequence[Link], response: Sequence[Link]) -> Iterator[tuple[Link, Link]]:
    """Yield the pairs that share two properties, in either direction; some pairs are repeated."""
    for name in (_by_head, _by_tail, _by_ends):
        sides: tuple[dict[object, list[Link]], ...] = (defaultdict(list), defaultdict(list))
        for side, links in zip(sides, (key, response), strict=True):
            for link in links:
                for shared in name(link):
                    side[shared].append(link)
        for shared, mine in sides[0].items():
            theirs = sides[1].get(shared, [])
            is_small = len(mine) * len(theirs) <= MOST_CANDIDATES
            for at, link in enumerate(mine):
                near = theirs if is_small else theirs[max(at - _BAND, 0) : at + _BAND]
                yield from ((link, other) for other in near)


def _by_head(link: Link) -> Iterator[object]:
    yield link.type, link.head


def _by_tail(link: Link) -> Iterator[object]:
    yield link.type, link.tail
    yield link.type, link.head


def _by_ends(link: Link) -> Iterator[object]:
    yield frozenset(link[1:])


def _groups(
    rows: Mapping[Link, Mapping[Link, _Candidate]],
) -> Iterator[Mapping[Link, Mapping[Link, _Candidate]]]:
    """Yield the rows in groups that have no columns in common."""
    of_column: dict[Link, list[Link]] = defaultdict(list)
    for mine, row in rows.items():
        for theirs in row:
            of_column[theirs].append(mine)
    seen: set[Link] = set()
    for first in rows:
        if first in seen:
            continue
        seen.add(first)
        group, waiting, columns = list[Link](), [first], set[Link]()
        while waiting:
            mine = waiting.pop()
            group.append(mine)
            for theirs in rows[mine].keys() - columns:
                columns.add(theirs)
                for other in of_column[theirs]:
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
        yield {mine: rows[mine] for mine in sorted(group)}


def _best(group: Mapping[Link, Mapping[Link, _Candidate]]) -> Iterator[WrongPair]:
    """Yield the best pairs of a group: as many pairs as possible, then the pairs with the highest ranks,
    then the smallest distances.
    """
    columns = sorted({theirs for row in group.values() for theirs in row})
    number = {theirs: at for at, theirs in enumerate(columns)}
    most = min(len(group), len(columns)) + 1
    farthest = 1 + most * max(found.distance for row in group.values() for found in row.values())
    ranks = [farthest * most**rank for rank in range(_RANKS + 1)]
    worths = [
        {number[theirs]: ranks[_RANKS] + ranks[found.rank] - found.distance for theirs, found in row.items()}
        for row in group.values()
    ]
    if sum(map(len, worths)) > MOST_CANDIDATES:
        chosen = _in_order_of_worth(worths)
    else:
        chosen = best_assignment(worths)
    for (mine, row), at in zip(group.items(), chosen, strict=True):
        if at is not None and columns[at] in row:
            yield WrongPair(mine, columns[at], row[columns[at]].error)


def _in_order_of_worth(worths: Sequence[Mapping[int, int]]) -> list[int | None]:
    """Return the column of each row when the pairs with the greatest weights are taken first, for very
    large groups.
    """
    found: list[int | None] = [None] * len(worths)
    taken: set[int] = set()
    for worth, row, column in sorted(
        (-worth, row, column) for row, given in enumerate(worths) for column, worth in given.items()
    ):
        if worth and found[row] is None and column not in taken:
            found[row] = column
            taken.add(column)
    return found


class RelationCounts(NamedTuple):
    """The counts of a document by type, and its errors by class."""

    by_type: Mapping[str, PrecisionRecall]
    errors: Mapping[str, int]

    @property
    def total(self) -> PrecisionRecall:
        """Return the sum over types."""
        return (
            PrecisionRecall(*map(sum, zip(*self.by_type.values(), strict=True)))
            if self.by_type
            else PrecisionRecall()
        )


def counts_of(key: Iterable[Link], response: Iterable[Link], matching: Matching) -> RelationCounts:
    """Return the counts of a document."""
    correct, proposed, gold = (
        Counter(link.type for link in links) for links in (matching.correct, response, key)
    )
    by_type = {
        name: PrecisionRecall(correct[name], proposed[name], gold[name]) for name in sorted(gold | proposed)
    }
    return RelationCounts(by_type, dict(sorted(matching.errors().items())))


class CountedRelations(NamedTuple):
    """The counts of a document, without its units."""

    document: str
    counts: RelationCounts


class RelationsScore:
    """A compared document: its units, its relations on both sides, the matching, and the counts."""

    __slots__ = ("counts", "document", "key", "key_units", "matching", "response", "response_units")

    def __init__(
        self,
        document: str,
        units: tuple[Sequence[SpansUnit], Sequence[SpansUnit]],
        sides: tuple[Links, Links],
        symmetric: frozenset[str],
    ) -> None:
        self.document = document
        self.key_units, self.response_units = units
        self.key, self.response = sides
        self.matching = match(self.key, self.response, symmetric)
        self.counts = counts_of(self.key, self.response, self.matching)
