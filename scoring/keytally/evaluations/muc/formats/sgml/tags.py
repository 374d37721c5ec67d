"""Task tags as values: their places, attributes, and flaws."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, overload

from keytally.findings.finding import Edit, Finding


class Flaw(NamedTuple):
    """A flaw in the spelling of an attribute, and its fix.

    Edits count from the tag's start.
    """

    problem: str
    edits: tuple[Edit, ...] = ()


class Attribute(NamedTuple):
    """An attribute of a task tag; places count code points from the tag's start.

    `name` is in lower case; `value` is the text between the quotes. `start` to `end` spans the attribute with
    its quotes. A word that is no `name=value` has an empty value and `bare` set.
    """

    name: str
    value: str
    start: int
    end: int
    value_start: int
    value_end: int
    flaw: Flaw | None = None
    bare: bool = False


class TagShape:
    """The content of a task tag, independent of its place; tags with equal spelling share one.

    `complete` is false if the tag lacks its `>`; `mending` is then the text to insert at its end.
    """

    __slots__ = ("_judge", "_problems", "_written", "attributes", "complete", "is_close", "mending", "name")

    def __init__(
        self,
        name: str,
        attributes: tuple[Attribute, ...] = (),
        *,
        is_close: bool = False,
        complete: bool = True,
        mending: str = ">",
    ) -> None:
        self.name = name
        self.attributes = attributes
        self.is_close = is_close
        self.complete = complete
        self.mending = mending
        self._judge: Judge | None = None
        self._written = ""
        self._problems: tuple[Finding, ...] = ()

    def judged_by(self, judge: "Judge", written: str) -> "TagShape":
        """The same shape, whose problems `judge` finds in the text of the tag once they are asked for."""
        self._judge, self._written = judge, written
        return self

    @property
    def problems(self) -> "tuple[Finding, ...]":
        """The findings about the tag by itself; their places count from the tag's start."""
        if self._judge is not None:
            self._problems = self._judge(self, self._written)
            self._judge = None
        return self._problems

    @property
    def is_bare(self) -> bool:
        """Whether it is an open tag without any attribute, complete with its `>`."""
        return not self.attributes and self.complete and not self.is_close

    def attribute(self, name: str) -> Attribute | None:
        """The first attribute of that name (lower case)."""
        for each in self.attributes:
            if each.name == name and not each.bare:
                return each
        return None


Judge = Callable[[TagShape, str], tuple[Finding, ...]]
"""Finds the problems of a tag by itself, given its shape and its text."""


class Tag(NamedTuple):
    """A task tag at the code points `start` to `end` of its unit."""

    start: int
    end: int
    shape: TagShape

    @property
    def name(self) -> str:
        """The tag's name, in lower case."""
        return self.shape.name

    @property
    def is_close(self) -> bool:
        """Whether it closes an element."""
        return self.shape.is_close

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The attributes in order, including repeated ones; places count from the tag's start."""
        return self.shape.attributes

    def attribute(self, name: str) -> Attribute | None:
        """The first attribute of that name (lower case)."""
        return self.shape.attribute(name)


class TagPlaces(NamedTuple):
    """The places of the task tags of a unit, in order: the start and end of each.

    `stripped` holds the start of each with all task tags left out.
    """

    starts: "array[int]"
    ends: "array[int]"
    stripped: "array[int]"


NOWHERE = TagPlaces(array("i"), array("i"), array("i"))
"""The places of no tags."""


class Tags(Sequence[Tag]):
    """The task tags of a unit in order, each made on demand."""

    __slots__ = ("_places", "_shapes")

    def __init__(self, shapes: Sequence[TagShape], places: TagPlaces) -> None:
        self._shapes = shapes
        self._places = places

    def __len__(self) -> int:
        return len(self._shapes)

    @overload
    def __getitem__(self, index: int) -> Tag: ...

    @overload
    def __getitem__(self, index: slice) -> "Tags": ...

    def __getitem__(self, index: int | slice) -> "Tag | Tags":
        starts, ends, stripped = self._places
        if isinstance(index, slice):
            return Tags(self._shapes[index], TagPlaces(starts[index], ends[index], stripped[index]))
        return Tag(starts[index], ends[index], self._shapes[index])

    def __iter__(self) -> Iterator[Tag]:
        return map(Tag, self._places.starts, self._places.ends, self._shapes)
