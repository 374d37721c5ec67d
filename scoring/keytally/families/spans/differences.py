"""Differences between the spans of a document and its key, classified, and the fixes for each."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.span_counts import Schema
from keytally.families.spans.one_text import on_one_text
from keytally.families.spans.placed import PlacedEntity
from keytally.families.spans.reading import SpansUnit
from keytally.families.spans.scoring import SpansScore, align
from keytally.families.spans.writing import SpanChange, written_unit
from keytally.findings.finding import Edit
from keytally.findings.spelling import short_text
from keytally.tallies.status import Status

TYPE = "type"
TOO_LONG = "boundary too long"
TOO_SHORT = "boundary too short"
SHIFTED = "boundary shifted"
TYPE_AND_BOUNDARY = "type and boundary"
ATTRIBUTES = "attributes"
MISSED = "missed"
SPURIOUS = "spurious"

CLASSES = (TYPE, TOO_LONG, TOO_SHORT, SHIFTED, TYPE_AND_BOUNDARY, ATTRIBUTES, MISSED, SPURIOUS)
"""The classes in table order: the one-to-one classes of entities in columns, and ATTRIBUTES."""


class Wrong(NamedTuple):
    """A span of the key, a span of the response, or a pair, with their places in the files."""

    key: PlacedEntity | None
    response: PlacedEntity | None


def differences(score: SpansScore) -> Iterator[Difference]:
    """Yield the classified differences of a document in text order."""
    return (_difference(score, wrong) for wrong in sorted(_wrong(score), key=_start))


def _wrong(score: SpansScore) -> Iterator[Wrong]:
    """Yield the differing pairs of the strict schema, and the spans without a partner."""
    keys, responses = score.key_places, score.response_places
    partners = align(score.key, score.response, Schema.STRICT)
    for mine, other in enumerate(partners):
        if other is None:
            yield Wrong(keys[mine], None)
        elif score.key[mine] != score.response[other]:
            yield Wrong(keys[mine], responses[other])
    paired = {other for other in partners if other is not None}
    yield from (Wrong(None, each) for number, each in enumerate(responses) if number not in paired)


def _start(wrong: Wrong) -> tuple[int, int]:
    entity = next(each.entity for each in (wrong.response, wrong.key) if each is not None)
    return entity.start, -entity.end


def _difference(score: SpansScore, wrong: Wrong) -> Difference:
    key, response = wrong.key, wrong.response
    return Difference(
        _class_of(wrong),
        _places(key) or _ends(score.key_units),
        _places(response) or _ends(score.response_units),
        _words(key),
        _words(response),
        _counts(wrong),
        (key.entity.type if key else "", response.entity.type if response else ""),
        wrong,
    )


def _class_of(wrong: Wrong) -> str:
    if wrong.key is None or wrong.response is None:
        return SPURIOUS if wrong.key is None else MISSED
    key, response = wrong.key.entity, wrong.response.entity
    if key.extents == response.extents:
        return TYPE if key.type != response.type else ATTRIBUTES
    if key.type != response.type:
        return TYPE_AND_BOUNDARY
    if response.start <= key.start and key.end <= response.end:
        return TOO_LONG
    return TOO_SHORT if key.start <= response.start and response.end <= key.end else SHIFTED


def _counts(wrong: Wrong) -> Mapping[str, int]:
    status = (
        Status.SPURIOUS
        if wrong.key is None
        else Status.MISSING
        if wrong.response is None
        else Status.INCORRECT
    )
    return {status.value: 1}


def _places(stated: PlacedEntity | None) -> Sequence[Place]:
    return [] if stated is None else [Place(stated.unit, stated.start, stated.end)]


def _ends(units: Sequence[SpansUnit]) -> Sequence[Place]:
    """Return the place of a missing span on a side, which is the end of its last unit."""
    return [Place(unit, end, end) for unit in units[-1:] for end in (len(unit.text.rstrip()),)]


def _words(stated: PlacedEntity | None) -> str:
    """Return the text and the type of a span, such as `Ida Wren (PER)`."""
    if stated is None:
        return ""
    return f"{short_text(' '.join(stated.covered.split()))} ({short_text(stated.entity.type)})"


LACKS_DOCUMENT = "the response lacks the document"
IS_COUNTED = "the offsets of the response do not refer to the key's text"


def repair(
    key: Sequence[SpansUnit],
    response: Sequence[SpansUnit],
    given: Sequence[Difference],
    *,
    with_attributes: bool,
) -> Rewriting:
    """Return the edits of a document that repair differences, and the document's units after the edits."""
    contents = dict(on_one_text(key, response).response)
    if not contents:
        return Rewriting([], dict.fromkeys(range(len(given)), LACKS_DOCUMENT))
    if any(unit.content is not content for unit, content in contents.items()):
        return Rewriting([], dict.fromkeys(range(len(given)), IS_COUNTED))
    last = [*contents][-1]
    by_unit: dict[SpansUnit, dict[int, SpanChange]] = {}
    for at, difference in enumerate(given):
        wrong: Wrong = difference.subject
        unit = last if wrong.response is None else wrong.response.unit
        wanted, covered = (None, "") if wrong.key is None else (wrong.key.entity, wrong.key.covered)
        by_unit.setdefault(unit, {})[at] = SpanChange(wrong.response, wanted, covered)
    edits: list[tuple[SpansUnit, Edit]] = []
    refused: dict[int, str] = {}
    read: list[tuple[SpansUnit, SpansUnit]] = []
    for unit in response:
        if unit in by_unit:
            written = written_unit(unit, by_unit[unit], with_attributes=with_attributes)
            edits += ((unit, edit) for edit in written.edits)
            refused.update(written.refused)
            read.append((unit, written.unit))
    return Rewriting(edits, dict(sorted(refused.items())), tuple(read))


def difference_counts(scores: Sequence[SpansScore]) -> Mapping[str, int]:
    """Return the numbers of incorrect, missing and spurious spans in the strict schema, without zeros."""
    sums = Counter[str]()
    for score in scores:
        strict = score.counts.schemas[Schema.STRICT]
        sums.update(inc=strict.inc, mis=strict.mis, spu=strict.spu)
    return +sums
