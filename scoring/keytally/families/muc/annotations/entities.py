"""Entities as annotations, and the edits of tags that create given entities."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from keytally.families.annotations import AlternativeAnnotation, Annotation, Change, Reference, Rewriting
from keytally.families.contract import Role
from keytally.families.muc.annotations import NOT_READ, OTHER_TEXT
from keytally.families.muc.model import MucObject, Slot
from keytally.families.muc.scoring.named_entity import (
    NamedEntityScoring,
    clusters_in_order,
    overlapping_pairs,
)
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.structure import Element
from keytally.families.muc.sgml.syntax import SgmlSyntax, TagShape
from keytally.families.muc.sgml.unit import (
    REMEMBERED_TAGS,
    SgmlUnit,
    element_objects,
    markup_pieces,
    one_line,
    placeless_object,
)
from keytally.findings.finding import Edit, apply_edits


def entity_with_alternatives(said: Sequence[Annotation], syntax: SgmlSyntax) -> Annotation | None:
    """Return an entity with the longest of the texts, which must contain every other text, and with the other
    texts in ALT.

    Its attributes combine the values of all entities; it is optional if any of them is. The result is None if
    the tags differ, if no text contains all others, or if a text cannot be written in ALT.
    """
    widest = min(said, key=lambda each: (_negative_width(each), each.place))
    tags = {each.value[0] for each in said}
    if len(tags) > 1 or not all(_holds(widest, each) for each in said):
        return None
    words = _joined(said, syntax.separator)
    others = {each.name for each in said if each.extent != widest.extent} - {widest.name}
    if others:
        if any(syntax.separator in text or syntax.quote_char in text for text in others):
            return None
        words[syntax.alt.upper()] = words.get(syntax.alt.upper(), set()) | others
    first = syntax.type.upper()
    named = sorted((name != first, name, sorted(values)) for name, values in words.items())
    value = (*tags, *(f"{name}={syntax.separator.join(values)}" for _, name, values in named))
    return widest._replace(unit=None, start=0, end=0, value=value)


def _joined(said: Iterable[Annotation], separator: str) -> dict[str, set[str]]:
    """Return the values that each attribute has in any of the entities."""
    words: dict[str, set[str]] = {}
    for each in said:
        for attribute in map(str, each.value[1:]):
            name, _, values = attribute.partition("=")
            words.setdefault(name, set()).update(values.split(separator) if separator else [values])
    return words


def _negative_width(annotation: Annotation) -> int:
    return annotation.extent[0] - annotation.extent[1] if annotation.extent is not None else 0


def _holds(outer: Annotation, inner: Annotation) -> bool:
    if outer.extent is None or inner.extent is None:
        return False
    return outer.extent[0] <= inner.extent[0] and inner.extent[1] <= outer.extent[1]


_TOKEN = re.compile(r"\w+|[^\w\s]")


def entity_tokens(units: Sequence[SgmlUnit]) -> list[tuple[int, int]]:
    """Return the spans of the words and punctuation marks in a document's scored sections, in order.

    Existing markup and the document's number are not counted as words.
    """
    found: list[tuple[int, int]] = []
    shift = 0
    for unit in units:
        found += ((shift + start, shift + end) for start, end in _tokens(unit))
        shift += unit.stripped_length
    return found


def _tokens(unit: SgmlUnit) -> Iterator[tuple[int, int]]:
    text, reached = unit.stripped(), 0
    number = _number(unit)
    for _, first, last in unit.sections:
        end = unit.stripped_offset(last)
        for is_markup, *place in markup_pieces(text, max(unit.stripped_offset(first), reached), end):
            if not is_markup:
                spans = (match.span() for match in _TOKEN.finditer(text, *place))
                yield from (span for span in spans if not number[0] <= span[0] < number[1])
        reached = max(reached, end)


def _number(unit: SgmlUnit) -> tuple[int, int]:
    """Return the extent of the document's number in the text without tags; an empty extent if there is
    none.
    """
    if unit.number is None:
        return 0, 0
    return unit.stripped_offset(unit.number.start), unit.stripped_offset(unit.number.end)


def entity_type(annotation: Annotation, syntax: SgmlSyntax) -> str:
    """Return the TYPE of an entity, such as `PERSON`, or the name of its tag."""
    beginning = f"{syntax.type.upper()}="
    types = (part for part in annotation.value if isinstance(part, str) and part.startswith(beginning))
    first = next(types, None)
    return str(annotation.value[0]) if first is None else first.removeprefix(beginning)


CROSSES = "the tags of the entity would cross those of another entity"

Span = tuple[int, int]
Said = tuple[Span, tuple[str | Reference, ...]]
"""The extent of an entity in its unit, and its value."""


class _Wanted(NamedTuple):
    """An entity to write into a unit: the number of its change, its extent, its class, and its open and close
    tags.

    The class is in lower case. `present` is the element that it replaces, or None for a new entity.
    """

    change: int
    extent: Span
    name: str
    tags: tuple[str, str]
    present: Element | None = None


class _Plan(NamedTuple):
    """The changes of a unit: elements to delete, to change in place, and to insert."""

    unit: SgmlUnit
    gone: Mapping[int, Element]
    changed: Sequence[_Wanted]
    new: Sequence[_Wanted]

    def staying(self) -> list[Element]:
        """Return the elements that remain; the tags of some of them change."""
        gone = {element.start for element in self.gone.values()}
        return [element for element in self.unit.elements if element.start not in gone]


class _Edited(NamedTuple):
    """The edits of a unit, and the unit as read after applying them."""

    edits: Sequence[Edit]
    unit: SgmlUnit


class _Inserted(NamedTuple):
    """A tag to insert; at the same position close tags come first (inner before outer), then open tags."""

    place: int
    order: tuple[int, int, int]
    text: str


class EntityTags:
    """Converts changes of entities to edits of their tags.

    `said` returns the content of a unit, and `reread` reads a unit after an edit; every edited unit is read
    again to check the edits. The content of the last unit is cached, because many changes are tried on the
    same unit.
    """

    def __init__(
        self,
        syntax: SgmlSyntax,
        said: Callable[[SgmlUnit], Iterable[Said]],
        reread: Callable[[SgmlUnit, str], SgmlUnit],
    ) -> None:
        self._syntax = syntax
        self._said = said
        self._reread = reread
        self._last: tuple[SgmlUnit, Counter[Said]] | None = None

    def rewriting(self, units: Sequence[SgmlUnit], changes: Sequence[Change]) -> Rewriting:
        """Return the edits of the units; see keytally.families.annotations.AnnotationEditor."""
        starts = list(accumulate((unit.stripped_length for unit in units), initial=0))
        of_unit = defaultdict[int, list[int]](list)
        for number, change in enumerate(changes):
            of_unit[_unit_of(change, units, starts)].append(number)
        edits: list[tuple[SgmlUnit, Edit]] = []
        refused: dict[int, str] = {}
        read: list[tuple[SgmlUnit, SgmlUnit]] = []
        for which, numbers in sorted(of_unit.items()):
            unit, chosen = units[which], {number: changes[number] for number in numbers}
            made = self._in_unit(unit, starts[which], chosen, refused)
            if made is not None:
                edits += ((unit, edit) for edit in made.edits)
                read.append((unit, made.unit))
        return Rewriting(edits, refused, tuple(read))

    def _in_unit(
        self, unit: SgmlUnit, shift: int, changes: Mapping[int, Change], refused: dict[int, str]
    ) -> _Edited | None:
        """Return the edits for the changes that can be made, or None; add the other changes to `refused`."""
        refused.update((n, OTHER_TEXT) for n, change in changes.items() if not _fits(unit, shift, change))
        plan = self._plan(unit, shift, {n: each for n, each in changes.items() if n not in refused})
        while crossing := _crossing(plan):
            refused.update((number, CROSSES) for number in crossing)
            plan = self._plan(unit, shift, {n: each for n, each in changes.items() if n not in refused})
        edits = _edits(plan)
        if not edits:
            return None
        edited = self._reread(unit, apply_edits(unit.text, edits))
        made = [changes[number] for number in changes if number not in refused]
        if not self._is_as_meant(unit, edited, shift, made):
            refused.update((number, NOT_READ) for number in changes if number not in refused)
            return None
        return _Edited(edits, edited)

    def _plan(self, unit: SgmlUnit, shift: int, changes: Mapping[int, Change]) -> _Plan:
        elements = {element.start: element for element in unit.elements}
        gone: dict[int, Element] = {}
        changed: list[_Wanted] = []
        new: list[_Wanted] = []
        for number, (present, wanted, *_) in changes.items():
            element = elements[present.start] if present is not None else None
            if wanted is not None and element is not None and present is not None and _stays(present, wanted):
                if present.value != wanted.value:
                    changed.append(self._wanted(number, wanted, shift, element))
                continue
            if element is not None:
                gone[number] = element
            if wanted is not None:
                new.append(self._wanted(number, wanted, shift))
        return _Plan(unit, gone, changed, new)

    def _wanted(self, number: int, wanted: Annotation, shift: int, present: Element | None = None) -> _Wanted:
        name = str(wanted.value[0]).lower()
        return _Wanted(number, _span(wanted, shift), name, self._written(wanted), present)

    def _written(self, wanted: Annotation) -> tuple[str, str]:
        """Return the two tags of an entity: the annotator's tags if well-formed, otherwise tags generated
        from its value.
        """
        name = str(wanted.value[0])
        made = self._open_tag(wanted), f"</{name}>"
        if wanted.unit is None:
            return made
        text, (starts, ends, _), tags = wanted.unit.text, wanted.unit.places, wanted.unit.tags
        opened, close = tags[bisect_left(starts, wanted.start)], tags[bisect_left(ends, wanted.end)]
        is_sound = close.is_close and close.shape.complete and close.name == opened.name
        return (
            text[opened.start : opened.end] if opened.shape.complete else made[0],
            text[close.start : close.end] if is_sound else made[1],
        )

    def _open_tag(self, wanted: Annotation) -> str:
        name, *attributes = map(str, wanted.value)
        parts = (attribute.partition("=") for attribute in attributes)
        written = (f' {each}="{value.replace(chr(34), self._syntax.quote_char)}"' for each, _, value in parts)
        return f"<{name}{''.join(written)}>"

    def _is_as_meant(self, unit: SgmlUnit, edited: SgmlUnit, shift: int, changes: Iterable[Change]) -> bool:
        """Return whether the edited unit has the original content plus exactly the requested changes."""
        if self._last is None or self._last[0] is not unit:
            self._last = unit, Counter(self._said(unit))
        expected = self._last[1].copy()
        for present, wanted, *_ in changes:
            if present is not None:
                expected[_span(present, shift), present.value] -= 1
            if wanted is not None:
                expected[_span(wanted, shift), wanted.value] += 1
        return +expected == Counter(self._said(edited))


def _unit_of(change: Change, units: Sequence[SgmlUnit], starts: Sequence[int]) -> int:
    """Return the index of the unit that a change concerns."""
    if change.present is not None:
        return next(index for index, unit in enumerate(units) if unit is change.present.unit)
    assert change.wanted is not None and change.wanted.extent is not None
    return min(bisect_right(starts, change.wanted.extent[0]), len(units)) - 1


def _fits(unit: SgmlUnit, shift: int, change: Change) -> bool:
    """Return whether the unit has the text of the new entity at its position."""
    if change.wanted is None:
        return True
    start, end = _span(change.wanted, shift)
    return one_line(unit.stripped()[start:end]) == change.wanted.name


def _span(annotation: Annotation, shift: int) -> Span:
    """Return the extent of an annotation within its unit."""
    assert annotation.extent is not None
    return annotation.extent[0] - shift, annotation.extent[1] - shift


def _stays(present: Annotation, wanted: Annotation) -> bool:
    return present.extent == wanted.extent


def _crossing(plan: _Plan) -> set[int]:
    """Return the changes whose new entities cross a remaining element or each other."""
    spans = [(each.stripped_start, each.stripped_end, None) for each in plan.staying()]
    every: list[tuple[int, int, int | None]] = [*spans, *((*each.extent, each.change) for each in plan.new)]
    found: set[int] = set()
    around: list[tuple[int, int, int | None]] = []
    for start, end, change in sorted(every, key=lambda span: (span[0], -span[1])):
        around = [span for span in around if span[1] > start]
        crossed = [span for span in around if span[1] < end]
        found.update(each for _, _, each in crossed if each is not None)
        if crossed and change is not None:
            found.add(change)
        around.append((start, end, change))
    return found


def _edits(plan: _Plan) -> list[Edit]:
    """Return the edits of a plan in text order; insertions at the same position are in the order of their
    tags.
    """
    around = _Around(plan)
    inserted = sorted(tag for number, each in enumerate(plan.new) for tag in around.tags(number, each))
    edits = [Edit(tag.place, tag.place, tag.text) for tag in inserted]
    for element in plan.gone.values():
        edits += [Edit(tag.start, tag.end, "") for tag in (element.open, element.close)]
    for wanted in plan.changed:
        assert wanted.present is not None
        old = wanted.present.open, wanted.present.close
        has_other_name = old[0].name != wanted.name
        written = list(zip(old, wanted.tags, strict=True))[: 2 if has_other_name else 1]
        edits += [Edit(tag.start, tag.end, text) for tag, text in written]
    text = plan.unit.text
    telling = (edit for edit in edits if text[edit.start : edit.end] != edit.text)
    return sorted(telling, key=lambda edit: (edit.start, edit.end))


class _Around:
    """The remaining elements of a unit, by their start and end offsets."""

    def __init__(self, plan: _Plan) -> None:
        self._unit = plan.unit
        self._starting = defaultdict[int, list[Element]](list)
        self._ending = defaultdict[int, list[Element]](list)
        for element in plan.staying():
            self._starting[element.stripped_start].append(element)
            self._ending[element.stripped_end].append(element)

    def tags(self, number: int, wanted: _Wanted) -> Iterator[_Inserted]:
        """Yield the tags of the `number`th new entity, which is nested inside existing elements with the
        same extent.
        """
        (start, end), (opened, close) = wanted.extent, wanted.tags
        place = self._open_place(start, end)
        if start == end:
            yield _Inserted(place, (1, -end, number), opened + close)
            return
        yield _Inserted(place, (1, -end, number), opened)
        yield _Inserted(self._close_place(start, end), (0, -start, -number), close)

    def _open_place(self, start: int, end: int) -> int:
        """Return the offset for the open tag: after the elements that end there, but inside the elements
        that will contain the new entity.
        """
        closed = (each.close.end for each in self._ending[start] if each.stripped_start < start)
        around = (each.open.end for each in self._starting[start] if each.stripped_end >= max(end, start + 1))
        return max([self._unit.source_offset(start), *closed, *around])

    def _close_place(self, start: int, end: int) -> int:
        """Return the offset for the close tag: after the elements that end there and that the new entity
        contains.
        """
        within = (each.close.end for each in self._ending[end] if each.stripped_start > start)
        return max([self._unit.source_offset(end), *within])


ENTITY = "entity"
"""The kind of all annotations in the task."""

KEPT_UNITS = 16
"""The number of units whose objects are cached: five annotators and a gold, each in two roles, need
twelve.
"""

Pair = tuple[int, int]


class EntityAnnotations:
    """The entities of files that are read with one configuration.

    `role` is the role in which files are read.
    """

    def __init__(self, syntax: SgmlSyntax, scoring: NamedEntityScoring, role: Role = Role.KEY) -> None:
        self._syntax = syntax
        self._scoring = scoring
        self._role = role
        self._tags = EntityTags(syntax, self.said, SgmlLanguage(syntax, role).reread)
        self._values: dict[TagShape, tuple[str, ...]] = {}

    def annotations(self, units: Sequence[SgmlUnit]) -> Sequence[Annotation]:
        """Return the scored entities of a document's units in the order of their extents."""
        shifts = accumulate((unit.stripped_length for unit in units), initial=0)
        found = [
            self._annotation(unit, entity, value, shift)
            for unit, shift in zip(units, shifts, strict=False)
            for entity, (_, value) in zip(
                element_objects(unit, self._syntax, self._role), self.said(unit), strict=True
            )
        ]
        return sorted(found, key=lambda annotation: annotation.place)

    def said(self, unit: SgmlUnit) -> Iterator[Said]:
        """Yield the content of a unit: its scored entities, in the order of their tags."""
        shapes, stripped = unit.structure.shapes, unit.places.stripped
        for opened, close, _ in unit.scored_elements():
            yield (stripped[opened], stripped[close]), self._value_of(shapes[opened])

    def bare(self, units: Sequence[SgmlUnit]) -> Sequence[str]:
        """Return the text of each unit without the task's tags."""
        return [unit.stripped() for unit in units]

    def counterparts(self, first: Sequence[Annotation], second: Sequence[Annotation]) -> Sequence[Pair]:
        """Return the pairs of entities with the same extent, and pairs of other entities that overlap
        according to the scorer.

        Overlapping entities are paired greedily, best first: pairs that the scorer may align, by F summed
        over both roles; then pairs with the same tag; then all others. Ties are broken by the length of the
        common text, then by position.
        """
        at_one_place = list(_at_one_place(first, second))
        rest = _Rest(self._syntax, self._scoring, first, second, at_one_place)
        return sorted([*at_one_place, *rest.pairs()])

    def exclude(self, one: Annotation, other: Annotation) -> bool:
        """Return whether two entities have text in common."""
        return _shared(one, other) > 0

    def rewriting(self, units: Sequence[SgmlUnit], changes: Sequence[Change]) -> Rewriting:
        """Return the edits of tags that apply the changes.

        A change is refused if its entity would cross another entity.
        """
        return self._tags.rewriting(units, changes)

    def alternatives(self, said: Sequence[Annotation], is_optional: bool) -> AlternativeAnnotation | None:
        """Return one entity with the types and texts of all given entities."""
        kept = None if is_optional else entity_with_alternatives(said, self._syntax)
        return None if kept is None else AlternativeAnnotation(kept)

    def _annotation(
        self, unit: SgmlUnit, entity: MucObject, value: tuple[str | Reference, ...], shift: int
    ) -> Annotation:
        assert entity.extent is not None
        extent = shift + entity.extent.start, shift + entity.extent.end
        name = one_line(unit.stripped()[entity.extent.start : entity.extent.end])
        return Annotation(unit, entity.start, entity.end, ENTITY, name, extent, value, extent=extent)

    def _value_of(self, shape: TagShape) -> tuple[str, ...]:
        """Return the value of an entity with an open tag of the given shape; the value does not depend on
        the text.
        """
        found = self._values.get(shape)
        if found is None:
            if len(self._values) >= REMEMBERED_TAGS:
                self._values.clear()
            entity = placeless_object(shape, "", "", self._syntax, self._role)
            found = self._values[shape] = self._value(entity)
        return found

    def _value(self, entity: MucObject) -> tuple[str, ...]:
        """Return the tag's name, then the attributes as `NAME=value` as the scorer reads them, with TYPE
        first.
        """
        syntax = self._syntax
        written = {
            name: slot for name, slot in entity.slots.items() if name not in (syntax.text, syntax.status)
        }
        words = {name: _values(slot, name == syntax.type) for name, slot in written.items()}
        if (text := entity.slots.get(syntax.text)) is not None:
            words[syntax.alt] = _values(Slot(text.alternatives[1:]), False)
        if entity.optional:
            words[syntax.status] = ["OPT"]
        named = sorted((name != syntax.type, name, values) for name, values in words.items() if values)
        attributes = (f"{name.upper()}={syntax.separator.join(values)}" for _, name, values in named)
        return (entity.class_name.upper(), *attributes)


