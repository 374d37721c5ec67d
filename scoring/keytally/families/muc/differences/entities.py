"""Classes and positions of differences between entities, and the edits that fix them."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from keytally.families.annotations import Annotation, Change, Difference, Piece, Place, Rewriting
from keytally.families.contract import Role
from keytally.families.muc.annotations import NOT_READ, OTHER_TEXT
from keytally.families.muc.annotations.entities import ENTITY, EntityAnnotations
from keytally.families.muc.model import Configuration, MucObject
from keytally.families.muc.scoring.named_entity import NamedEntityScoring
from keytally.families.muc.scoring.results import (
    DocumentScore,
    FillPair,
    ObjectPair,
    ObjectVerdicts,
    fill_difference_counts,
)
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.syntax import SectionTag, SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit, element_objects, one_line
from keytally.findings.finding import Edit, apply_edits
from keytally.tallies.status import Status

NO_PLACE = "the response lacks the document"


def append_document(unit: SgmlUnit, written: str) -> Edit:
    """Return the edit that appends a document after a unit, on a new line."""
    end = len(unit.text)
    return Edit(end, end, written if not unit.text or unit.text.endswith("\n") else f"\n{written}")


# The class of each difference between the entities of a key and a response.
#
# Entities that the scorer has aligned belong together, and so do those that it has left over and that
# overlap. An entity in several pieces of the other side is split or merged; the rest differ in their type,
# in their boundaries, or in both, or have no counterpart at all.


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
"""The classes in table order; the last is for all other differences in texts or attributes."""

NEAREST = 64
"""The maximum number of entities before and after a position that are considered."""

Span = tuple[int, int]


class Entity(NamedTuple):
    """An entity of one side: its span in the text without tags, and its tag with each of its types."""

    span: Span
    names: frozenset[tuple[str, str]]


class Wrong(NamedTuple):
    """Two aligned entities and the slots in which they differ, or a single unaligned entity."""

    key: Entity | None
    response: Entity | None
    type_differs: bool = False
    text_differs: bool = False


class ClassifiedDifference(NamedTuple):
    """A difference: its class, and the indices of its entities."""

    name: str
    members: Sequence[int]


def classify_entities(wrong: Sequence[Wrong]) -> list[ClassifiedDifference]:
    """Assign each item of `wrong` to exactly one class; the differences are in the order of their first
    members.
    """
    used: set[int] = set()
    found: list[ClassifiedDifference] = []
    for name, in_response in ((SPLIT, True), (MERGED, False)):
        for members in _in_pieces(wrong, used, in_response):
            used.update(members)
            found.append(ClassifiedDifference(name, members))
    for number, each in enumerate(wrong):
        if each.key is not None and each.response is not None and number not in used:
            used.add(number)
            found.append(ClassifiedDifference(_aligned(each), [number]))
    for one, other in list(_meeting(wrong, used)):
        used.update((one, other))
        found.append(ClassifiedDifference(_unaligned(wrong[one], wrong[other]), sorted((one, other))))
    rest = (number for number in range(len(wrong)) if number not in used)
    found += [
        ClassifiedDifference(SPURIOUS if wrong[number].key is None else MISSED, [number]) for number in rest
    ]
    return sorted(found, key=lambda each: each.members[0])


def _aligned(pair: Wrong) -> str:
    """Return the class of two aligned entities."""
    assert pair.key is not None and pair.response is not None
    boundary = _boundary(pair.key.span, pair.response.span) if pair.text_differs else ""
    if pair.type_differs:
        return TYPE_AND_BOUNDARY if boundary else TYPE
    return boundary or OTHER


def _unaligned(missing: Wrong, spurious: Wrong) -> str:
    """Return the class of two overlapping entities that the scorer has not aligned."""
    assert missing.key is not None and spurious.response is not None
    boundary = _boundary(missing.key.span, spurious.response.span)
    if missing.key.names.isdisjoint(spurious.response.names):
        return TYPE_AND_BOUNDARY if boundary else TYPE
    return boundary or OTHER


def _boundary(key: Span, response: Span) -> str:
    """Return the class for the response's boundaries, or "" if they are right."""
    if key == response:
        return ""
    if response[0] <= key[0] and key[1] <= response[1]:
        return TOO_LONG
    return TOO_SHORT if key[0] <= response[0] and response[1] <= key[1] else SHIFTED


