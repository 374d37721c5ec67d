"""Elements: pairs of task tags, matched within the sections that they stand in."""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.tags import Tag

LONGEST_MISNAMED = 100  # characters between an open and a close tag that are taken for one element


class Section(NamedTuple):
    """A section: its name as configured, where it begins and ends (its tags included)."""

    name: str
    start: int
    end: int


class Element(NamedTuple):
    """A task tag, its close tag, and where its text stands.

    `section` is the innermost open section as the configuration spells it, None outside all of
    them. `scored` is false there and in a dateline that a later one replaces. `stripped_start`
    and `stripped_end` (exclusive) count from the unit's start and leave task tags out.
    """

    open: Tag
    close: Tag
    section: str | None
    scored: bool
    stripped_start: int
    stripped_end: int

    @property
    def name(self) -> str:
        """The tag's name, in lower case."""
        return self.open.shape.name

    @property
    def start(self) -> int:
        """Where the open tag begins in the unit."""
        return self.open.start

    @property
    def end(self) -> int:
        """Where the close tag ends in the unit."""
        return self.close.end


class Crossing(NamedTuple):
    """A close tag that closes across an element which it did not open in."""

    close: Tag
    inner: Tag


class Misnamed(NamedTuple):
    """An open tag and the close tag of another name that most likely ends its element."""

    opened: Tag
    close: Tag


class _Opened:
    """An open tag that waits for its close tag."""

    __slots__ = ("crossed", "misnamed", "section", "stripped_start", "tag")

    def __init__(self, tag: Tag, section: str | None, stripped_start: int) -> None:
        self.tag = tag
        self.section = section
        self.stripped_start = stripped_start
        self.crossed: list[Tag] | None = None
        self.misnamed: tuple[Tag, int] | None = None


class Matcher:
    """Pairs the task tags of a unit; what does not pair is kept for the rules.

    Tags are matched name by name, the innermost first, so that a lost tag costs no more than its
    own element. One step costs no more than there are task tag names.
    """

    def __init__(self, names: tuple[str, ...]) -> None:
        self.elements: list[Element] = []
        self.unclosed: list[Tag] = []
        self.unmatched: list[Tag] = []
        self.crossings: list[Crossing] = []
        self.meant_to_close: list[Tag] = []
        self.misnamed: list[Misnamed] = []
        self._stacks: dict[str, list[_Opened]] = {name: [] for name in names}
        self._waiting = 0
        self._reported: set[int] = set()

    def open(self, tag: Tag, section: str | None, stripped_start: int) -> None:
        """An open tag whose text begins at `stripped_start`."""
        self._stacks[tag.shape.name].append(_Opened(tag, section, stripped_start))
        self._waiting += 1

    def close(self, tag: Tag, stripped_end: int, previous: Tag | None = None) -> None:
        """A close tag that ends the innermost element of its name; `previous` is the tag before it."""
        stack = self._stacks[tag.shape.name]
        if not stack:
            self.unmatched.append(tag)
            if previous is not None:
                self._note_misnamed(previous, tag, stripped_end)
            return
        opened = stack.pop()
        self._waiting -= 1
        if opened.crossed:
            self._report(opened)
        if self._waiting:
            self._mark_crossed(opened.tag, tag)
        self._pair(opened, tag, stripped_end)

    def barrier(self) -> None:
        """A section begins or ends: no element reaches across."""
        if not self._waiting:
            return
        for stack in self._stacks.values():
            for opened in self._left_over(stack):
                self._leave(opened)
            stack.clear()
        self._waiting = 0

    def _note_misnamed(self, previous: Tag, close: Tag, stripped_end: int) -> None:
        """A close tag that closes nothing, right behind an open tag: one of the two names is wrong."""
        stack = self._stacks[previous.shape.name]
        if stack and stack[-1].tag is previous and close.start - previous.end <= LONGEST_MISNAMED:
            stack[-1].misnamed = close, stripped_end

    def _leave(self, opened: _Opened) -> None:
        """A tag that nothing of its name closes."""
        if opened.misnamed is None:
            self.unclosed.append(opened.tag)
        else:
            close, stripped_end = opened.misnamed
            self.misnamed.append(Misnamed(opened.tag, close))
            self._pair(opened, close, stripped_end)

    def _pair(self, opened: _Opened, close: Tag, stripped_end: int) -> None:
        section = opened.section
        element = Element(
            opened.tag, close, section, section is not None, opened.stripped_start, stripped_end
        )
        self.elements.append(element)

    def _mark_crossed(self, outer: Tag, close: Tag) -> None:
        """Remember the innermost elements that opened inside `outer` and outlive its close tag."""
        for stack in self._stacks.values():
            if stack and stack[-1].tag.start > outer.start:
                stack[-1].crossed = [*(stack[-1].crossed or ()), close]

    def _report(self, inner: _Opened) -> None:
        """The element closes after all: those close tags did cross it. Each is told of once."""
        for close in inner.crossed or ():
            if close.start not in self._reported:
                self._reported.add(close.start)
                self.crossings.append(Crossing(close, inner.tag))

    def _left_over(self, stack: list[_Opened]) -> Iterator[_Opened]:
        """The tags that nothing closes; a bare tag after one of them was meant to close it."""
        waiting: list[_Opened] = []
        for opened in stack:
            if waiting and opened.tag.is_bare and not waiting[-1].tag.is_bare:
                self.meant_to_close.append(opened.tag)
                stripped_end = opened.stripped_start
                self._pair(waiting.pop(), opened.tag, stripped_end)
            else:
                waiting.append(opened)
        yield from waiting
