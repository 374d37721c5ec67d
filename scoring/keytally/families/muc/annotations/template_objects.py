"""Template objects and slots as annotations, and the matching objects of two files."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from keytally.families.annotations import (
    ALTERNATIVE,
    AlternativeAnnotation,
    Annotation,
    DoneComment,
    Reference,
)
from keytally.families.contract import Role
from keytally.families.muc.model import Fill, MucObject, Slot, SlotsCache
from keytally.families.muc.scoring.templates import TemplateScoring
from keytally.families.muc.templates.objects import record_objects
from keytally.families.muc.templates.scanner import (
    BLANKS,
    COMMENT_MARKS,
    Identity,
    TemplateTokenKind,
    document_number,
    pointed_name,
    sound_header,
)
from keytally.families.muc.templates.unit import (
    OPTIONAL_VALUES,
    Record,
    SingleFill,
    SlotEntry,
    TemplateSyntax,
    TemplateUnit,
)
from keytally.text.positions import Span

# The content of a slot, in words that do not depend on the spelling of its fills.
#
# The words are the fills, sorted within each alternative: those of set slots in upper case, others in quotes
# with single spaces, pointers as references. `/` separates two alternatives, and precedes the first one of an
# optional slot.


SLASH = ALTERNATIVE
POINTER = "pointer"
SET = "set"
_BARE = re.compile(r"\w[^\"'<>#:/\r\n]*")
_WRITTEN = (TemplateTokenKind.QUOTED, TemplateTokenKind.BARE)

Word = str | Reference
Targets = Callable[[str], tuple[int, object] | None]
"""Resolves a pointer to the index of an annotation and a sort key; None if its target does not exist."""


class SpelledFill(NamedTuple):
    """A fill in normalised form, and its spelling in a file."""

    word: str
    text: str


class SlotKinds(NamedTuple):
    """The kinds of the slots of a task's classes: `set`, `string` or `pointer`."""

    syntax: TemplateSyntax

    def kind(self, class_name: str, slot: str) -> str:
        """Return the kind of a slot; the status slot, which makes objects optional, is a set."""
        declared = self.syntax.declared(class_name)
        known = declared.kind(slot) if declared is not None else None
        return known or (SET if slot == self.syntax.status else "string")

    def order(self, class_name: str, slot: str) -> int:
        """Return the position of a slot within its class, from the BNF if there is one, otherwise from the
        configuration.
        """
        return self.syntax.slot_place(class_name, slot)


def slot_value(slot: Slot, kind: str, targets: Targets) -> tuple[Word, ...]:
    """Return the words of a slot; empty if it has no content, for example only unresolved pointers."""
    said = sorted(filter(None, (_alternative(fills, kind, targets) for fills in slot.alternatives)))
    words: list[Word] = [SLASH] if slot.optional and said else []
    for number, alternative in enumerate(said):
        words += [SLASH] if number else []
        words += [word for _, word in alternative]
    return tuple(words)


def _alternative(fills: Iterable[object], kind: str, targets: Targets) -> list[tuple[object, Word]]:
    texts = [str(getattr(fill, "text", "")) for fill in fills]
    if kind != POINTER:
        return sorted((word, word) for word in (fill_word(text, kind) for text in texts))
    found = [target for target in map(targets, texts) if target is not None]
    return sorted(((order, index), Reference(index)) for index, order in found)


def fill_word(text: str, kind: str) -> str:
    """Return a fill as a word: in upper case and unquoted for set slots, otherwise in quotes."""
    text = " ".join(text.split())
    if kind == SET and _BARE.fullmatch(text):
        return text.upper()
    return f"'{text}'" if '"' in text else f'"{text}"'


def alternatives_in(value: Sequence[Word]) -> tuple[bool, list[list[Word]]]:
    """Return whether a slot is optional, and the words of each alternative."""
    optional = bool(value) and value[0] == SLASH
    found: list[list[Word]] = [[]]
    for word in value[1:] if optional else value:
        if word == SLASH:
            found.append([])
        else:
            found[-1].append(word)
    return optional, found


