"""Annotating: edits that put in, change, move and take out tags, and touch nothing else."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.interface import Mark, Role
from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit, TokenKind
from keytally.findings.finding import Edit
from keytally.tallies.status import Status
from keytally_server.features.tagged import element_around, mark_of_element, marks_of, missing_at, word_at
from keytally_server.session.snapshot import Snapshot

_NEXT_WORD = re.compile(r"[^\w<]*\w+")
_LAST_WORD = re.compile(r"\w+[^\w<>]*\Z")
_SHORTER_BY_LAST = re.compile(r"\W*\w+\W*\Z")
_SHORTER_BY_FIRST = re.compile(r"\A\W*\w+\W*")
LONGEST_STEP = 400


class Kind(Enum):
    """What an action does to the tags."""

    TAG = "tag"
    RETYPE = "retype"
    EXTEND = "extend"
    SHRINK = "shrink"
    UNTAG = "untag"
    INSERT_MISSING = "insertMissing"
    DROP_SPURIOUS = "dropSpurious"


class Action(NamedTuple):
    """Something that a person can do here: its name, and its edits in the file."""

    kind: Kind
    title: str
    edits: tuple[Edit, ...]


def actions(snapshot: Snapshot, start: int, end: int) -> list[Action]:
    """What can be done with the selection from `start` to `end`, or with the tag around it."""
    at = snapshot.unit_at(start)
    syntax = getattr(snapshot.reading.language, "syntax", None)
    if not isinstance(at.unit, SgmlUnit) or at.unit.document is None or not isinstance(syntax, SgmlSyntax):
        return []
    desk = _Desk(snapshot, at.unit, syntax, at.place, min(at.place + end - start, len(at.unit.text)))
    return [
        Action(action.kind, action.title, tuple(_moved(edit, at.offset) for edit in action.edits))
        for action in desk.actions()
    ]


def _moved(edit: Edit, offset: int) -> Edit:
    return Edit(edit.start + offset, edit.end + offset, edit.text)


class _Desk:
    """One unit with a selection in it."""

    def __init__(self, snapshot: Snapshot, unit: SgmlUnit, syntax: SgmlSyntax, start: int, end: int) -> None:
        self._role = snapshot.role
        self._unit = unit
        self._syntax = syntax
        self._start, self._end = start, end
        self._marks = marks_of(snapshot, unit)
        self._element = element_around(unit, start, end)

    def actions(self) -> Iterator[Action]:
        """Everything that can be done, what concerns the selection first."""
        yield from self._tag()
        yield from self._insert_missing()
        if self._element is not None:
            yield from self._drop_spurious(self._element)
            yield from self._retype(self._element)
            yield from self._move_ends(self._element)
            yield Action(Kind.UNTAG, f"Remove the {_name(self._element)} tag", _untagged(self._element))

    def _selection(self) -> tuple[int, int]:
        """The selection without the blanks at its ends; without a selection the word at the cursor."""
        text = self._unit.text
        if self._start == self._end:
            return word_at(text, self._start)
        start, end = self._start, self._end
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        return start, end

    def _tag(self) -> Iterator[Action]:
        start, end = self._selection()
        if not can_wrap(self._unit, start, end):
            return
        for name, value in kinds(self._syntax):
            yield Action(
                Kind.TAG,
                f"Tag as {' '.join(filter(None, (name.upper(), value)))}",
                (Edit(start, start, self._open_tag(name, value)), Edit(end, end, f"</{name.upper()}>")),
            )

    def _open_tag(self, name: str, value: str) -> str:
        return f'<{name.upper()} {self._syntax.type.upper()}="{value}">' if value else f"<{name.upper()}>"

    def _retype(self, element: Element) -> Iterator[Action]:
        attribute = element.open.attribute(self._syntax.type)
        now = (element.name, attribute.value.upper() if attribute else "")
        for name, value in kinds(self._syntax):
            if (name, value.upper()) != now:
                title = f"Change to {' '.join(filter(None, (name.upper(), value)))}"
                yield Action(Kind.RETYPE, title, self._retyped(element, name, value))

    def _retyped(self, element: Element, name: str, value: str) -> tuple[Edit, ...]:
        """Change the value where it stands; a tag of another name is written anew."""
        attribute = element.open.attribute(self._syntax.type)
        if element.name == name and attribute is not None and value:
            start = element.open.start + attribute.value_start
            return (Edit(start, element.open.start + attribute.value_end, value),)
        return (
            Edit(element.open.start, element.open.end, self._open_tag(name, value)),
            Edit(element.close.start, element.close.end, f"</{name.upper()}>"),
        )

    def _move_ends(self, element: Element) -> Iterator[Action]:
        text = self._unit.text
        opening, closing = element.open, element.close
        after = _NEXT_WORD.match(text[closing.end : closing.end + LONGEST_STEP])
        if after:
            place = closing.end + after.end()
            yield Action(Kind.EXTEND, "Extend by a word to the right", self._moved_tag(closing, place))
        before = _LAST_WORD.search(text[max(opening.start - LONGEST_STEP, 0) : opening.start])
        if before:
            place = opening.start - len(before.group())
            yield Action(Kind.EXTEND, "Extend by a word to the left", self._moved_tag(opening, place))
        yield from self._shrink(element)

    def _shrink(self, element: Element) -> Iterator[Action]:
        inside = self._unit.text[element.open.end : element.close.start]
        last, first = _last_word_start(inside), _first_word_end(inside)
        if last:
            place = element.open.end + last
            yield Action(
                Kind.SHRINK, "Shrink by a word from the right", self._moved_tag(element.close, place)
            )
        if first and first < len(inside):
            place = element.open.end + first
            yield Action(Kind.SHRINK, "Shrink by a word from the left", self._moved_tag(element.open, place))

    def _moved_tag(self, tag: Tag, place: int) -> tuple[Edit, ...]:
        edits = [Edit(tag.start, tag.end, ""), Edit(place, place, self._unit.text[tag.start : tag.end])]
        return tuple(sorted(edits, key=lambda edit: edit.start))

    def _drop_spurious(self, element: Element) -> Iterator[Action]:
        mark = mark_of_element(self._marks, element)
        if self._role is Role.RESPONSE and mark is not None and mark.status is Status.SPURIOUS:
            yield Action(Kind.DROP_SPURIOUS, f"Drop the spurious {_name(element)} tag", _untagged(element))

    def _insert_missing(self) -> Iterator[Action]:
        if self._role is not Role.RESPONSE:
            return
        start, end = self._start, self._end
        if start == end:
            start, end = word_at(self._unit.text, start)
        for mark in missing_at(self._marks, start, end):
            edits = self._inserted(mark)
            if edits:
                yield Action(Kind.INSERT_MISSING, f"Insert the missing tag: {mark.label}", edits)

    def _inserted(self, mark: Mark) -> tuple[Edit, ...]:
        """The key's tag around the same text here; nothing where the texts differ or tags would cross."""
        if mark.partner is None:
            return ()
        key, first, last = mark.partner
        element = next((each for each in key.elements if (each.start, each.end) == (first, last)), None)
        if element is None:
            return ()
        place = _place_for(self._unit, element)
        if place is None or self._unit.stripped(*place) != key.stripped(
            element.open.end, element.close.start
        ):
            return ()
        attribute = element.open.attribute(self._syntax.type)
        value = attribute.value.split(self._syntax.separator)[0] if attribute else ""
        opening = Edit(place[0], place[0], self._open_tag(element.name, value))
        return opening, Edit(place[1], place[1], f"</{element.name.upper()}>")