def _in_pieces(wrong: Sequence[Wrong], used: set[int], in_response: bool) -> Iterator[list[int]]:
    """Yield groups of indices: an entity on one side, and two or more entities on the other side that it
    contains.

    If `in_response` is true, the containing entity is in the key. The contained entities do not overlap, and
    each belongs to one group only.
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
    """Yield the spans inside a containing span, each with its number, in text order."""
    first = bisect_left(spans, ((whole[0], whole[0]), -1))
    for span, number in spans[first : first + NEAREST]:
        if span[0] >= whole[1]:
            break
        if span[1] <= whole[1]:
            yield span, number


def _meeting(wrong: Sequence[Wrong], used: set[int]) -> Iterator[tuple[int, int]]:
    """Yield pairs of overlapping missing and spurious entities; pairs that share the most text come first,
    and each entity is used once.
    """
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
    """Yield a sort key for each span that overlaps a given one: the more shared and the fewer unshared
    characters, the smaller the key.
    """
    middle = bisect_left(spans, (span, -1))
    for other, which in spans[max(middle - NEAREST, 0) : middle + NEAREST]:
        shared = min(span[1], other[1]) - max(span[0], other[0])
        if shared > 0 or (span == other):
            unshared = span[1] - span[0] + other[1] - other[0] - 2 * shared
            yield -shared, unshared, number, which


_RIGHT = frozenset({Status.CORRECT, Status.NONCOMMITTAL, Status.OPTIONAL, Status.UNSCORED, Status.REMOVED})


class Units(NamedTuple):
    """The document's unit on each side; None for a side that lacks it."""

    key: SgmlUnit | None
    response: SgmlUnit | None


class EntitySubject(NamedTuple):
    """The entities that an edit exchanges: the response's entities, and the key's entities that replace
    them.
    """

    units: Units
    present: Sequence[MucObject]
    wanted: Sequence[MucObject]


class EntityDifferences:
    """Computes the differences of documents for one configuration."""

    def __init__(self, configuration: Configuration) -> None:
        self._type = configuration.sgml_type_slot.lower()
        self._text = configuration.sgml_text_slot.lower()
        self._verdicts = ObjectVerdicts(configuration)

    def of(self, score: DocumentScore, units: Units) -> Sequence[Difference]:
        """Return the differences of a document in text order."""
        pairs = sorted(
            (pair for each in score.classes.values() for pair in each if fill_difference_counts(pair)),
            key=_order,
        )
        found = classify_entities([self._wrong(pair) for pair in pairs])
        return [
            self._difference(each.name, [pairs[member] for member in each.members], units) for each in found
        ]

    def _wrong(self, pair: ObjectPair) -> Wrong:
        key, response = (None if each is None else self._entity(each) for each in (pair.key, pair.response))
        return Wrong(key, response, self._differs(pair, self._type), self._differs(pair, self._text))

    def _entity(self, entity: MucObject) -> Entity:
        extent = _extent(entity)
        names = frozenset((entity.class_name, value) for value in self._types(entity) or [""])
        return Entity(extent, names)

    def _types(self, entity: MucObject) -> list[str]:
        slot = entity.slots.get(self._type)
        return [fill.text.upper() for fills in slot.alternatives for fill in fills] if slot else []

    def _differs(self, pair: ObjectPair, slot: str) -> bool:
        """Return whether a slot of two aligned entities contains a fill that is not correct."""
        fills: Iterable[FillPair] = pair.slots[slot].fills if slot in pair.slots else ()
        return any(fill.status not in _RIGHT for fill in fills)

    def _difference(self, name: str, pairs: Sequence[ObjectPair], units: Units) -> Difference:
        wanted = [pair.key for pair in pairs if pair.key is not None]
        present = [pair.response for pair in pairs if pair.response is not None]
        return Difference(
            name,
            tuple(_places(units.key, wanted)),
            tuple(_places(units.response, present)) or tuple(_gap(units, wanted)),
            self._said(wanted),
            self._said(present),
            fill_difference_counts(*pairs),
            self._labels(wanted, present),
            EntitySubject(units, present, wanted),
        )

    def _said(self, entities: Sequence[MucObject]) -> str:
        return " + ".join(map(self._verdicts.subject, entities))

    def _labels(self, wanted: Sequence[MucObject], present: Sequence[MucObject]) -> tuple[str, str]:
        """Return the labels of an entity on both sides; empty if several entities are involved on a side."""
        if max(len(wanted), len(present)) > 1:
            return "", ""
        return "".join(map(self._label, wanted)), "".join(map(self._label, present))

    def _label(self, entity: MucObject) -> str:
        """Return the type of an entity, or its tag if it has none."""
        return " or ".join(self._types(entity)) or entity.class_name.upper()