def _values(slot: Slot, upper: bool) -> list[str]:
    """Return the distinct alternatives of a slot, sorted."""
    texts = {" ".join(fill.text for fill in fills) for fills in slot.alternatives}
    return sorted({text.upper() for text in texts} if upper else texts)


def _at_one_place(first: Sequence[Annotation], second: Sequence[Annotation]) -> Iterator[Pair]:
    """Yield the pairs with the same extent: first those with equal values, then those with equal tags,
    then any.
    """
    places = defaultdict[Hashable, tuple[list[int], list[int]]](lambda: ([], []))
    for side, annotations in enumerate((first, second)):
        for index, annotation in enumerate(annotations):
            places[annotation.extent][side].append(index)
    for left, right in places.values():
        if len(left) == len(right) == 1:
            yield left[0], right[0]
            continue
        keys: tuple[Callable[[Annotation], Hashable], ...] = (_value, _tag, _nothing)
        for key in keys if left and right else ():
            for pair in list(_equal(first, second, left, right, key)):
                yield pair
                left.remove(pair[0])
                right.remove(pair[1])


def _value(annotation: Annotation) -> Hashable:
    return annotation.value


def _tag(annotation: Annotation) -> Hashable:
    return annotation.value[0]


def _nothing(annotation: Annotation) -> Hashable:
    return None