def kinds(syntax: SgmlSyntax) -> Iterator[tuple[str, str]]:
    """Every tag of the task with every value of its type; "" for a tag whose type is free."""
    for tag in syntax.tags:
        for value in tag.values(syntax.type) or ("",):
            yield tag.name, value


def can_wrap(unit: SgmlUnit, start: int, end: int) -> bool:
    """Whether a pair of tags fits around a stretch: nothing is cut, and no given markup is held."""
    if start >= end or not unit.text[start:end].strip():
        return False
    for token in unit.tokens():
        inside = token.start < end and token.end > start
        if inside and token.kind is TokenKind.MARKUP:
            return False
        if inside and token.kind is not TokenKind.TEXT and (token.start < start or token.end > end):
            return False
    return all(
        (start <= element.start and element.end <= end)
        or (element.start <= start and end <= element.end)
        or element.end <= start
        or end <= element.start
        for element in unit.elements
    )


def _place_for(unit: SgmlUnit, element: Element) -> tuple[int, int] | None:
    """Where the tags of the key's element would stand in a unit, inside or outside those there."""
    for inner in (True, False):
        start = unit.source_offset(element.stripped_start, after_tags=inner)
        end = unit.source_offset(element.stripped_end, after_tags=not inner)
        if can_wrap(unit, start, end):
            return start, end
    return None


def _untagged(element: Element) -> tuple[Edit, ...]:
    return Edit(element.open.start, element.open.end, ""), Edit(element.close.start, element.close.end, "")


def _name(element: Element) -> str:
    return element.name.upper()


def _last_word_start(text: str) -> int:
    """Where a text ends when its last word goes; 0 where it would be empty or the word is tagged."""
    match = _SHORTER_BY_LAST.search(text)
    return 0 if match is None or "<" in match.group() or ">" in match.group() else match.start()


def _first_word_end(text: str) -> int:
    """Where a text starts when its first word goes; 0 where the word is tagged."""
    match = _SHORTER_BY_FIRST.match(text)
    return 0 if match is None or "<" in match.group() or ">" in match.group() else match.end()