def _order(pair: ObjectPair) -> tuple[tuple[int, int], bool, int]:
    """Return a sort key that puts pairs in text order, by the response's entity if there is one."""
    entity = pair.response or pair.key
    assert entity is not None
    return _extent(entity), pair.response is None, entity.start


def _extent(entity: MucObject) -> tuple[int, int]:
    assert entity.extent is not None
    return entity.extent.start, entity.extent.end


def _places(unit: SgmlUnit | None, entities: Sequence[MucObject]) -> Iterator[Place]:
    if unit is not None:
        yield from (Place(unit, entity.start, entity.end) for entity in entities)


def _gap(units: Units, wanted: Sequence[MucObject]) -> Iterator[Place]:
    """Yield a zero-width position at which entities are missing; nothing if the response lacks the
    document.
    """
    if units.key is not None and units.response is not None:
        place = units.response.missing_offset(min(_extent(each)[0] for each in wanted), units.key)
        yield Place(units.response, place, place)


FEWEST = 12
"""The minimum number of entities, on both sides together, for a document to be divided."""

Read = Callable[[str], SgmlUnit]


class TextReaders(NamedTuple):
    """The functions that read texts of the key and of the response."""

    key: Read
    response: Read


def document_pieces(
    key: SgmlUnit, response: SgmlUnit, read: TextReaders, differences: Sequence[Difference]
) -> Sequence[Piece]:
    """Return the pieces of a document that contain differences, or none if it should not be divided.

    Documents are not divided if they are small, have unmatched tags, or have sections at different offsets.
    Each piece is enclosed in the section tags around its text, so that its entities are in their sections. A
    piece covers the same offsets on both sides, as the scorer compares them, even if the text was altered.
    """
    units = key, response
    if sum(len(unit.elements) for unit in units) < FEWEST:
        return ()
    if any(len(unit.tags) != 2 * len(unit.elements) for unit in units):
        return ()
    bounds = [0, *_cuts(key, response), max(unit.stripped_length for unit in units)]
    subjects: Iterable[EntitySubject] = (difference.subject for difference in differences)
    numbers = sorted({bisect_right(bounds, _start(each)) - 1 for each in subjects})
    parts = [
        [_part(unit, reader, *bounds[at : at + 2]) for unit, reader in zip(units, read, strict=True)]
        for at in numbers
    ]
    if any(mine.opening != theirs.opening for mine, theirs in parts):
        return ()
    return [
        Piece(
            [mine.unit],
            [theirs.unit],
            [(mine.unit, key, mine.shift), (theirs.unit, response, theirs.shift)],
        )
        for mine, theirs in parts
    ]


class _Part(NamedTuple):
    """One side of a piece: its unit, the length of the tags before its text, and the shift that converts
    its offsets to offsets in the document.
    """

    unit: SgmlUnit
    opening: int
    shift: int


