"""What the key says about a place of a response: tags to insert, to take over, and to drop."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.objects import alternatives_of, one_line
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.findings.edits import Edits
from keytally.tallies.status import Status
from keytally_server.answers.code_action import CodeActionKind
from keytally_server.cursor import word_boundaries
from keytally_server.cursor.lines import line_around
from keytally_server.cursor.marks import marks_near
from keytally_server.formats.sgml.edit_check import changes_only_tags
from keytally_server.formats.sgml.element_lookup import (
    elements_around,
    mark_of_element,
)
from keytally_server.formats.sgml.key_extent import extents_in_key, stretched
from keytally_server.formats.sgml.missing_tags import (
    MissingTag,
    element_from,
    missing_tags_around,
    outer_stretch,
)
from keytally_server.formats.sgml.tag_edits import (
    can_wrap,
    kind_name,
    retyped,
    tag_kinds,
    type_of,
    untagged,
    wrapped,
)
from keytally_server.formats.sgml.tag_repairs import begins_missing
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.quoted import quoted


class Attempt(NamedTuple):
    """An action in a unit, the number of elements that it adds, and the type that it gives."""

    kind: CodeActionKind
    title: str
    edits: Edits
    added: int = 0
    type: str = ""
    is_preferred: bool = False


class KeyActions:
    """The actions on a range of a unit, from a place to `end`, that make it as the key has it."""

    def __init__(self, snapshot: Snapshot, at: UnitAt, end: int, language: SgmlLanguage) -> None:
        unit: SgmlUnit = at.unit
        start = at.place
        self._role = snapshot.role
        self._unit = unit
        self._language = language
        self._syntax = language.syntax
        self._is_cursor = start == end
        self._start, self._end = _trimmed(unit.text, start, end)
        lines = line_around(unit.text, self._start).start, line_around(unit.text, self._end).end
        self._marks = marks_near(snapshot, unit, *lines)
        self._around = elements_around(unit, self._start, self._end)

    def from_key(self) -> Iterator[Attempt]:
        """Insert what is missing, take over what differs, and drop what is spurious."""
        if self._role is not Role.RESPONSE:
            return
        found = [(each, edits) for each in self._missing_tags() if (edits := self._inserted(each))]
        if any(missing.mark.start == self._start for missing, _ in found if not self._rival(missing)):
            yield from self._insert_missing(found)
            yield from self._take_from_key()
        else:
            yield from self._take_from_key()
            yield from self._insert_missing(found)
        yield from self._drop_spurious()

    def stands_alone(self, name: str) -> bool:
        """Whether a tag of this name can be added, changed and removed without a change to other tags."""
        return True

    def may_move(self, element: Element, tag: Tag, place: int) -> bool:
        """Whether one tag of an element may move to a place in the unit."""
        return True

    def _is_sound(self, edits: Edits, added: int) -> bool:
        return changes_only_tags(self._unit, self._language, edits, added)

    def _is_within(self, element: Element) -> bool:
        """Whether the range is the element, or a part of it that cuts no tag."""
        inner = element.open.end, element.close.start
        if self._is_cursor or (self._start, self._end) in (inner, (element.start, element.end)):
            return True
        tags = element.open, element.close
        is_in_tag = any(tag.start <= self._start and self._end <= tag.end for tag in tags)
        return is_in_tag or can_wrap(self._unit, self._start, self._end)

    def _rival(self, missing: MissingTag) -> Element | None:
        """The innermost element here if it is spurious and a missing tag has a part of its text."""
        element = next(iter(self._around), None)
        mark = mark_of_element(self._marks, element) if element is not None else None
        if element is None or mark is None or mark.status is not Status.SPURIOUS:
            return None
        start, end = missing.stripped
        overlaps = start < element.stripped_end and element.stripped_start < end
        return element if overlaps and self.stands_alone(element.name) else None

    def _take_from_key(self) -> Iterator[Attempt]:
        """Take over the type and the extent that the key has for the innermost element at the place."""
        element = next(iter(self._around), None)
        partner = self._partner(element) if element is not None else None
        if element is None or partner is None or not self._is_within(element):
            return
        kind = self._kind_of(partner[1])
        retyping = None
        if kind is not None and self._is_other_kind(element, kind) and self.stands_alone(element.name):
            retyping = self._retyped(element, kind, is_preferred=True)
        yield from self._take_extent(element, partner, retyping)
        if retyping is not None:
            yield retyping

    def _take_extent(
        self, element: Element, partner: tuple[SgmlUnit, Element], retyping: Attempt | None
    ) -> Iterator[Attempt]:
        """Take over the key's extent, together with its type if that differs as well."""
        for extent in extents_in_key(self._unit, element, *partner):
            edits = stretched(self._unit, element, extent)
            ends = zip((element.open, element.close), extent, strict=True)
            if self._is_sound(edits, 0) and all(self.may_move(element, *end) for end in ends):
                accept, text = CodeActionKind.ACCEPT_FROM_KEY, self._quoted(*extent)
                if retyping is not None:
                    kind = kind_name(partner[1].name, self._first_type(partner[1]))
                    both = stretched(self._unit, element, extent, retyping.edits)
                    yield Attempt(accept, f"Take the key's {kind} {text}", both, is_preferred=True)
                yield Attempt(accept, f"Take the key's extent {text}", edits, is_preferred=True)
                return

    def _drop_spurious(self) -> Iterator[Attempt]:
        """Drop the innermost tag at the place that the key lacks."""
        for element in self._around:
            mark = mark_of_element(self._marks, element)
            is_spurious = mark is not None and mark.status is Status.SPURIOUS
            if is_spurious and self.stands_alone(element.name):
                title = f"Drop the spurious {kind_name(element.name, type_of(self._syntax, element))}"
                edits = untagged(element)
                yield Attempt(CodeActionKind.DROP_SPURIOUS, title, edits, -1, is_preferred=True)
                return

    def _insert_missing(self, found: list[tuple[MissingTag, Edits]]) -> Iterator[Attempt]:
        """Insert tags that the response lacks: first those at the cursor, then the others of its line."""
        for missing, edits in sorted(found, key=self._distance):
            title, is_here = self._insertion_title(missing), self._is_at_cursor(missing)
            yield Attempt(CodeActionKind.INSERT_MISSING, title, edits, 1, is_preferred=is_here)
        apart = list(_apart(edits for _, edits in found))
        if len(apart) > 1:
            together = tuple(edit for edits in apart for edit in edits)
            title = f"Insert all {len(apart)} missing tags here"
            yield Attempt(CodeActionKind.INSERT_ALL, title, together, len(apart))

    def _missing_tags(self) -> list[MissingTag]:
        """The missing tags of the selection; without a selection, those of the line."""
        start, end = self._start, self._end
        if self._is_cursor:
            line = line_around(self._unit.text, start)
            start, end = line.start, line.end
        return missing_tags_around(self._unit, self._marks, start, end)

    def _distance(self, found: tuple[MissingTag, Edits]) -> tuple[bool, bool]:
        """What orders missing tags: that whose mark is at the cursor, those of the word there, the others."""
        missing = found[0]
        return missing.mark.start != self._start, not self._is_at_cursor(missing)

    def _is_at_cursor(self, missing: MissingTag) -> bool:
        start, end = (
            word_boundaries.word_at(self._unit.text, self._start) if self._is_cursor else (self._start,) * 2
        )
        return missing.start <= end and missing.end >= start

    def _insertion_title(self, missing: MissingTag) -> str:
        which = "optional" if missing.mark.status is Status.OPTIONAL else "missing"
        kind = kind_name(missing.element.name, self._first_type(missing.element))
        return f"Insert the {which} {kind} {self._quoted(missing.start, missing.end)}"

    def _quoted(self, start: int, end: int) -> str:
        """The text of a range for a title."""
        return quoted(one_line(self._unit.stripped(start, end)))

    def _inserted(self, missing: MissingTag) -> Edits:
        """Put the key's tag around the same text; no edits if the texts differ or tags would cross.

        Nor are there any where the tag stands already and lacks its close tag, which a repair writes.
        """
        if missing.start == missing.end or begins_missing(self._unit, missing.element.name, missing.start):
            return ()
        for place in ((missing.start, missing.end), outer_stretch(self._unit, missing)):
            if can_wrap(self._unit, *place):
                element = missing.element
                return wrapped(self._syntax, *place, element.name, self._first_type(element))
        return ()

    def _first_type(self, element: Element) -> str:
        """The type of a key's element; the first one if it has several."""
        attribute = element.open.attribute(self._syntax.type)
        values = alternatives_of(attribute, self._syntax.separator) if attribute else []
        return values[0][0].strip() if values else ""

    def _partner(self, element: Element) -> tuple[SgmlUnit, Element] | None:
        """The key's element for an element, else a missing one that has a part of its text; and its unit."""
        mark = mark_of_element(self._marks, element)
        if self._role is not Role.RESPONSE or mark is None:
            return None
        if mark.partner is None:
            rivals = (missing for missing in self._missing_tags() if self._rival(missing) is element)
            mark = next((missing.mark for missing in rivals), mark)
        if mark.partner is None:
            return None
        key, start, _ = mark.partner
        found = element_from(key, start)
        return (key, found) if found is not None else None

    def _kind_of(self, element: Element) -> tuple[str, str] | None:
        """The kind of a key's tag; None if it is none of the task's kinds."""
        wanted = element.name, self._first_type(element).upper()
        return next((kind for kind in self._kinds() if (kind[0], kind[1].upper()) == wanted), None)

    def _kinds(self) -> list[tuple[str, str]]:
        """Every kind of tag that stands alone."""
        return [kind for kind in tag_kinds(self._syntax) if self.stands_alone(kind[0])]

    def _retyped(self, element: Element, kind: tuple[str, str], *, is_preferred: bool = False) -> Attempt:
        name, value = kind
        edits = retyped(self._unit, self._syntax, element, name, value)
        title = f"Change to {kind_name(name, value)}"
        return Attempt(CodeActionKind.RETYPE, title, edits, 0, value or name.upper(), is_preferred)

    def _is_other_kind(self, element: Element, kind: tuple[str, str]) -> bool:
        name, value = kind
        current = element.name, type_of(self._syntax, element).upper()
        return (name, value.upper()) != current and bool(value or name != element.name)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A selection without the blanks at its ends; a selection of only blanks stays as it is."""
    chosen = text[start:end]
    if not chosen.strip():
        return start, end
    return start + len(chosen) - len(chosen.lstrip()), end - len(chosen) + len(chosen.rstrip())


def _apart(insertions: Iterable[Edits]) -> Iterator[Edits]:
    """Of insertions that overlap, yield only the first."""
    reached = 0
    for edits in sorted(insertions, key=lambda edits: (edits[0].start, edits[-1].end)):
        if edits[0].start >= reached:
            yield edits
            reached = edits[-1].end