def spelled_alternatives(
    unit: TemplateUnit, entries: Iterable[SlotEntry], kind: str
) -> list[list[SpelledFill]]:
    """Return the alternatives of a slot in the order and spelling of a file.

    A repeated entry continues the one before it.
    """
    found: list[list[SpelledFill]] = []
    for entry in entries:
        for alternative in entry.alternatives:
            if alternative.slash is not None or not found:
                found.append([])
            found[-1] += [_spelled(unit, fill, kind) for fill in alternative.fills]
    return [each for each in found if each]


def _spelled(unit: TemplateUnit, fill: SingleFill, kind: str) -> SpelledFill:
    """Return a fill with its link information; an unclosed fill is represented by its normalised word."""
    word = fill_word(fill.text, kind)
    end = fill.link.end if fill.link is not None else fill.end
    return SpelledFill(word, unit.text[fill.start : end] if fill.kind in _WRITTEN else word)


# The places of an object and its slots in the text of their unit.
#
# Nearly all records are plain, and their places follow from the objects: a tree of each record of several
# files would take more time and memory than all other data about it.


_SIGN = ":="
_BEHIND = f"{BLANKS}\r\n"
_BETWEEN = f"{_BEHIND}/"


class ObjectPlaces(NamedTuple):
    """The positions of an object's header and of its slots with fills, and its identification string."""

    identity: Identity
    header: Span
    slots: Mapping[str, Span]


def object_places(unit: TemplateUnit, obj: MucObject) -> ObjectPlaces:
    """Return the positions of an object and its slots in its unit."""
    return object_places_from_spans(plain_spans(unit.text, obj), unit, obj)


def object_places_from_spans(
    spans: Mapping[str, Span] | None, unit: TemplateUnit, obj: MucObject
) -> ObjectPlaces:
    """Return the positions of an object, given the result of `plain_spans` for it."""
    identity = sound_header(unit.text) if spans is not None and obj.start == 0 else None
    if spans is None or identity is None:
        return _places_in(record_of(unit, obj))
    lines = obj.lines
    slots = {name: Span(lines + start, lines + end) for name, (start, end) in spans.items()}
    return ObjectPlaces(identity, Span(0, unit.text.index(_SIGN) + len(_SIGN)), slots)


def record_of(unit: TemplateUnit, obj: MucObject) -> Record:
    """Return the record of an object in the syntax tree of its unit."""
    return next(scored_record for scored_record in unit.scored_records() if scored_record.start == obj.start)


def slot_end(slot: SlotEntry) -> int:
    """Return the end of a slot: the end of its colon, its last slash or its last fill with link
    information, whichever is last.
    """
    ends = [fill.link.end if fill.link else fill.end for fill in slot.fills]
    slashes = [alternative.slash + 1 for alternative in slot.alternatives if alternative.slash is not None]
    return max([slot.end + 1, *ends, *slashes, *([] if slot.slash is None else [slot.slash + 1])])


def _places_in(record: Record) -> ObjectPlaces:
    """Return the positions from a syntax tree; a repeated slot has the position of its first entry."""
    header = record.header
    assert header is not None, "an object has a header"
    slots = {slot.name: Span(slot.start, slot_end(slot)) for slot in reversed(record.slots)}
    return ObjectPlaces(header.identity, Span(header.start, header.end), slots)


def plain_spans(text: str, obj: MucObject) -> Mapping[str, Span] | None:
    """Return the spans of slots without parsing, if each slot is on separate lines.

    Offsets count from the first line after the header (`MucObject.lines`), so that objects with shared slots
    have the same spans. The result is None if there is other content, such as link information, a comment, or
    a slot that continues after another slot.
    """
    if not obj.starts:
        return None
    lines = sorted({*obj.starts.values()})
    following = dict(zip(lines, [*lines[1:], len(text) - obj.lines], strict=True))
    places: dict[str, Span] = {}
    for name, slot in obj.slots.items():
        line = obj.starts.get(name)
        if line is None:
            return None
        place = _plain_slot(text, slot, obj.lines + line, obj.lines + following[line])
        if place is None:
            return None
        places[name] = Span(place.start - obj.lines, place.end - obj.lines)
    return places


