"""Code actions on tags, and insertion, adoption and removal of tags according to the key."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from keytally.families.contract import Role
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.structure import Element
from keytally.families.muc.sgml.syntax import Tag
from keytally.families.muc.sgml.unit import SgmlUnit, alternatives_of, one_line
from keytally.findings.finding import Edit, Edits, apply_edits, combined_edits
from keytally.tallies.status import Status
from keytally.text.positions import BLANK_LINE, Span
from keytally_server import cursor
from keytally_server.answers import CodeAction, CodeActionKind, InlineCompletion
from keytally_server.cursor import cluster_end, line_around, marks_around
from keytally_server.presenters.sgml.fixes import unclosed_before
from keytally_server.presenters.sgml.tags import (
    MissingTag,
    can_wrap,
    changes_only_tags,
    element_from,
    elements_around,
    has_sections,
    is_scored_place,
    kind_name,
    mark_of_element,
    missing_tags_around,
    moved,
    outer_stretch,
    plain_text_end,
    plain_text_start,
    retyped,
    same_stretch,
    stripped_range,
    tag_kinds,
    type_of,
    untagged,
    wrapped,
)
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import quoted


def extents_in_key(unit: SgmlUnit, element: Element, key: SgmlUnit, partner: Element) -> Iterator[Span]:
    """Yield the extents that the key's partner has for an element of the response, without and with outer
    tags.

    It yields nothing if the extents are equal or if the text of the response differs there.
    """
    wanted = stripped_range(unit, key, partner)
    inner = same_stretch(unit, key, partner)
    if inner is None or wanted == (element.stripped_start, element.stripped_end):
        return
    start, end = inner
    first, last = unit.source_offset(wanted[0]), unit.source_offset(wanted[1], after_tags=True)
    found = (inner, (first, end), (start, last), (first, last))
    yield from (
        Span(*fromkey) for fromkey in dict.fromkeys(found) if not _cuts_others(unit, element, *fromkey)
    )


def _cuts_others(unit: SgmlUnit, element: Element, start: int, end: int) -> bool:
    """Return whether a range contains only one of the two tags of any element except `element`."""
    own = {element.open.start, element.close.start}
    tags = [tag for tag in unit.tags_within(start, end) if tag.start not in own]
    inside = [each for each in unit.elements.within(start, end) if each.start != element.start]
    return len(tags) != 2 * len(inside)


def stretched(unit: SgmlUnit, element: Element, extent: Span, retyping: Edits = ()) -> Edits:
    """Return the edits that move the tags of an element to the ends of an extent; `retyping` are edits
    within these tags that are made at the same time.
    """
    opening, closing = element.open, element.close
    moved = []
    for tag, place in ((opening, extent.start), (closing, extent.end)):
        inside = [edit for edit in retyping if tag.start <= edit.start and edit.end <= tag.end]
        written = apply_edits(unit.text[tag.start : tag.end], inside, -tag.start)
        if tag.start <= place <= tag.end:
            moved.append(tuple(inside))
        else:
            moved.append((Edit(tag.start, tag.end, ""), Edit(place, place, written)))
    return combined_edits(*moved)


class Attempt(NamedTuple):
    """An action in a unit, the number of elements that it adds, and the type that it assigns."""

    kind: CodeActionKind
    title: str
    edits: Edits
    added: int = 0
    type: str = ""
    is_preferred: bool = False


class KeyActions:
    """The actions that make a range of a unit, from a position to `end`, agree with the key."""

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
        self._marks = marks_around(snapshot, unit, *lines)
        self._around = elements_around(unit, self._start, self._end)

    def from_key(self) -> Iterator[Attempt]:
        """Yield actions that insert missing tags, change differing tags to match the key, and delete
        spurious tags.
        """
        if self._role is not Role.RESPONSE:
            return
        found = [
            (missing_tag, edits)
            for missing_tag in self._missing_tags()
            if (edits := self._inserted(missing_tag))
        ]
        if any(missing.mark.start == self._start for missing, _ in found if not self._rival(missing)):
            yield from self._insert_missing(found)
            yield from self._take_from_key()
        else:
            yield from self._take_from_key()
            yield from self._insert_missing(found)
        yield from self._drop_spurious()

    def stands_alone(self, name: str) -> bool:
        """Return whether tags of this name can be added, changed and removed without changing other tags."""
        return True

    def may_move(self, element: Element, tag: Tag, place: int) -> bool:
        """Return whether one tag of an element may move to a position in the unit."""
        return True

    def _is_sound(self, edits: Edits, added: int) -> bool:
        return changes_only_tags(self._unit, self._language, edits, added)

    def _is_within(self, element: Element) -> bool:
        """Return whether the range is the element, or a part of it that does not cut a tag."""
        inner = element.open.end, element.close.start
        if self._is_cursor or (self._start, self._end) in (inner, (element.start, element.end)):
            return True
        tags = element.open, element.close
        is_in_tag = any(tag.start <= self._start and self._end <= tag.end for tag in tags)
        return is_in_tag or can_wrap(self._unit, self._start, self._end)

    def _rival(self, missing: MissingTag) -> Element | None:
        """Return the innermost element at the position if it is spurious and a missing tag shares part of
        its text; otherwise None.
        """
        element = next(iter(self._around), None)
        mark = mark_of_element(self._marks, element) if element is not None else None
        if element is None or mark is None or mark.status is not Status.SPURIOUS:
            return None
        start, end = missing.stripped
        overlaps = start < element.stripped_end and element.stripped_start < end
        return element if overlaps and self.stands_alone(element.name) else None

    def _take_from_key(self) -> Iterator[Attempt]:
        """Yield actions that adopt the key's type and extent for the innermost element at the position."""
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
        """Yield actions that adopt the key's extent, first together with the key's type if the type also
        differs.
        """
        for extent in extents_in_key(self._unit, element, *partner):
            edits = stretched(self._unit, element, extent)
            ends = zip((element.open, element.close), extent, strict=True)
            if self._is_sound(edits, 0) and all(self.may_move(element, *end) for end in ends):
                accept, text = CodeActionKind.ACCEPT_FROM_KEY, self._quoted(*extent)
                if retyping is not None:
                    kind = kind_name(partner[1].name, self._first_type(partner[1]))
                    both = stretched(self._unit, element, extent, retyping.edits)
                    yield Attempt(accept, f"Accept the key's {kind} {text}", both, is_preferred=True)
                yield Attempt(accept, f"Accept the key's extent {text}", edits, is_preferred=True)
                return

    def _drop_spurious(self) -> Iterator[Attempt]:
        """Yield the action that deletes the innermost of the tags at the position that the key lacks."""
        for element in self._around:
            mark = mark_of_element(self._marks, element)
            is_spurious = mark is not None and mark.status is Status.SPURIOUS
            if is_spurious and self.stands_alone(element.name):
                title = f"Delete the spurious {kind_name(element.name, type_of(self._syntax, element))}"
                edits = untagged(element)
                yield Attempt(CodeActionKind.DROP_SPURIOUS, title, edits, -1, is_preferred=True)
                return

    def _insert_missing(self, found: list[tuple[MissingTag, Edits]]) -> Iterator[Attempt]:
        """Yield actions that insert tags that the response lacks: first the tags at the cursor, then the
        other tags on its line.
        """
        for missing, edits in sorted(found, key=self._distance):
            title, is_here = self._insertion_title(missing), self._is_at_cursor(missing)
            yield Attempt(CodeActionKind.INSERT_MISSING, title, edits, 1, is_preferred=is_here)
        apart = list(_apart(edits for _, edits in found))
        if len(apart) > 1:
            together = tuple(edit for edits in apart for edit in edits)
            title = f"Insert all {len(apart)} missing tags here"
            yield Attempt(CodeActionKind.INSERT_ALL, title, together, len(apart))

    def _missing_tags(self) -> list[MissingTag]:
        """Return the missing tags in the selection; without a selection, the missing tags on the line."""
        start, end = self._start, self._end
        if self._is_cursor:
            line = line_around(self._unit.text, start)
            start, end = line.start, line.end
        return missing_tags_around(self._unit, self._marks, start, end)

    def _distance(self, found: tuple[MissingTag, Edits]) -> tuple[bool, bool]:
        """Return a sort key for missing tags: those at the cursor first, then those in the word there,
        then the others.
        """
        missing = found[0]
        return missing.mark.start != self._start, not self._is_at_cursor(missing)

    def _is_at_cursor(self, missing: MissingTag) -> bool:
        start, end = cursor.word_at(self._unit.text, self._start) if self._is_cursor else (self._start,) * 2
        is_marked_here = missing.mark.start == self._start
        return is_marked_here or (missing.start <= end and missing.end >= start)

    def _insertion_title(self, missing: MissingTag) -> str:
        which = "optional" if missing.mark.status is Status.OPTIONAL else "missing"
        kind = kind_name(missing.element.name, self._first_type(missing.element))
        return f"Insert the {which} {kind} {self._quoted(missing.start, missing.end)}"

    def _quoted(self, start: int, end: int) -> str:
        """Return the text of a range for a title."""
        return quoted(one_line(self._unit.stripped(start, end)))

    def _inserted(self, missing: MissingTag) -> Edits:
        """Return the edits that put the key's tag around the same text; empty if the texts differ or if tags
        would cross.

        If the tag exists but is not closed, it gets a close tag and the key's type.
        """
        if missing.start == missing.end:
            return ()
        unclosed = unclosed_before(self._unit, missing.element.name, missing.start)
        if unclosed is not None:
            name, value = missing.element.name, self._first_type(missing.element)
            opening, closing = wrapped(self._syntax, missing.start, missing.end, name, value)
            return Edit(unclosed.start, unclosed.end, opening.text), closing
        for place in ((missing.start, missing.end), outer_stretch(self._unit, missing)):
            if can_wrap(self._unit, *place):
                element = missing.element
                return wrapped(self._syntax, *place, element.name, self._first_type(element))
        return ()

    def _first_type(self, element: Element) -> str:
        """Return the type of a key's element; the first one if it has several."""
        attribute = element.open.attribute(self._syntax.type)
        values = alternatives_of(attribute, self._syntax.separator) if attribute else []
        return values[0][0].strip() if values else ""

    def _partner(self, element: Element) -> tuple[SgmlUnit, Element] | None:
        """Return the key's partner of an element with its unit; if there is no partner, a missing element
        of the key that overlaps the element, or None.
        """
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
        """Return the kind of a key's tag; None if the task has no such kind."""
        wanted = element.name, self._first_type(element).upper()
        return next((kind for kind in self._kinds() if (kind[0], kind[1].upper()) == wanted), None)

    def _kinds(self) -> list[tuple[str, str]]:
        """Return every kind of tag that can be edited separately."""
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
    """Return a selection without surrounding whitespace; a selection of only whitespace is unchanged."""
    chosen = text[start:end]
    if not chosen.strip():
        return start, end
    return start + len(chosen) - len(chosen.lstrip()), end - len(chosen) + len(chosen.rstrip())


