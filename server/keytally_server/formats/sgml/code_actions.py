"""Code actions that change tags and nothing else."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.text.lines import BLANK_LINE
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.cursor import word_boundaries
from keytally_server.formats.sgml.element_lookup import (
    has_sections,
    is_scored_place,
)
from keytally_server.formats.sgml.key_actions import Attempt, KeyActions
from keytally_server.formats.sgml.tag_edits import (
    can_wrap,
    kind_name,
    moved,
    plain_text_end,
    plain_text_start,
    untagged,
    wrapped,
)


class TagActions(KeyActions):
    """All actions on a range of a unit.

    An action is left out if it changes anything besides tags, or breaks a tag.
    """

    def all(self) -> Iterator[CodeAction]:
        """All actions: what the key says first, then changes of what stands there, then new tags."""
        for kind, title, edits, added, value, is_preferred in self._attempts():
            if self._is_sound(edits, added):
                yield CodeAction(kind, title, edits, type=value, is_preferred=is_preferred)

    def _attempts(self) -> Iterator[Attempt]:
        yield from self.from_key()
        if self._around and self._is_within(self._around[0]):
            yield from self._change(self._around[0])
        yield from self._tag()

    def _change(self, element: Element) -> Iterator[Attempt]:
        """Change the innermost element at the place."""
        stands_alone = self.stands_alone(element.name)
        if stands_alone:
            yield from self._retype(element)
        yield from self._extend(element)
        yield from self._shrink(element)
        if stands_alone:
            title = f"Remove the {element.name.upper()} tag"
            yield Attempt(CodeActionKind.UNTAG, title, untagged(element), -1)

    def _tag(self) -> Iterator[Attempt]:
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
        if BLANK_LINE.search(self._unit.text, start, end) or not can_wrap(self._unit, start, end):
            return
        if has_sections(self._unit) and not is_scored_place(self._unit, start):
            return
        for name, value in self._kinds():
            title = f"Tag as {kind_name(name, value)}"
            edits = wrapped(self._syntax, start, end, name, value)
            yield Attempt(CodeActionKind.TAG, title, edits, 1, value or name.upper())

    def _retype(self, element: Element) -> Iterator[Attempt]:
        """Change the type; the key's type, if there is one, has been offered before."""
        partner = self._partner(element)
        keys = self._kind_of(partner[1]) if partner is not None else None
        for kind in self._kinds():
            if kind != keys and self._is_other_kind(element, kind):
                yield self._retyped(element, kind)

    def _extend(self, element: Element) -> Iterator[Attempt]:
        text, opening, closing = self._unit.text, element.open, element.close
        limit = plain_text_end(self._unit, closing.end)
        blank_line = BLANK_LINE.search(text, closing.end, limit)
        right = word_boundaries.after_next(text, closing.end, blank_line.start() if blank_line else limit)
        if right is not None:
            title = f"Extend by {_unit_of(text[closing.end : right])} to the right"
            yield from self._step(CodeActionKind.EXTEND, title, element, closing, right)
        limit = plain_text_start(self._unit, opening.start)
        blank_lines = [match.end() for match in BLANK_LINE.finditer(text, limit, opening.start)]
        left = word_boundaries.before_previous(text, opening.start, max([limit, *blank_lines]))
        if left is not None:
            title = f"Extend by {_unit_of(text[left : opening.start])} to the left"
            yield from self._step(CodeActionKind.EXTEND, title, element, opening, left)

    def _shrink(self, element: Element) -> Iterator[Attempt]:
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
    ) -> Iterator[Attempt]:
        """Move one tag of an element, if it may move to the place."""
        if self.may_move(element, tag, place):
            yield Attempt(kind, title, moved(self._unit, tag, place))


def _unit_of(taken: str) -> str:
    """Name the unit of a step for a title."""
    stripped = taken.strip()
    return (
        "a character" if len(stripped) == 1 and not word_boundaries.is_spaced_letter(stripped) else "a word"
    )
