"""The class of each difference between the entities of a key and a response.

Entities that the scorer has aligned belong together, and so do those that it has left over and that overlap.
An entity in several pieces of the other side is split or merged; the rest differ in their type, in their
boundaries, or in both, or have no counterpart at all.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

TYPE = "type"
TOO_LONG = "boundary too long"
TOO_SHORT = "boundary too short"
SHIFTED = "boundary shifted"
TYPE_AND_BOUNDARY = "type and boundary"
SPLIT = "split"
MERGED = "merged"
MISSED = "missed"
SPURIOUS = "spurious"
OTHER = "other"

CLASSES = (
    *(TYPE, TOO_LONG, TOO_SHORT, SHIFTED, TYPE_AND_BOUNDARY),
    *(SPLIT, MERGED, MISSED, SPURIOUS, OTHER),
)
"""The classes in the order of tables; the last is for a text or an attribute that differs otherwise."""

NEAREST = 64
"""The number of entities before and after a place that are looked at; those beyond are left alone."""

Span = tuple[int, int]


class Entity(NamedTuple):
    """An entity of one side: its span in the text without tags, and what it may be called: tag and type."""

    span: Span
    names: frozenset[tuple[str, str]]


class Wrong(NamedTuple):
    """Two aligned entities that differ, or one that is left over; which slots differ, in aligned ones."""

    key: Entity | None
    response: Entity | None
    type_differs: bool = False
    text_differs: bool = False


class Classed(NamedTuple):
    """A difference: its class, and the indices of what belongs to it."""

    name: str
    members: Sequence[int]


def classed(wrong: Sequence[Wrong]) -> list[Classed]:
    """Every one of `wrong` in one class, in the order of the first member."""
    used: set[int] = set()
    found: list[Classed] = []
    for name, in_response in ((SPLIT, True), (MERGED, False)):
        for members in _in_pieces(wrong, used, in_response):
            used.update(members)
            found.append(Classed(name, members))
    for number, each in enumerate(wrong):
        if each.key is not None and each.response is not None and number not in used:
            used.add(number)
            found.append(Classed(_aligned(each), [number]))
    for one, other in list(_meeting(wrong, used)):
        used.update((one, other))
        found.append(Classed(_unaligned(wrong[one], wrong[other]), sorted((one, other))))
    rest = (number for number in range(len(wrong)) if number not in used)
    found += [Classed(SPURIOUS if wrong[number].key is None else MISSED, [number]) for number in rest]
    return sorted(found, key=lambda each: each.members[0])


def _aligned(pair: Wrong) -> str:
    """The class of two aligned entities."""
    assert pair.key is not None and pair.response is not None
    boundary = _boundary(pair.key.span, pair.response.span) if pair.text_differs else ""
    if pair.type_differs:
        return TYPE_AND_BOUNDARY if boundary else TYPE
    return boundary or OTHER


def _unaligned(missing: Wrong, spurious: Wrong) -> str:
    """The class of two entities that overlap, which the scorer has not aligned."""
    assert missing.key is not None and spurious.response is not None
    boundary = _boundary(missing.key.span, spurious.response.span)
    if missing.key.names.isdisjoint(spurious.response.names):
        return TYPE_AND_BOUNDARY if boundary else TYPE
    return boundary or OTHER


def _boundary(key: Span, response: Span) -> str:
    """How the boundaries of the response differ; "" if they do not."""
    if key == response:
        return ""
    if response[0] <= key[0] and key[1] <= response[1]:
        return TOO_LONG
    return TOO_SHORT if key[0] <= response[0] and response[1] <= key[1] else SHIFTED


def _in_pieces(wrong: Sequence[Wrong], used: set[int], in_response: bool) -> Iterator[list[int]]:
    """The entities of one side that hold at least two of the other: the number of each, then of the pieces.

    The whole stands in the key if the pieces stand `in_response`. Pieces do not overlap each other, and
    belong to nothing else.
    """
    wholes = [_entity(each, not in_response) for each in wrong]
    pieces = [_entity(each, in_response) for each in wrong]
    free = sorted(
        (piece.span, number)
        for number, piece in enumerate(pieces)
        if piece is not None and number not in used and piece.span[0] < piece.span[1]
    )
    taken: set[int] = set()
    for number, whole in enumerate(wholes):
        if whole is None or number in used or number in taken:
            continue
        own = pieces[number]
        if own is not None and not _holds(whole.span, own.span):
            continue
        chosen = [] if own is None else [number]
        ends = [] if own is None else [own.span]
        for span, other in _within(free, whole.span):
            alone = wholes[other] is None and other not in taken
            if alone and all(span[1] <= start or end <= span[0] for start, end in ends):
                chosen.append(other)
                ends.append(span)
        if len(chosen) > 1:
            members = sorted({number, *chosen})
            taken.update(members)
            yield members


def _entity(each: Wrong, in_response: bool) -> Entity | None:
    return each.response if in_response else each.key


def _holds(outer: Span, inner: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _within(spans: Sequence[tuple[Span, int]], whole: Span) -> Iterator[tuple[Span, int]]:
    """The spans within a whole, each with its number, in the order of the text."""
    first = bisect_left(spans, ((whole[0], whole[0]), -1))
    for span, number in spans[first : first + NEAREST]:
        if span[0] >= whole[1]:
            break
        if span[1] <= whole[1]:
            yield span, number


def _meeting(wrong: Sequence[Wrong], used: set[int]) -> Iterator[tuple[int, int]]:
    """Missing and spurious entities that overlap, each at most once: those that share most come first."""
    spurious = sorted(
        (each.response.span, number)
        for number, each in enumerate(wrong)
        if each.response is not None and each.key is None and number not in used
    )
    fits: list[tuple[int, int, int, int]] = []
    for number, each in enumerate(wrong):
        if each.key is not None and each.response is None and number not in used:
            fits += _fits(number, each.key.span, spurious)
    taken: set[int] = set()
    for *_, one, other in sorted(fits):
        if one not in taken and other not in taken:
            taken.update((one, other))
            yield one, other


def _fits(number: int, span: Span, spans: Sequence[tuple[Span, int]]) -> Iterable[tuple[int, int, int, int]]:
    """How well spans fit one: shared and unshared characters, so that the least is the best."""
    middle = bisect_left(spans, (span, -1))
    for other, which in spans[max(middle - NEAREST, 0) : middle + NEAREST]:
        shared = min(span[1], other[1]) - max(span[0], other[0])
        if shared > 0 or (span == other):
            unshared = span[1] - span[0] + other[1] - other[0] - 2 * shared
            yield -shared, unshared, number, which