def _apart(insertions: Iterable[Edits]) -> Iterator[Edits]:
    """Yield insertions; of overlapping insertions, only the first."""
    reached = 0
    for edits in sorted(insertions, key=lambda edits: (edits[0].start, edits[-1].end)):
        if edits[0].start >= reached:
            yield edits
            reached = edits[-1].end


class TagActions(KeyActions):
    """All actions on a range of a unit.

    Actions that change anything except tags, or break a tag, are excluded.
    """

    def all(self) -> Iterator[CodeAction]:
        """Yield all actions: first from the key, then changes of existing tags, then new tags."""
        for kind, title, edits, added, value, is_preferred in self._attempts():
            if self._is_sound(edits, added):
                yield CodeAction(kind, title, edits, type=value, is_preferred=is_preferred)

    def _attempts(self) -> Iterator[Attempt]:
        yield from self.from_key()
        if self._around and self._is_within(self._around[0]):
            yield from self._change(self._around[0])
        yield from self._resize()
        yield from self._tag()

    def _change(self, element: Element) -> Iterator[Attempt]:
        """Yield actions that change the innermost element at the position."""
        stands_alone = self.stands_alone(element.name)
        if stands_alone:
            yield from self._retype(element)
        yield from self._extend(element)
        yield from self._shrink(element)
        if stands_alone:
            title = f"Remove the {element.name.upper()} tag"
            yield Attempt(CodeActionKind.UNTAG, title, untagged(element), -1)

    def _tag(self) -> Iterator[Attempt]:
        """Yield actions that tag the selection or, without a selection, the word at the cursor if it is
        untagged.

        A tag outside the sections that the task reads is not scored, so none is offered there. In a
        document without any of these sections a tag is still offered: the rule tag-outside-section then
        names the missing sections.
        """
        start, end = self._start, self._end
        if self._is_cursor:
            start, end = cursor.word_at(self._unit.text, start)
        elif any((start, end) == (element.open.end, element.close.start) for element in self._around):
            return
        if self._is_cursor and self._around:
            return
        if BLANK_LINE.search(self._unit.text, start, end) or not can_wrap(self._unit, start, end):
            return
        if has_sections(self._unit) and not is_scored_place(self._unit, start):
            return
        for name, value in self._kinds():
            title = f"Tag as {kind_name(name, value)}"
            edits = wrapped(self._syntax, start, end, name, value)
            yield Attempt(CodeActionKind.TAG, title, edits, 1, value or name.upper())

    def _retype(self, element: Element) -> Iterator[Attempt]:
        """Yield actions that change the type; the key's type, if there is one, is omitted because it has
        already been offered.
        """
        partner = self._partner(element)
        keys = self._kind_of(partner[1]) if partner is not None else None
        for kind in self._kinds():
            if kind != keys and self._is_other_kind(element, kind):
                yield self._retyped(element, kind)

    def _extend(self, element: Element) -> Iterator[Attempt]:
        text, opening, closing = self._unit.text, element.open, element.close
        limit = plain_text_end(self._unit, closing.end)
        blank_line = BLANK_LINE.search(text, closing.end, limit)
        right = cursor.after_next_word(text, closing.end, blank_line.start() if blank_line else limit)
        if right is not None:
            title = f"Extend by {_unit_of(text[closing.end : right])} to the right"
            yield from self._step(CodeActionKind.EXTEND, title, element, closing, right)
        limit = plain_text_start(self._unit, opening.start)
        blank_lines = [match.end() for match in BLANK_LINE.finditer(text, limit, opening.start)]
        left = cursor.before_previous_word(text, opening.start, max([limit, *blank_lines]))
        if left is not None:
            title = f"Extend by {_unit_of(text[left : opening.start])} to the left"
            yield from self._step(CodeActionKind.EXTEND, title, element, opening, left)

    def _shrink(self, element: Element) -> Iterator[Attempt]:
        text, opening, closing = self._unit.text, element.open, element.close
        right = cursor.without_last_word(text, closing.start, plain_text_start(self._unit, closing.start))
        if right < closing.start and text[opening.end : right].strip():
            title = f"Shrink by {_unit_of(text[right : closing.start])} from the right"
            yield from self._step(CodeActionKind.SHRINK, title, element, closing, right)
        left = cursor.without_first_word(text, opening.end, plain_text_end(self._unit, opening.end))
        if left > opening.end and text[left : closing.start].strip():
            title = f"Shrink by {_unit_of(text[opening.end : left])} from the left"
            yield from self._step(CodeActionKind.SHRINK, title, element, opening, left)

    def _resize(self) -> Iterator[Attempt]:
        """Resize the smallest tag that shares text and exactly one end with the selection."""
        if self._is_cursor:
            return
        touching = self._unit.elements.touching(self._start, self._end)
        for element in sorted(touching, key=lambda element: element.end - element.start):
            opening, closing = element.open, element.close
            has_start = opening.start <= self._start <= opening.end
            has_end = closing.start <= self._end <= closing.end
            overlaps = self._start < closing.start and opening.end < self._end
            ends = (opening, self._start), (closing, self._end)
            if (
                not overlaps
                or has_start == has_end
                or _cuts_others(self._unit, element, self._start, self._end)
            ):
                continue
            if all(self.may_move(element, *end) for end in ends):
                edits = stretched(self._unit, element, Span(self._start, self._end))
                title = f"Resize the {element.name.upper()} tag to {self._quoted(self._start, self._end)}"
                yield Attempt(CodeActionKind.RESIZE, title, edits)
                return

    def _step(
        self, kind: CodeActionKind, title: str, element: Element, tag: Tag, place: int
    ) -> Iterator[Attempt]:
        """Yield the action that moves one tag of an element, if the tag may move to the position."""
        if self.may_move(element, tag, place):
            yield Attempt(kind, title, moved(self._unit, tag, place))


def _unit_of(taken: str) -> str:
    """Return "a character" or "a word", whichever the text of a step is, for a title."""
    stripped = taken.strip()
    is_one = bool(stripped) and cluster_end(stripped, 1) == len(stripped)
    return "a character" if is_one and not cursor.is_spaced_letter(stripped[0]) else "a word"


def tags_in_key(snapshot: Snapshot, at: UnitAt, language: SgmlLanguage) -> Iterator[InlineCompletion]:
    """Yield the missing tags that begin at a position and end on its line, the narrowest first."""
    found = []
    for attempt in KeyActions(snapshot, at, at.place, language).from_key():
        if attempt.kind is not CodeActionKind.INSERT_MISSING or attempt.added != 1:
            continue
        start, end = attempt.edits[0].start, attempt.edits[-1].end
        text = at.unit.text[start:end]
        is_here = start == at.place and len(text.splitlines()) == 1
        if is_here and changes_only_tags(at.unit, language, attempt.edits, 1):
            written = apply_edits(text, attempt.edits, -start)
            found.append(InlineCompletion(written, at.offset + start, at.offset + end))
    yield from sorted(found, key=lambda each: each.end)