def _plain_slot(text: str, slot: Slot, line: int, following: int) -> Span | None:
    """Return the span of a slot that begins on a line, if only its fills occur before the next slot."""
    fills = [fill for alternative in slot.alternatives for fill in alternative]
    ends = [text.index(":", line) + 1, *(line + fill.end for fill in fills)]
    if any(text[end : line + fill.start].strip(_BETWEEN) for end, fill in zip(ends, fills, strict=False)):
        return None
    end = ends[-1]
    if end > following or text[end:following].strip(_BEHIND):
        return None
    start = line
    while text[start] in BLANKS:
        start += 1
    return Span(start, end)


# The content of objects' slots without their context, computed once for all objects that share their slots.
#
# Most objects of a file are identical in the other annotators' files, and share their slots then. The targets
# of pointers depend on the other objects of a file and are not part of this.


class SlotContent(NamedTuple):
    """A slot, its position within its class, and its words; None for words that contain pointers."""

    name: str
    order: int
    slot: Slot
    words: tuple[Word, ...] | None


class ObjectContent(NamedTuple):
    """The slots of an object in the order of its class, and their spans (see `plain_spans`).

    `content` is the object's content without pointers; it is the sort key of pointers to the object, so that
    their order is the same in all files.
    """

    slots: Sequence[SlotContent]
    spans: Mapping[str, Span] | None
    content: object


class ObjectContents:
    """Computes and caches the content of objects' slots for one syntax."""

    def __init__(self, syntax: TemplateSyntax) -> None:
        self.syntax = syntax
        self._kinds = SlotKinds(syntax)
        self._known: dict[str, SlotsCache[ObjectContent]] = {}

    def of(self, unit: TemplateUnit, obj: MucObject) -> ObjectContent:
        """Return the content of an object's slots; an optional object always has the status slot."""
        if obj.optional or obj.starts is None:
            return self._said(unit, obj)
        known = self._known.setdefault(obj.class_name, SlotsCache())
        said = known.get(obj.slots)
        if said is None:
            said = self._said(unit, obj)
            known.put(obj.slots, said)
        return said

    def _said(self, unit: TemplateUnit, obj: MucObject) -> ObjectContent:
        slots, status = {**obj.slots}, self.syntax.status
        if obj.optional and status not in slots:
            slots[status] = Slot(((Fill(OPTIONAL_VALUES[1], 0, 0),),))
        said = [self._slot(obj.class_name, name, slot) for name, slot in slots.items()]
        said.sort(key=lambda each: (each.order, each.name))
        return ObjectContent(said, plain_spans(unit.text, obj), _content(obj, said))

    def _slot(self, class_name: str, name: str, slot: Slot) -> SlotContent:
        kind = self._kinds.kind(class_name, name)
        words = None if kind == POINTER else slot_value(slot, kind, lambda pointer: None)
        return SlotContent(name, self._kinds.order(class_name, name), slot, words)


def _content(obj: MucObject, said: Sequence[SlotContent]) -> object:
    texts = [
        (name, sorted(fill.text for fills in slot.alternatives for fill in fills if "<" not in fill.text))
        for name, _, slot, _ in said
    ]
    return obj.class_name, sorted(text for text in texts if text[1])


# Objects and slots as annotations: the content of a template file for a document.
#
# The content of an object is its class; its place is its class and the number in its identifier. Its slots
# are annotations with it as parent, in the order of the BNF, otherwise of the configuration. An object that
# its status makes optional has the status slot. Content that the scorer ignores is omitted: undeclared
# classes and slots, and pointers to nothing.


OBJECT = "object"
SLOT = "slot"
LARGEST = 10**9

Place = tuple[int | str, ...]


class ReadObject(NamedTuple):
    """An object, its unit, and its sort position in the document."""

    unit: TemplateUnit
    object: MucObject
    place: Place

    @property
    def record(self) -> Record:
        """Return the object's record."""
        return record_of(self.unit, self.object)

    @property
    def identity(self) -> Identity:
        """Return the object's identification string as written."""
        return object_places(self.unit, self.object).identity