def _start(subject: EntitySubject) -> int:
    """Return the offset at which a difference starts, in the text without tags."""
    return min(_extent(each)[0] for each in (*subject.present, *subject.wanted))


def _cuts(key: SgmlUnit, response: SgmlUnit) -> Iterator[int]:
    """Yield the offsets at which pieces start, in the text without tags: after line ends and outside all
    entities.
    """
    spans = sorted(
        (element.stripped_start, element.stripped_end)
        for unit in (key, response)
        for element in unit.elements
    )
    text = key.stripped()
    reach = spans[0][1] if spans else 0
    for start, end in spans[1:]:
        if (line := text.find("\n", reach + 1, start - 1)) >= 0:
            yield line + 1
        reach = max(reach, end)


def _part(unit: SgmlUnit, read: Read, start: int, end: int) -> _Part:
    """Return a range of a unit, enclosed in the section tags around it."""
    first = unit.source_offset(start) if start else 0
    last = unit.source_offset(end) if end < unit.stripped_length else len(unit.text)
    ends = [tag.end for tag in unit.section_tags]
    before = bisect_right(ends, first)
    opening = _text_of(unit, unit.section_tags[:before])
    closing = _text_of(unit, [tag for tag in unit.section_tags[before:] if tag.start >= last])
    made = read(f"{opening}{unit.text[first:last]}{closing}")
    return _Part(made, len(opening), first - len(opening))


def _text_of(unit: SgmlUnit, tags: Iterable[SectionTag]) -> str:
    """Return section tags as text, without sections that would be empty."""
    kept: list[SectionTag] = []
    for tag in tags:
        if tag.is_close and kept and not kept[-1].is_close and kept[-1].name == tag.name:
            kept.pop()
        else:
            kept.append(tag)
    return "".join(unit.text[tag.start : tag.end] for tag in kept)


_REASONS = {OTHER_TEXT: "the response has different text at this position"}
"""Reasons for refusals, reworded for a response."""

Subjects = Mapping[int, EntitySubject]
"""The subjects of differences, by index."""