def _equal(
    first: Sequence[Annotation],
    second: Sequence[Annotation],
    left: Iterable[int],
    right: Iterable[int],
    key: Callable[[Annotation], Hashable],
) -> Iterator[Pair]:
    """Yield pairs of entities with equal keys; entities with the same key are paired in the order of their
    values.
    """
    waiting = defaultdict[Hashable, list[int]](list)
    for index in sorted(right, key=lambda index: (second[index].value, index), reverse=True):
        waiting[key(second[index])].append(index)
    for index in sorted(left, key=lambda index: (first[index].value, index)):
        if others := waiting[key(first[index])]:
            yield index, others.pop()


class _Fit(NamedTuple):
    """The similarity of two entities; the smallest value is the best match.

    `kind` is 0 if the scorer may align them, 1 if they merely have the same tag, and 2 if their tags differ.
    """

    kind: int
    f: float
    shared: int
    ends: Sequence[tuple[object, ...]]


class _Rest:
    """The entities of two files that have no counterpart with the same extent in the other file."""

    def __init__(
        self,
        syntax: SgmlSyntax,
        scoring: NamedEntityScoring,
        first: Sequence[Annotation],
        second: Sequence[Annotation],
        paired: Sequence[Pair],
    ) -> None:
        self._syntax = syntax
        self._scoring = scoring
        self._sides = first, second
        taken = {left for left, _ in paired}, {right for _, right in paired}
        self._left = [
            [index for index in range(len(side)) if index not in used]
            for side, used in zip(self._sides, taken, strict=True)
        ]

    def pairs(self) -> Iterator[Pair]:
        """Yield the overlapping pairs, best first; each entity occurs in one pair at most."""
        found = ((self._fit(*pair), pair) for pair in self._overlapping())
        used = set[int](), set[int]()
        for _, (left, right) in sorted(found):
            if left not in used[0] and right not in used[1]:
                used[0].add(left)
                used[1].add(right)
                yield left, right

    def _overlapping(self) -> Iterator[Pair]:
        places = sorted(
            (*extent, bool(side), index)
            for side, left in enumerate(self._left)
            for index in left
            if (extent := self._sides[side][index].extent) is not None
        )
        for cluster in clusters_in_order(places, self._scoring.overlap):
            yield from overlapping_pairs(cluster, self._scoring.overlap)

    def _fit(self, left: int, right: int) -> _Fit:
        one, other = self._sides[0][left], self._sides[1][right]
        f = self._f(one, other) if one.value[0] == other.value[0] else None
        kind = (1 if one.value[0] == other.value[0] else 2) if f is None else 0
        ends = sorted([(*one.place, one.value, left), (*other.place, other.value, right)])
        return _Fit(kind, -(f or 0.0), -_shared(one, other), ends)

    def _f(self, one: Annotation, other: Annotation) -> float | None:
        """Return the F score of two entities with the same tag, summed over both roles; None if they must
        not be aligned.
        """
        comparison = self._scoring.classes.get(str(one.value[0]).lower())
        if comparison is None:
            return None
        there = comparison.compare(self._object(one, Role.KEY), self._object(other, Role.RESPONSE))
        back = comparison.compare(self._object(other, Role.KEY), self._object(one, Role.RESPONSE))
        accepted = self._scoring.accepts(there) or self._scoring.accepts(back)
        return float(there.f + back.f) if accepted else None

    def _object(self, annotation: Annotation, role: Role) -> MucObject:
        return _by_start(annotation.unit, self._syntax, role)[annotation.start]


@lru_cache(maxsize=KEPT_UNITS)
def _by_start(unit: SgmlUnit, syntax: SgmlSyntax, role: Role) -> Mapping[int, MucObject]:
    """Return the objects of a unit by their start offsets; cached, because each file is aligned with all
    others.
    """
    return {element_object.start: element_object for element_object in element_objects(unit, syntax, role)}


def _shared(one: Annotation, other: Annotation) -> int:
    """Return the number of characters that two entities share; 0 or a negative number if they do not
    overlap.
    """
    assert one.extent is not None and other.extent is not None
    return min(one.extent[1], other.extent[1]) - max(one.extent[0], other.extent[0])


def located(unit: SgmlUnit, start: int, end: int) -> tuple[int, int]:
    """Convert a range of a unit's text without tags to a range of the unit."""
    return unit.source_offset(start, after_tags=True), unit.source_offset(end)