def read_objects(units: Sequence[TemplateUnit], syntax: TemplateSyntax) -> list[ReadObject]:
    """Return the objects of a document, sorted by class and number; objects with equal identifiers are in
    file order.
    """
    count: dict[Place, int] = {}
    found = []
    for unit in units:
        for obj in record_objects(unit, syntax, Role.KEY) if unit.document is not None else ():
            if obj.one_up:
                named = obj.class_name, _number(obj.one_up), obj.one_up
                count[named] = count.get(named, 0) + 1
                found.append(ReadObject(unit, obj, (*named, count[named])))
    return sorted(found, key=lambda each: each.place)


def object_annotations(units: Sequence[TemplateUnit], said: ObjectContents) -> list[Annotation]:
    """Return the objects of a document as annotations, each followed by its slots."""
    read = read_objects(units, said.syntax)
    told = [said.of(each.unit, each.object) for each in read]
    target = _targets(read, told, said.syntax)
    values = [list(_values(each, target)) for each in told]
    starts = list(accumulate((1 + len(slots) for slots in values), initial=0))
    found: list[Annotation] = []
    for number, (each, slots) in enumerate(zip(read, values, strict=True)):
        found += _annotated(
            each, object_places_from_spans(told[number].spans, each.unit, each.object), slots, starts, number
        )
    return found


def _annotated(
    each: ReadObject,
    places: ObjectPlaces,
    slots: Sequence[tuple[SlotContent, tuple[Word, ...]]],
    starts: Sequence[int],
    number: int,
) -> Iterator[Annotation]:
    """Yield the annotations of an object and of its slots.

    References contain the numbers of objects, which are converted to annotation indices here.
    """
    unit, header = each.unit, places.header
    class_name = each.object.class_name.upper()
    yield Annotation(unit, *header, OBJECT, str(places.identity), each.place, (class_name,))
    for slot, value in slots:
        place = (*each.place, slot.order, slot.name)
        words = value if slot.words is not None else tuple(_by_index(value, starts))
        span = places.slots.get(slot.name, header)
        yield Annotation(unit, *span, SLOT, slot.name.upper(), place, words, starts[number])


def _by_index(value: Iterable[Word], starts: Sequence[int]) -> Iterator[Word]:
    return (part if isinstance(part, str) else Reference(starts[part.target]) for part in value)


def _number(one_up: str) -> int:
    is_number = one_up.isascii() and one_up.isdecimal() and len(one_up) < len(str(LARGEST))
    return int(one_up) if is_number else LARGEST


def _targets(read: Sequence[ReadObject], told: Sequence[ObjectContent], syntax: TemplateSyntax) -> Targets:
    """Return a function that resolves a pointer to the first object with that name, and to its content."""
    numbers = {
        (each.object.class_name, each.object.document, each.object.one_up): number
        for number, each in reversed(list(enumerate(read)))
    }

    def target(pointer: str) -> tuple[int, object] | None:
        number = numbers.get(pointed_name(pointer, syntax.compound_classes))
        return None if number is None else (number, told[number].content)

    return target


def _values(told: ObjectContent, target: Targets) -> Iterator[tuple[SlotContent, tuple[Word, ...]]]:
    """Yield each slot that has content, with its words."""
    for slot in told.slots:
        value = slot.words if slot.words is not None else slot_value(slot.slot, POINTER, target)
        if value:
            yield slot, value


# Objects and slots that keep several annotators' versions, because a key may have alternatives and be
# optional.
#
# A slot gets the fills of each as an alternative, and is optional if an annotator has the object without it.
# An object that some annotator does not have is optional by its status.


OPTIONAL = OPTIONAL_VALUES[1].upper()


def annotation_with_alternatives(
    said: Sequence[Annotation], is_optional: bool, syntax: TemplateSyntax
) -> AlternativeAnnotation | None:
    """Return an object or a slot that accepts every annotator's version; None if the objects belong to
    different classes.
    """
    first, name = said[0], syntax.status.upper()
    if first.kind == OBJECT:
        if len({each.value for each in said}) > 1:
            return None
        status = Annotation(None, 0, 0, SLOT, name, (), (OPTIONAL,))
        return AlternativeAnnotation(first, (status,) if is_optional else ())
    if first.name == name:
        return AlternativeAnnotation(_made(first, (OPTIONAL,)))
    read = [alternatives_in(each.value) for each in said]
    is_optional = is_optional or any(optional for optional, _ in read)
    return AlternativeAnnotation(
        _made(first, _joined(is_optional, [words for _, each in read for words in each]))
    )