class EntityRepairs:
    """Fixes responses for one configuration; `role` is the role in which they are read."""

    def __init__(self, syntax: SgmlSyntax, scoring: NamedEntityScoring, role: Role) -> None:
        self._syntax = syntax
        self._read = SgmlLanguage(syntax, role).read
        self._entities = EntityAnnotations(syntax, scoring, role)
        self._last: tuple[SgmlUnit, Mapping[int, Annotation]] | None = None

    def repair(self, response: Sequence[SgmlUnit], differences: Sequence[Difference]) -> Rewriting:
        """Return the edits of a document; see `keytally.families.annotations.DifferenceClassifier`."""
        by_units = defaultdict[Units, dict[int, EntitySubject]](dict)
        for number, difference in enumerate(differences):
            subject: EntitySubject = difference.subject
            by_units[subject.units][number] = subject
        edits: list[tuple[SgmlUnit, Edit]] = []
        refused: dict[int, str] = {}
        read: list[tuple[SgmlUnit, SgmlUnit]] = []
        for units, subjects in by_units.items():
            if units.response is not None:
                made = self._in_unit(units.response, subjects, refused)
                edits += made.edits
                read += made.read
            elif response and units.key is not None:
                written = self._document(units.key, subjects, refused)
                edits.append((response[-1], append_document(response[-1], written)))
            else:
                refused |= dict.fromkeys(subjects, NO_PLACE)
        return Rewriting(edits, refused, tuple(read))

    def _document(self, key: SgmlUnit, subjects: Subjects, refused: dict[int, str]) -> str:
        """Return a document with the key's text, annotated only with the entities of these differences."""
        bare = self._read(key.stripped())
        made = self._in_unit(bare, subjects, refused)
        return apply_edits(bare.text, [edit for _, edit in made.edits])

    def _in_unit(self, unit: SgmlUnit, subjects: Subjects, refused: dict[int, str]) -> Rewriting:
        """Return the edits of a unit for the differences that can be fixed; the others are refused."""
        whole, reasons = self._tried(unit, subjects)
        if not reasons:
            return whole
        if NOT_READ in reasons.values():
            return self._one_by_one(unit, subjects, refused)
        refused |= reasons
        return self._in_unit(unit, _without(subjects, reasons), refused)

    def _one_by_one(self, unit: SgmlUnit, subjects: Subjects, refused: dict[int, str]) -> Rewriting:
        """Return the edits for all differences that can be fixed together, trying them in order."""
        kept: dict[int, EntitySubject] = {}
        made = Rewriting(())
        for number, subject in subjects.items():
            found, reasons = self._tried(unit, {**kept, number: subject})
            if reasons:
                refused[number] = reasons.get(number) or next(iter(reasons.values()))
            else:
                kept[number], made = subject, found
        return made

    def _tried(self, unit: SgmlUnit, subjects: Subjects) -> tuple[Rewriting, Mapping[int, str]]:
        """Return the edits for these differences, and the reasons why some of them cannot be fixed.

        Entities with the same extent are nested as in the key, because the scorer aligns them in this order.
        """
        present = self._present(unit)
        exchanged = [
            (number, old, new)
            for number, subject in subjects.items()
            for old, new in zip_longest(subject.present, subject.wanted)
        ]
        exchanged.sort(key=lambda each: -1 if each[2] is None else each[2].start)
        owners = [number for number, _, _ in exchanged]
        changes = [
            Change(
                None if old is None else present[old.start],
                None if new is None else self._wanted(subjects[number].units.key, new),
            )
            for number, old, new in exchanged
        ]
        made = self._entities.rewriting([unit], changes)
        reasons = {owners[at]: _REASONS.get(why, why) for at, why in made.refused.items()}
        return made, reasons

    def _present(self, unit: SgmlUnit) -> Mapping[int, Annotation]:
        """Return the entities of a unit by start; the entities of the last unit are cached."""
        if self._last is None or self._last[0] is not unit:
            self._last = (
                unit,
                {annotation.start: annotation for annotation in self._entities.annotations([unit])},
            )
        return self._last[1]

    def _wanted(self, key: SgmlUnit | None, entity: MucObject) -> Annotation:
        """Return an entity of the key as an annotation for the response, with one alternative for each
        attribute.
        """
        assert key is not None and entity.extent is not None
        extent = entity.extent.start, entity.extent.end
        name = one_line(key.stripped()[extent[0] : extent[1]])
        left_out = self._syntax.text, self._syntax.status
        named = (item for item in entity.slots.items() if item[0] not in left_out)
        attributes = [f"{slot.upper()}={self._chosen(key, entity, slot)}" for slot, _ in named]
        value = (entity.class_name.upper(), *attributes)
        return Annotation(None, 0, 0, ENTITY, name, extent, value, extent=extent)

    def _chosen(self, key: SgmlUnit, entity: MucObject, slot: str) -> str:
        """Return the alternative of an attribute that is accepted by the most entities of the key with that
        extent; ties go to the first.

        As a result, the score does not depend on which of these entities the scorer aligns with the new
        entity.
        """
        texts = _texts(entity, slot)
        if len(texts) == 1:
            return texts[0]
        place = entity.extent and entity.extent[:2]
        read = element_objects(key, self._syntax, Role.KEY)
        same = (each for each in read if each.extent and each.extent[:2] == place)
        beside = [_texts(each, slot) for each in same if each.class_name == entity.class_name]
        return max(texts, key=lambda text: sum(text in each for each in beside))


def _texts(entity: MucObject, slot: str) -> list[str]:
    """Return the alternatives of a slot."""
    if slot not in entity.slots:
        return []
    return [" ".join(fill.text for fill in fills) for fills in entity.slots[slot].alternatives]


def _without(subjects: Subjects, refused: Collection[int]) -> Subjects:
    return {number: subject for number, subject in subjects.items() if number not in refused}
