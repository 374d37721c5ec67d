"""Writes entities into a document, takes them out and changes them; text and given markup stay."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Change, Reference, Rewriting
from keytally.evaluations.muc.annotations.refusals import NOT_READ, OTHER_TEXT
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.objects import one_line
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit

CROSSES = "its tags would cross those of another entity"

Span = tuple[int, int]
Said = tuple[Span, tuple[str | Reference, ...]]
"""The extent of an entity in its unit, and its value."""


class _Wanted(NamedTuple):
    """An entity that a unit is to have: its change, its extent in the unit, its name and its two tags.

    The name is in lower case. `present` is the element in whose place it stands; None for a new one.
    """

    change: int
    extent: Span
    name: str
    tags: tuple[str, str]
    present: Element | None = None


class _Plan(NamedTuple):
    """What is to be done in a unit: elements that go, that change in their place, and that are new."""

    unit: SgmlUnit
    gone: Mapping[int, Element]
    changed: Sequence[_Wanted]
    new: Sequence[_Wanted]

    def staying(self) -> list[Element]:
        """The elements that stay, some of them with other tags."""
        gone = {element.start for element in self.gone.values()}
        return [element for element in self.unit.elements if element.start not in gone]


class _Edited(NamedTuple):
    """The edits of a unit, and the unit as it is read after them."""

    edits: Sequence[Edit]
    unit: SgmlUnit


class _Inserted(NamedTuple):
    """A tag to insert; at one place close tags come first, of inner elements before outer, then open tags."""

    place: int
    order: tuple[int, int, int]
    text: str


class EntityTags:
    """Makes changes of entities into edits of tags.

    `said` tells what a unit says, and `reread` reads a unit after an edit; with these every new text is read
    again before its edits are given. What the last unit says is kept: many changes are tried on one.
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
        """The edits of the units; see keytally.evaluations.annotated.Annotates."""
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
        """The edits that make the changes that are not refused; None if there are none."""
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
        """The two tags of an entity: as the annotator writes them if they are sound, else by its value."""
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
        """Whether the edited unit says what the unit says, but for the changes."""
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
    """The index of the unit that a change is about."""
    if change.present is not None:
        return next(index for index, unit in enumerate(units) if unit is change.present.unit)
    assert change.wanted is not None and change.wanted.extent is not None
    return min(bisect_right(starts, change.wanted.extent[0]), len(units)) - 1


def _fits(unit: SgmlUnit, shift: int, change: Change) -> bool:
    """Whether the unit has the text of what is wanted."""
    if change.wanted is None:
        return True
    start, end = _span(change.wanted, shift)
    return one_line(unit.stripped()[start:end]) == change.wanted.name


def _span(annotation: Annotation, shift: int) -> Span:
    """The extent of an annotation within its unit."""
    assert annotation.extent is not None
    return annotation.extent[0] - shift, annotation.extent[1] - shift


def _stays(present: Annotation, wanted: Annotation) -> bool:
    return present.extent == wanted.extent


def _crossing(plan: _Plan) -> set[int]:
    """The changes whose new entities cross an element that stays, or each other."""
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
    """The edits of a plan, in the order of the text; insertions at one place in the order of their tags."""
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
    """The elements that stay in a unit, by the places where they start and end."""

    def __init__(self, plan: _Plan) -> None:
        self._unit = plan.unit
        self._starting = defaultdict[int, list[Element]](list)
        self._ending = defaultdict[int, list[Element]](list)
        for element in plan.staying():
            self._starting[element.stripped_start].append(element)
            self._ending[element.stripped_end].append(element)

    def tags(self, number: int, wanted: _Wanted) -> Iterator[_Inserted]:
        """The tags of a new entity, the `number`th; it stands within elements with the same extent."""
        (start, end), (opened, close) = wanted.extent, wanted.tags
        place = self._open_place(start, end)
        if start == end:
            yield _Inserted(place, (1, -end, number), opened + close)
            return
        yield _Inserted(place, (1, -end, number), opened)
        yield _Inserted(self._close_place(start, end), (0, -start, -number), close)

    def _open_place(self, start: int, end: int) -> int:
        """Behind the elements that end there, and within those that hold the new one."""
        closed = (each.close.end for each in self._ending[start] if each.stripped_start < start)
        around = (each.open.end for each in self._starting[start] if each.stripped_end >= max(end, start + 1))
        return max([self._unit.source_offset(start), *closed, *around])

    def _close_place(self, start: int, end: int) -> int:
        """Behind the elements within the new one that end there."""
        within = (each.close.end for each in self._ending[end] if each.stripped_start > start)
        return max([self._unit.source_offset(end), *within])