def _made(first: Annotation, value: tuple[Word, ...]) -> Annotation:
    return first._replace(unit=None, start=0, end=0, value=value)


def _joined(is_optional: bool, found: Sequence[Sequence[Word]]) -> tuple[Word, ...]:
    """Return the words of a slot, with duplicate alternatives removed."""
    words: list[Word] = [SLASH] if is_optional else []
    for number, alternative in enumerate(_distinct(found)):
        words += [SLASH, *alternative] if number else alternative
    return tuple(words)


def _distinct(found: Sequence[Sequence[Word]]) -> Iterator[Sequence[Word]]:
    known = set[tuple[str, ...]]()
    for alternative in found:
        key = tuple(sorted(map(repr, alternative)))
        if alternative and key not in known:
            known.add(key)
            yield alternative


# Matches the objects of two files: the scorer's alignment, made symmetric.
#
# Objects with one identifier and equal slots come first, because the scorer distinguishes objects without a
# scored fill only by their order. The scorer aligns the others; pointers to objects of the first pairs count
# as pointers to aligned ones. It takes one file as the key and ignores, in the other, content that only keys
# may have. So each file is the key once. Pairs in both alignments precede those in one of them, and each
# object is in one pair.


Pair = tuple[int, int]
Said = Sequence[tuple[str, tuple[object, ...]]]
"""The slots of an object, as names with words; pointers are represented by the places of their targets."""

MOST_KEPT = 8
"""The number of files whose objects are cached: five annotators and a gold need six."""


class FileObjects:
    """The objects in the annotations of one file, prepared for comparison with other files."""

    def __init__(self, listed: Sequence[Annotation], syntax: TemplateSyntax) -> None:
        self.listed = listed
        self._syntax = syntax
        self._read: dict[tuple[Role, int], Mapping[int, MucObject]] = {}

    @cached_property
    def by_place(self) -> Mapping[tuple[int | str, ...], int]:
        """Map the places of objects to their indices."""
        return {each.place: index for index, each in enumerate(self.listed) if each.kind == OBJECT}

    @cached_property
    def slots(self) -> Mapping[int, Said]:
        """Return the slots of each object."""
        listed = self.listed
        found: dict[int, list[tuple[str, tuple[object, ...]]]] = {at: [] for at in self.by_place.values()}
        for each in listed:
            if each.parent is not None:
                words = [part if isinstance(part, str) else listed[part.target].place for part in each.value]
                found[each.parent].append((each.name, tuple(words)))
        return found

    def objects(self, role: Role, but: Set[int] = frozenset()) -> dict[int, MucObject]:
        """Return the objects as read in the given role, by the index of their annotations.

        Objects with the indices in `but` are omitted, and their units are not read if they contain no other
        objects.
        """
        return {
            index: obj
            for name, (_, indices) in self._units.items()
            if not indices <= but
            for index, obj in self._of_unit(role, name).items()
            if index not in but
        }

    @cached_property
    def _units(self) -> Mapping[int, tuple[TemplateUnit, Set[int]]]:
        """Return the units, each with the indices of its objects."""
        found: dict[int, tuple[TemplateUnit, set[int]]] = {}
        for index in self.by_place.values():
            unit = self.listed[index].unit
            found.setdefault(id(unit), (unit, set()))[1].add(index)
        return found

    def _of_unit(self, role: Role, name: int) -> Mapping[int, MucObject]:
        """Return the objects of a unit, which is read at most once per role."""
        known = self._read.get((role, name))
        if known is None and role is Role.RESPONSE:
            as_key = self._of_unit(Role.KEY, name)
            known = as_key if not any(map(self._is_key_only, as_key.values())) else None
        if known is None:
            unit, indices = self._units[name]
            by_start = {self.listed[index].start: index for index in indices}
            read = record_objects(unit, self._syntax, role)
            known = {by_start[obj.start]: obj for obj in read if obj.start in by_start}
        self._read[role, name] = known
        return known

    def _is_key_only(self, obj: MucObject) -> bool:
        """Return whether an object has content that is valid only in keys and that responses ignore."""
        has_status = obj.optional or self._syntax.status in obj.slots
        return has_status or any(slot.optional or len(slot.alternatives) > 1 for slot in obj.slots.values())


