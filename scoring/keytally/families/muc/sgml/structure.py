"""The structure of a unit: how its task tags are paired, and the elements that result."""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple, overload

from keytally.families.muc.sgml.syntax import (
    DATELINE,
    Sections,
    SectionTag,
    SgmlSyntax,
    Tag,
    TagPlaces,
    TagShape,
    last_dateline,
)

# Pairs the task tags of a unit, within their sections.
#
# Tags are referred to by their numbers in the order of the text, so that a pairing does not depend on places.


MOST_AROUND = 500
"""The maximum number of open tags around an element; elements nested more deeply are omitted, because each
would repeat the inner text.
"""

LONGEST_MISNAMED = 100  # characters between an open and a close tag that are read as one element


class Crossing(NamedTuple):
    """A close tag that ends its element inside another element."""

    close: int
    inner: int


class Misnamed(NamedTuple):
    """An open tag, and a close tag with another name that most likely ends its element."""

    opened: int
    close: int


class Pairing:
    """The elements of a unit in the order of their open tags, and the unpaired tags.

    `opens`, `closes` and `sections` are parallel; a section is the innermost one, as spelled in the
    configuration, or None outside all sections. `nested` contains the open tags of elements that are omitted
    because they are nested too deeply.
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
    """An open tag that is not closed yet."""

    __slots__ = ("around", "crossed", "misnamed", "tag")

    def __init__(self, tag: int, around: int) -> None:
        self.tag = tag
        self.around = around
        self.crossed: list[int] | None = None
        self.misnamed: int | None = None


class Matcher:
    """Pairs the task tags of a unit; unpaired tags are kept for the rules.

    Tags are matched by name, innermost first, so that a lost tag affects only its own element. The time for
    each step is at most linear in the number of tag names.
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
        """Pair all tags; `innermost` contains the section that follows each section tag."""
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
        """Pair the tags between two section tags: no element crosses a section tag."""
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
        """Close the innermost element with the close tag's name; `first` is the first tag of the section."""
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
        """Record an unmatched close tag directly after an open tag, because one of the two names is wrong."""
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
        """Report, once each, the close tags that crossed the element that is now closed."""
        for close in inner.crossed or ():
            if close not in self._reported:
                self._reported.add(close)
                self._crossings.append(Crossing(close, inner.tag))

    def _give_up(self) -> None:
        """Leave open tags unpaired at the start or the end of a section."""
        if not self._waiting:
            return
        for stack in self._stacks.values():
            for opened in self._left_over(stack):
                self._leave(opened)
            stack.clear()
        self._waiting = 0

    def _leave(self, opened: _Opened) -> None:
        """Record an open tag that has no close tag with its name."""
        if opened.misnamed is None:
            self._unclosed.append(opened.tag)
        else:
            self._misnamed.append(Misnamed(opened.tag, opened.misnamed))
            self._pairs.append((opened.tag, opened.misnamed))

    def _left_over(self, stack: list[_Opened]) -> Iterator[_Opened]:
        """Yield the unclosed tags; an open tag without attributes that follows an unclosed tag with
        attributes was meant to close it.
        """
        waiting: list[_Opened] = []
        for opened in stack:
            shape = self._shapes[opened.tag]
            if waiting and shape.is_bare and not self._shapes[waiting[-1].tag].is_bare:
                self._meant_to_close.append(opened.tag)
                self._pairs.append((waiting.pop().tag, opened.tag))
            else:
                waiting.append(opened)
        yield from waiting


# The task tags of a unit and their pairing, independent of places.
#
# An edit of the text between tags does not change it, nor anything that follows from it alone.


_NOTHING: Set[int] = frozenset()


class Structure:
    """The tags of a unit in order, their pairing, and the numbers of the elements that are not scored."""

    __slots__ = ("_flawed", "pairing", "shapes", "unscored")

    def __init__(
        self,
        shapes: Sequence[TagShape],
        pairing: Pairing,
        unscored: Set[int] = _NOTHING,
    ) -> None:
        self.shapes = shapes
        self.pairing = pairing
        self.unscored = unscored
        self._flawed: Sequence[int] | None = None

    @property
    def flawed(self) -> Sequence[int]:
        """Return the numbers of the tags that have problems themselves."""
        if self._flawed is None:
            flawed = {shape for shape in set(self.shapes) if shape.problems}
            numbered = enumerate(self.shapes) if flawed else ()
            self._flawed = tuple([number for number, shape in numbered if shape in flawed])
        return self._flawed


