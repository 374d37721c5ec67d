"""Pairs the task tags of a unit, within their sections.

Tags are referred to by their numbers in the order of the text, so that a pairing does not depend on places.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.sections import SectionTag
from keytally.evaluations.muc.formats.sgml.tags import TagPlaces, TagShape

MOST_AROUND = 500
"""Open tags around an element; with more it is left out, since each would repeat the text of all within."""

LONGEST_MISNAMED = 100  # characters between an open and a close tag that are taken for one element


class Crossing(NamedTuple):
    """A close tag that ends its element within another element."""

    close: int
    inner: int


class Misnamed(NamedTuple):
    """An open tag and the close tag of another name that most likely ends its element."""

    opened: int
    close: int


class Pairing:
    """The elements of a unit, by their open tags in order, and the tags that do not pair.

    `opens`, `closes` and `sections` are parallel; a section is the innermost one, as it is configured, None
    outside of all sections. `nested` are the open tags of elements that are left out, since too many tags are
    open around them.
    """

    __slots__ = (
        *("closes", "crossings", "meant_to_close", "misnamed"),
        *("nested", "opens", "sections", "unclosed", "unmatched"),
    )

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        opens: "array[int]",
        closes: "array[int]",
        sections: Sequence[str | None],
        unclosed: Sequence[int] = (),
        unmatched: Sequence[int] = (),
        crossings: Sequence[Crossing] = (),
        meant_to_close: Sequence[int] = (),
        misnamed: Sequence[Misnamed] = (),
        nested: Sequence[int] = (),
    ) -> None:
        self.opens = opens
        self.closes = closes
        self.sections = sections
        self.unclosed = unclosed
        self.unmatched = unmatched
        self.crossings = crossings
        self.meant_to_close = meant_to_close
        self.misnamed = misnamed
        self.nested = nested


class _Opened:
    """An open tag that waits for its close tag."""

    __slots__ = ("around", "crossed", "misnamed", "tag")

    def __init__(self, tag: int, around: int) -> None:
        self.tag = tag
        self.around = around
        self.crossed: list[int] | None = None
        self.misnamed: int | None = None


class Matcher:
    """Pairs the task tags of a unit; keeps those that do not pair for the rules.

    Tags are matched name by name, the innermost first, so that a lost tag affects only its own element. Each
    step takes time in the number of task tag names at most.
    """

    def __init__(self, shapes: Sequence[TagShape], places: TagPlaces, names: Sequence[str]) -> None:
        self._shapes = shapes
        self._places = places
        self._stacks: dict[str, list[_Opened]] = {name: [] for name in names}
        self._waiting = 0
        self._pairs: list[tuple[int, int]] = []
        self._sections: list[str | None] = []
        self._unclosed: list[int] = []
        self._unmatched: list[int] = []
        self._crossings: list[Crossing] = []
        self._meant_to_close: list[int] = []
        self._misnamed: list[Misnamed] = []
        self._nested: list[int] = []
        self._reported: set[int] = set()

    def pairing(self, sections: Sequence[SectionTag], innermost: Sequence[str | None]) -> Pairing:
        """Pair all tags; `innermost` has the section after each of the section tags."""
        first, section = 0, None
        for tag, behind in zip(sections, innermost, strict=True):
            self._match(first, tag.before, section)
            first, section = tag.before, behind
        self._match(first, len(self._shapes), section)
        return Pairing(
            array("i", [opened for opened, _ in self._pairs]),
            array("i", [close for _, close in self._pairs]),
            self._sections,
            tuple(self._unclosed),
            tuple(self._unmatched),
            tuple(self._crossings),
            tuple(self._meant_to_close),
            tuple(self._misnamed),
            tuple(sorted(self._nested)),
        )

    def _match(self, first: int, last: int, section: str | None) -> None:
        """The tags between two section tags: no element crosses a section tag."""
        if first == last:
            return
        paired = len(self._pairs)
        self._go_through(first, last)
        self._give_up()
        self._pairs[paired:] = sorted(self._pairs[paired:])
        self._sections += [section] * (len(self._pairs) - paired)

    def _go_through(self, first: int, last: int) -> None:
        shapes, tag = self._shapes, first
        while tag < last:
            shape = shapes[tag]
            behind = shapes[tag + 1] if tag + 1 < last else shape
            if shape.is_close:
                self._close(tag, first)
            elif behind.is_close and behind.name == shape.name:
                self._pairs.append((tag, tag + 1))
                tag += 1
            else:
                self._stacks[shape.name].append(_Opened(tag, self._waiting))
                self._waiting += 1
            tag += 1

    def _close(self, tag: int, first: int) -> None:
        """A close tag ends the innermost element of its name; `first` is the first tag of the section."""
        stack = self._stacks[self._shapes[tag].name]
        if not stack:
            self._unmatched.append(tag)
            if tag > first:
                self._note_misnamed(tag - 1, tag)
            return
        opened = stack.pop()
        self._waiting -= 1
        if opened.crossed:
            self._report(opened)
        if self._waiting:
            self._mark_crossed(opened.tag, tag)
        if opened.around < MOST_AROUND:
            self._pairs.append((opened.tag, tag))
        else:
            self._nested.append(opened.tag)

    def _note_misnamed(self, previous: int, close: int) -> None:
        """A close tag that closes nothing, right after an open tag: one of the two names is wrong."""
        stack = self._stacks[self._shapes[previous].name]
        distance = self._places.starts[close] - self._places.ends[previous]
        if stack and stack[-1].tag == previous and distance <= LONGEST_MISNAMED:
            stack[-1].misnamed = close

    def _mark_crossed(self, outer: int, close: int) -> None:
        """Record the innermost elements that begin inside `outer` and end after its close tag."""
        for stack in self._stacks.values():
            if stack and stack[-1].tag > outer:
                stack[-1].crossed = [*(stack[-1].crossed or ()), close]

    def _report(self, inner: _Opened) -> None:
        """The element closes after all: those close tags did cross it. Each is reported once."""
        for close in inner.crossed or ():
            if close not in self._reported:
                self._reported.add(close)
                self._crossings.append(Crossing(close, inner.tag))

    def _give_up(self) -> None:
        """A section begins or ends: open tags remain unpaired."""
        if not self._waiting:
            return
        for stack in self._stacks.values():
            for opened in self._left_over(stack):
                self._leave(opened)
            stack.clear()
        self._waiting = 0

    def _leave(self, opened: _Opened) -> None:
        """A tag without a counterpart of its name."""
        if opened.misnamed is None:
            self._unclosed.append(opened.tag)
        else:
            self._misnamed.append(Misnamed(opened.tag, opened.misnamed))
            self._pairs.append((opened.tag, opened.misnamed))

    def _left_over(self, stack: list[_Opened]) -> Iterator[_Opened]:
        """The unclosed tags; a bare tag after one of them was meant to close it."""
        waiting: list[_Opened] = []
        for opened in stack:
            shape = self._shapes[opened.tag]
            if waiting and shape.is_bare and not self._shapes[waiting[-1].tag].is_bare:
                self._meant_to_close.append(opened.tag)
                self._pairs.append((waiting.pop().tag, opened.tag))
            else:
                waiting.append(opened)
        yield from waiting
