"""Spans as annotations, and the changes to a gold."""

from collections.abc import Iterator, Sequence

from keytally.families.annotations import Annotation, Change, Rewriting
from keytally.families.contract import SettingsError
from keytally.families.interchange import Entity, Extent
from keytally.families.span_counts import Schema
from keytally.families.spans.placed import PlacedEntity
from keytally.families.spans.reading import SpansUnit
from keytally.families.spans.scoring import align
from keytally.families.spans.writing import SpanChange, written_unit
from keytally.findings.finding import Edit

SPAN = "span"
"""The kind of every annotation of the task."""

LACKS_DOCUMENT = "the gold lacks the document"
OTHER_TEXT = "the document has a different text in the gold"


def annotations(units: Sequence[SpansUnit], *, with_attributes: bool) -> list[Annotation]:
    """Return the spans of a document, sorted by place."""
    found = [
        Annotation(
            unit,
            place.start,
            place.end,
            SPAN,
            place.covered,
            tuple(each for extent in place.entity.extents for each in extent),
            (place.entity.type, *(_attributes(place.entity) if with_attributes else ())),
            None,
            (place.entity.start, place.entity.end),
        )
        for unit in units
        for place in unit.entities
    ]
    return sorted(found, key=lambda each: each.place)


def _attributes(entity: Entity) -> Iterator[str]:
    return (f"{name}={value}" for name, value in entity.attributes)


def extents_of(said: Annotation) -> tuple[Extent, ...]:
    """Return the extents of an annotation."""
    numbers = [int(each) for each in said.place]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _entity_of(said: Annotation) -> Entity:
    """Return the span of an annotation, including all attributes if it comes from a file."""
    kind, *pairs = map(str, said.value)
    attributes = tuple(sorted((name, value) for name, _, value in (pair.partition("=") for pair in pairs)))
    wanted = Entity(extents_of(said), kind, attributes)
    if said.unit is None or attributes:
        return wanted
    places = (place.entity for place in said.unit.entities)
    return next((each for each in places if (each.extents, each.type) == (wanted.extents, kind)), wanted)


def rewriting(units: Sequence[SpansUnit], changes: Sequence[Change], *, with_attributes: bool) -> Rewriting:
    """Return the edits of a document of the gold that make the changes."""
    refused: dict[int, str] = {}
    by_unit: dict[SpansUnit, dict[int, SpanChange]] = {}
    for at, change in enumerate(changes):
        unit = _unit_of(units, change)
        if unit is None:
            refused[at] = LACKS_DOCUMENT if not any(each.content for each in units) else OTHER_TEXT
            continue
        present = None if change.present is None else _place_of(unit, change.present)
        wanted = None if change.wanted is None else _entity_of(change.wanted)
        covered = "" if change.wanted is None else change.wanted.name
        by_unit.setdefault(unit, {})[at] = SpanChange(present, wanted, covered)
    edits: list[tuple[SpansUnit, Edit]] = []
    read: list[tuple[SpansUnit, SpansUnit]] = []
    for unit in units:
        if unit in by_unit:
            written = written_unit(unit, by_unit[unit], with_attributes=with_attributes)
            refused.update(written.refused)
            edits += ((unit, edit) for edit in written.edits)
            read.append((unit, written.unit))
    return Rewriting(edits, dict(sorted(refused.items())), tuple(read))


def _unit_of(units: Sequence[SpansUnit], change: Change) -> SpansUnit | None:
    """Return the gold's unit to which a change applies."""
    if change.present is not None:
        return change.present.unit  # type: ignore[no-any-return]
    assert change.wanted is not None
    source = change.wanted.unit
    text = (
        source.content.text if source is not None and source.content is not None and source.has_text else None
    )
    fitting = [
        unit
        for unit in units
        if unit.content is not None
        and (text is None or not unit.has_text or unit.content.text.rstrip() == text.rstrip())
    ]
    return fitting[-1] if fitting else None


def _place_of(unit: SpansUnit, said: Annotation) -> PlacedEntity | None:
    """Return the span of a unit from which an annotation was created."""
    extents, kind = extents_of(said), said.value[0]
    spans = (each for each in unit.entities if (each.entity.extents, each.entity.type) == (extents, kind))
    return next((each for each in spans if (each.start, each.end) == (said.start, said.end)), None)


def without_spans(units: Sequence[SpansUnit]) -> list[str]:
    """Return the texts of units without their spans, as the starting point of a gold.

    Raises SettingsError for a file from which spans cannot be removed.
    """
    return [_without_spans(unit) for unit in units]


def _without_spans(unit: SpansUnit) -> str:
    if unit.content is None:
        return unit.text
    if not unit.has_text:
        return ""
    changes = {at: SpanChange(place, None) for at, place in enumerate(unit.entities)}
    written = written_unit(unit, changes, with_attributes=False)
    if written.refused:
        name = unit.content.name or "without a name"
        raise SettingsError(
            [
                f"the spans of document {name} cannot be removed from a file in this format, so it cannot "
                "become a gold; convert the files first, such as with `keytally convert FILE --to doccano`"
            ]
        )
    return str(written.unit.text)


def bare(units: Sequence[SpansUnit]) -> Sequence[str]:
    """Return the text of each unit's document; "" if the file contains only quotations."""
    return [unit.content.text if unit.content is not None and unit.has_text else "" for unit in units]


def located(unit: SpansUnit, start: int, end: int) -> tuple[int, int]:
    """Return the place of a unit's record, without the whitespace around it; in a standoff file, the place
    after its last line.
    """
    if not unit.has_text:
        return (len(unit.text.rstrip()),) * 2
    return len(unit.text) - len(unit.text.lstrip()), len(unit.text.rstrip())


def counterparts(first: Sequence[Annotation], second: Sequence[Annotation]) -> Sequence[tuple[int, int]]:
    """Return the pairs of spans that the strict schema aligns between two files."""
    mine, theirs = (
        [Entity(extents_of(each), str(each.value[0])) for each in said] for said in (first, second)
    )
    pairs = enumerate(align(mine, theirs, Schema.STRICT))
    return [(mine, other) for mine, other in pairs if other is not None]
