"""Task tags as values: where a tag stands, its attributes, and what is wrong with its writing."""

from typing import NamedTuple

from keytally.findings.finding import Edit
from keytally.findings.rule import Rule


class Flaw(NamedTuple):
    """What is wrong with the way an attribute is written, and how to mend it.

    Edits count from the tag's start.
    """

    problem: str
    edits: tuple[Edit, ...] = ()


class Attribute(NamedTuple):
    """An attribute of a task tag; places count code points from the tag's start.

    `name` is in lower case; `value` is the text between the quotes. `start` to `end` spans the
    attribute with its quotes. A word that is no `name=value` has an empty value and `bare` set.
    """

    name: str
    value: str
    start: int
    end: int
    value_start: int
    value_end: int
    flaw: Flaw | None = None
    bare: bool = False


class Problem(NamedTuple):
    """A finding about a tag by itself; its places count from the tag's start."""

    rule: Rule
    start: int
    end: int
    arguments: dict[str, str]
    edits: tuple[Edit, ...] = ()


class TagShape:
    """What a task tag says, wherever it stands; tags that are written alike share one.

    `complete` is false where the tag lacks its `>`; `mending` is then what to put at its end.
    `problems` are the findings about the tag by itself.
    """

    __slots__ = ("attributes", "complete", "is_close", "mending", "name", "problems")

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
        self.problems: tuple[Problem, ...] = ()


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
    def is_bare(self) -> bool:
        """Whether it is an open tag without any attribute, complete with its `>`."""
        return not self.shape.attributes and self.shape.complete and not self.shape.is_close

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The attributes in order, those given twice included; places count from the tag's start."""
        return self.shape.attributes

    def attribute(self, name: str) -> Attribute | None:
        """The first attribute of that name (lower case)."""
        for each in self.shape.attributes:
            if each.name == name and not each.bare:
                return each
        return None
