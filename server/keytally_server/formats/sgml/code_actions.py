"""Code actions that change tags and nothing else."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.objects import alternatives_of, one_line
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.tallies.status import Status
from keytally_server.answers.code_action import CodeAction, CodeActionKind, Edits
from keytally_server.cursor import word_boundaries
from keytally_server.cursor.marks import marks_near
from keytally_server.formats.sgml.edit_check import changes_only_tags
from keytally_server.formats.sgml.element_lookup import (
    elements_around,
    has_sections,
    is_scored_place,
    mark_of_element,
)
from keytally_server.formats.sgml.missing_tags import MissingTag, missing_tags_around, outer_stretch
from keytally_server.formats.sgml.tag_edits import (
    can_wrap,
    kind_name,
    moved,
    plain_text_end,
    plain_text_start,
    retyped,
    tag_kinds,
    type_of,
    untagged,
    wrapped,
)
from keytally_server.session.snapshot import Snapshot, UnitAt

LONGEST_IN_TITLE = 40

_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[^\S\r\n]*[\r\n]")
_LINE_END = re.compile(r"[\r\n]")


class _Attempt(NamedTuple):
    """An action in a unit, and the number of elements that it adds."""

    kind: CodeActionKind
    title: str
    edits: Edits
    added: int = 0


class TagActions:
    """The actions on a range of a unit, from a place to `end`.

    An action is left out if it changes anything besides tags, or breaks a tag.
    """

    def __init__(self, snapshot: Snapshot, at: UnitAt, end: int, language: SgmlLanguage) -> None:
        unit: SgmlUnit = at.unit
        start = at.place
        self._role = snapshot.role
        self._unit = unit
        self._language = language
        self._syntax = language.syntax
        self._is_cursor = start == end
        self._start, self._end = _trimmed(unit.text, start, end)
        lines = _line_around(unit.text, self._start)[0], _line_around(unit.text, self._end)[1]
        self._marks = marks_near(snapshot, unit, *lines)
        self._around = elements_around(unit, self._start, self._end)

    def all(self) -> Iterator[CodeAction]:
        """All actions, those on the selection first."""
        for kind, title, edits, added in self._attempts():
            if changes_only_tags(self._unit, self._language, edits, added):
                yield CodeAction(kind, title, edits)

    def stands_alone(self, name: str) -> bool:
        """Whether a tag of this name can be added, changed and removed without a change to other tags."""
        return True

    def may_move(self, element: Element, tag: Tag, place: int) -> bool:
        """Whether one tag of an element may move to a place in the unit."""
        return True

    def _attempts(self) -> Iterator[_Attempt]:
        yield from self._tag()
        yield from self._insert_missing()
        yield from self._drop_spurious()
        if self._around:
            element = self._around[0]
            stands_alone = self.stands_alone(element.name)
            if stands_alone:
                yield from self._retype(element)
            yield from self._extend(element)
            yield from self._shrink(element)
            if stands_alone:
                yield _Attempt(
                    CodeActionKind.UNTAG, f"Remove the {element.name.upper()} tag", untagged(element), -1
                )

    def _tag(self) -> Iterator[_Attempt]:
        """Tag the selection; without a selection, tag the word at the cursor if it is untagged.

        A tag outside the sections that the task reads is not scored, so none is offered there. In a
        document without any of these sections a tag is still offered: the rule tag-outside-section then
        names the missing sections.
        """
        start, end = self._start, self._end
        if self._is_cursor:
            start, end = word_boundaries.word_at(self._unit.text, start)
        elif any((start, end) == (element.open.end, element.close.start) for element in self._around):
            return
        if self._is_cursor and self._around:
            return
        if _BLANK_LINE.search(self._unit.text, start, end) or not can_wrap(self._unit, start, end):
            return
        if has_sections(self._unit) and not is_scored_place(self._unit, start):
            return
        for name, value in self._kinds():
            title = f"Tag as {kind_name(name, value)}"
            yield _Attempt(CodeActionKind.TAG, title, wrapped(self._syntax, start, end, name, value), 1)

    def _kinds(self) -> list[tuple[str, str]]:
        """Every kind of tag that stands alone."""
        return [kind for kind in tag_kinds(self._syntax) if self.stands_alone(kind[0])]

    def _retype(self, element: Element) -> Iterator[_Attempt]:
        """Change the type; the type of the key's tag comes first, if there is one."""
        current = element.name, type_of(self._syntax, element).upper()
        keys = self._kind_in_key(element)
        for name, value in sorted(self._kinds(), key=lambda kind: kind != keys):
            if (name, value.upper()) != current and (value or name != element.name):
                edits = retyped(self._unit, self._syntax, element, name, value)
                yield _Attempt(CodeActionKind.RETYPE, f"Change to {kind_name(name, value)}", edits)

    def _kind_in_key(self, element: Element) -> tuple[str, str] | None:
        mark = mark_of_element(self._marks, element)
        if self._role is not Role.RESPONSE or mark is None or mark.partner is None:
            return None
        key, start, end = mark.partner
        partners = (each for each in key.elements if (each.start, each.end) == (start, end))
        return next(((each.name, self._first_type(each).upper()) for each in partners), None)

    def _extend(self, element: Element) -> Iterator[_Attempt]:
        text, opening, closing = self._unit.text, element.open, element.close
        limit = plain_text_end(self._unit, closing.end)
        blank_line = _BLANK_LINE.search(text, closing.end, limit)
        right = word_boundaries.after_next(text, closing.end, blank_line.start() if blank_line else limit)
        if right is not None:
            title = f"Extend by {_unit_of(text[closing.end : right])} to the right"
            yield from self._step(CodeActionKind.EXTEND, title, element, closing, right)
        limit = plain_text_start(self._unit, opening.start)
        blank_lines = [match.end() for match in _BLANK_LINE.finditer(text, limit, opening.start)]
        left = word_boundaries.before_previous(text, opening.start, max([limit, *blank_lines]))
        if left is not None:
            title = f"Extend by {_unit_of(text[left : opening.start])} to the left"
            yield from self._step(CodeActionKind.EXTEND, title, element, opening, left)

    def _shrink(self, element: Element) -> Iterator[_Attempt]:
        text, opening, closing = self._unit.text, element.open, element.close
        right = word_boundaries.without_last(text, closing.start, plain_text_start(self._unit, closing.start))
        if right < closing.start and text[opening.end : right].strip():
            title = f"Shrink by {_unit_of(text[right : closing.start])} from the right"
            yield from self._step(CodeActionKind.SHRINK, title, element, closing, right)
        left = word_boundaries.without_first(text, opening.end, plain_text_end(self._unit, opening.end))
        if left > opening.end and text[left : closing.start].strip():
            title = f"Shrink by {_unit_of(text[opening.end : left])} from the left"
            yield from self._step(CodeActionKind.SHRINK, title, element, opening, left)

    def _step(
        self, kind: CodeActionKind, title: str, element: Element, tag: Tag, place: int
    ) -> Iterator[_Attempt]:
        """Move one tag of an element, if it may move to the place."""
        if self.may_move(element, tag, place):
            yield _Attempt(kind, title, moved(self._unit, tag, place))

    def _drop_spurious(self) -> Iterator[_Attempt]:
        """Drop the innermost tag at the place that the key lacks."""
        if self._role is not Role.RESPONSE:
            return
        for element in self._around:
            mark = mark_of_element(self._marks, element)
            is_spurious = mark is not None and mark.status is Status.SPURIOUS
            if is_spurious and self.stands_alone(element.name):
                title = f"Drop the spurious {kind_name(element.name, type_of(self._syntax, element))}"
                yield _Attempt(CodeActionKind.DROP_SPURIOUS, title, untagged(element), -1)
                return

    def _insert_missing(self) -> Iterator[_Attempt]:
        """Insert tags that the response lacks: first those at the cursor, then the others of its line."""
        if self._role is not Role.RESPONSE:
            return
        found = [(each, edits) for each in self._missing_tags() if (edits := self._inserted(each))]
        for missing, edits in sorted(found, key=lambda each: not self._is_at_cursor(each[0])):
            yield _Attempt(CodeActionKind.INSERT_MISSING, self._insertion_title(missing), edits, 1)
        apart = list(_apart(edits for _, edits in found))
        if len(apart) > 1:
            together = tuple(edit for edits in apart for edit in edits)
            title = f"Insert all {len(apart)} missing tags here"
            yield _Attempt(CodeActionKind.INSERT_MISSING, title, together, len(apart))

    def _missing_tags(self) -> list[MissingTag]:
        """The missing tags of the selection; without a selection, those of the line."""
        start, end = self._start, self._end
        if self._is_cursor:
            start, end = _line_around(self._unit.text, start)
        return missing_tags_around(self._unit, self._marks, start, end)

    def _is_at_cursor(self, missing: MissingTag) -> bool:
        start, end = (
            word_boundaries.word_at(self._unit.text, self._start) if self._is_cursor else (self._start,) * 2
        )
        return missing.start <= end and missing.end >= start

    def _insertion_title(self, missing: MissingTag) -> str:
        which = "optional" if missing.mark.status is Status.OPTIONAL else "missing"
        kind = kind_name(missing.element.name, self._first_type(missing.element))
        text = one_line(self._unit.stripped(missing.start, missing.end))
        short = text if len(text) <= LONGEST_IN_TITLE else f"{text[: LONGEST_IN_TITLE - 1]}…"
        return f'Insert the {which} {kind} "{short}"'

    def _inserted(self, missing: MissingTag) -> Edits:
        """Put the key's tag around the same text; no edits if the texts differ or tags would cross."""
        if missing.start == missing.end:
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


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A selection without the blanks at its ends; a selection of only blanks stays as it is."""
    chosen = text[start:end]
    if not chosen.strip():
        return start, end
    return start + len(chosen) - len(chosen.lstrip()), end - len(chosen) + len(chosen.rstrip())


def _line_around(text: str, place: int) -> tuple[int, int]:
    """The line around a place, without its line end."""
    start = max(text.rfind("\n", 0, place), text.rfind("\r", 0, place)) + 1
    end = _LINE_END.search(text, place)
    return start, end.start() if end else len(text)


def _apart(insertions: Iterable[Edits]) -> Iterator[Edits]:
    """Of insertions that overlap, yield only the first."""
    reached = 0
    for edits in sorted(insertions, key=lambda edits: (edits[0].start, edits[-1].end)):
        if edits[0].start >= reached:
            yield edits
            reached = edits[-1].end


def _unit_of(taken: str) -> str:
    """Name the unit of a step for a title."""
    stripped = taken.strip()
    return (
        "a character" if len(stripped) == 1 and not word_boundaries.is_spaced_letter(stripped) else "a word"
    )