def structure_of(
    shapes: Sequence[TagShape],
    places: TagPlaces,
    section_tags: Sequence[SectionTag],
    syntax: SgmlSyntax,
    length: int,
) -> Structure:
    """Return the structure of a unit, given its task tags, its section tags and its length."""
    sections = Sections(section_tags, syntax, length)
    names = [tag.name for tag in syntax.tags]
    pairing = Matcher(shapes, places, names).pairing(section_tags, sections.innermost)
    late = last_dateline(sections.in_order(), section_tags) if syntax.dd_last_only else 0
    return Structure(shapes, pairing, _unscored(pairing, late))


def _unscored(pairing: Pairing, last_dateline_at: int) -> Set[int]:
    """Return the numbers of elements outside all sections, and in a dateline before the last one."""
    if not last_dateline_at and None not in pairing.sections:
        return _NOTHING
    return frozenset(
        number
        for number, section in enumerate(pairing.sections)
        if section is None or (pairing.opens[number] < last_dateline_at and section.upper() == DATELINE)
    )


class Element(NamedTuple):
    """A task tag, its close tag, and the range of its text.

    `section` is the innermost open section as spelled in the configuration, or None outside all sections.
    `scored` is false outside all sections, and in a dateline that a later one replaces. `stripped_start` and
    `stripped_end` (exclusive) count from the start of the unit and ignore task tags.
    """

    open: Tag
    close: Tag
    section: str | None
    scored: bool
    stripped_start: int
    stripped_end: int

    @property
    def name(self) -> str:
        """Return the tag's name, in lower case."""
        return self.open.shape.name

    @property
    def start(self) -> int:
        """Return the start of the open tag in the unit."""
        return self.open.start

    @property
    def end(self) -> int:
        """Return the end of the close tag in the unit."""
        return self.close.end


class Elements(Sequence[Element]):
    """The elements of a unit in the order of their open tags, each created on demand."""

    __slots__ = ("_places", "_structure")

    def __init__(self, structure: Structure, places: TagPlaces) -> None:
        self._structure = structure
        self._places = places

    def __len__(self) -> int:
        return len(self._structure.pairing.opens)

    @overload
    def __getitem__(self, index: int) -> Element: ...

    @overload
    def __getitem__(self, index: slice) -> list[Element]: ...

    def __getitem__(self, index: int | slice) -> Element | list[Element]:
        if isinstance(index, slice):
            return [self._element(number) for number in range(*index.indices(len(self)))]
        return self._element(range(len(self))[index])

    def __iter__(self) -> Iterator[Element]:
        return map(self._element, range(len(self)))

    def around(self, start: int, end: int) -> list[Element]:
        """Return the elements (including tags) that contain a whole range of the unit."""
        starts, ends, _ = self._places
        pairing = self._structure.pairing
        before = bisect_right(pairing.opens, start, key=starts.__getitem__)
        return [self._element(number) for number in range(before) if ends[pairing.closes[number]] >= end]

    def within(self, start: int, end: int) -> list[Element]:
        """Return the elements that lie, including their tags, within a range of the unit."""
        starts, ends, _ = self._places
        pairing = self._structure.pairing
        first, last = (bisect_left(pairing.opens, place, key=starts.__getitem__) for place in (start, end))
        return [self._element(number) for number in range(first, last) if ends[pairing.closes[number]] <= end]

    def touching(self, start: int, end: int) -> list[Element]:
        """Return the elements that share text or tags with a range of the unit."""
        starts, ends, _ = self._places
        pairing = self._structure.pairing
        last = bisect_left(pairing.opens, end, key=starts.__getitem__)
        return [self._element(number) for number in range(last) if ends[pairing.closes[number]] > start]

    def _element(self, number: int) -> Element:
        structure, places = self._structure, self._places
        pairing = structure.pairing
        opened, close = pairing.opens[number], pairing.closes[number]
        return Element(
            Tag(places.starts[opened], places.ends[opened], structure.shapes[opened]),
            Tag(places.starts[close], places.ends[close], structure.shapes[close]),
            pairing.sections[number],
            number not in structure.unscored,
            places.stripped[opened],
            places.stripped[close],
        )