class ReadObjects:
    """The objects of annotations; objects of recent files are cached.

    The files of a document are aligned in pairs, so each file is requested several times in a row.
    """

    def __init__(self, syntax: TemplateSyntax) -> None:
        self._syntax = syntax
        self._kept: dict[int, FileObjects] = {}

    def of(self, listed: Sequence[Annotation]) -> FileObjects:
        """Return the objects of a file."""
        known = self._kept.get(id(listed))
        if known is None:
            if len(self._kept) == MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            known = self._kept[id(listed)] = FileObjects(listed, self._syntax)
        return known


def object_counterparts(first: FileObjects, second: FileObjects, scoring: TemplateScoring) -> list[Pair]:
    """Return the matching objects as pairs, in order; if every object of one file has an equal object in
    the other, no alignment is needed.
    """
    found = list(_equal(first, second))
    if len(found) in (len(first.by_place), len(second.by_place)):
        return sorted(found)
    there = set(_aligned(first, second, found, scoring))
    back = {(i, j) for j, i in _aligned(second, first, [(j, i) for i, j in found], scoring)}
    taken = {i for i, _ in found}, {j for _, j in found}
    both = there & back

    def rank(pair: Pair) -> tuple[bool, list[tuple[int | str, ...]]]:
        places = sorted((first.listed[pair[0]].place, second.listed[pair[1]].place))
        return pair not in both, places

    for pair in sorted(there | back, key=rank):
        if pair[0] not in taken[0] and pair[1] not in taken[1]:
            taken[0].add(pair[0])
            taken[1].add(pair[1])
            found.append(pair)
    return sorted(found)


def _aligned(
    key: FileObjects, response: FileObjects, settled: Sequence[Pair], scoring: TemplateScoring
) -> Iterator[Pair]:
    """Yield the pairs that the scorer aligns with one file as the key, except those already matched.

    If the remaining objects have no pointers, only they are read.
    """
    taken = {i for i, _ in settled}, {j for _, j in settled}
    mine, others = key.objects(Role.KEY, taken[0]), response.objects(Role.RESPONSE, taken[1])
    known: dict[MucObject, MucObject] = {}
    if scoring.may_point((*mine.values(), *others.values())):
        mine, others = key.objects(Role.KEY), response.objects(Role.RESPONSE)
        known = {mine[i]: others[j] for i, j in settled if i in mine and j in others}
    partner = scoring.align(list(mine.values()), list(others.values()), known)
    index_of = {id(obj): index for index, obj in others.items()}
    return (
        (index, index_of[id(partner[obj])])
        for index, obj in mine.items()
        if obj in partner and obj not in known
    )


def _equal(first: FileObjects, second: FileObjects) -> Iterator[Pair]:
    """Yield the pairs of objects with the same place and equal slots."""
    for place, index in first.by_place.items():
        other = second.by_place.get(place)
        if other is not None and first.slots[index] == second.slots[other]:
            yield index, other


_WORD = "done"
_DONE = re.compile(
    rf"(?:\A|(?<=[\r\n]))[{''.join(COMMENT_MARKS)}][ \t]*{_WORD}[ \t]+(\S+)[ \t]*(?:\r\n?|\n|\Z)"
)
"""A comment that consists only of the word `done` and a document; a comment with more words is an ordinary
remark.
"""


def done_comments(unit: TemplateUnit) -> Sequence[DoneComment]:
    """Return the comments of a unit that mark a document as done."""
    if _WORD not in unit.text:
        return ()
    found = _DONE.finditer(unit.text)
    return [DoneComment(document_number(each[1]), each.start(), each.end()) for each in found]


def done_comment(document: str) -> str:
    """Return the comment that marks a document as done."""
    return f"; {_WORD} {document}"
