"""What several annotators say of one document, in terms that do not depend on their files.

An evaluation with the ability `ListsAnnotations` tells what one file says of a document as a list of
annotations, and which annotations of two files are about the same thing. All else, such as items over any
number of annotators, agreement, adjudication and merging, is general and stands in `keytally.adjudication`.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from keytally.findings.finding import Edit


class Reference(NamedTuple):
    """A part of a value that is another annotation of the same file and document, by its index."""

    target: int


ALTERNATIVE = "/"
"""The part of a value between two groups of references, where either group is right."""


class Annotation(NamedTuple):
    """One thing that a file says of a document: an entity, a mention, an object, a slot, an edit.

    `start` and `end` are its place in the text of `unit`, in code points. `name` is what people call it: the
    text that it covers, or an identifier. `place` orders the annotations of a document, and is equal for the
    same piece of text in all files, whatever their markup. `extent` is the stretch of the document's bare
    text (`Annotates.bare`, the units joined) that it covers, in code points; None where what it says does not
    depend on a stretch of text. Files agree where extents and values are equal, with each reference replaced
    by what it refers to; references in a row stand in no order, nor do groups of them that `ALTERNATIVE`
    parts. An annotation with a `parent` (its index, which is smaller) exists only with it.
    """

    unit: Any
    start: int
    end: int
    kind: str
    name: str
    place: tuple[int | str, ...]
    value: tuple[str | Reference, ...]
    parent: int | None = None
    extent: tuple[int, int] | None = None


class Change(NamedTuple):
    """What one item of the gold is to become: `wanted` instead of `present`; None stands for nothing.

    `wanted` is an annotation of an annotator's file, whose spelling is taken over, or one that is made of
    others: then its `unit` is None, and it is written by its value. `targets` are the annotations of the gold
    that the references in `wanted` lead to, in their order; None stands for one that the gold lacks, an
    integer for the change with that index in the same list. `parent` is in the same way the annotation of the
    gold that `wanted` is a part of; None where it is part of none.
    """

    present: Annotation | None
    wanted: Annotation | None
    targets: tuple[Annotation | int | None, ...] = ()
    parent: Annotation | int | None = None


class Rewriting(NamedTuple):
    """The edits that make changes: a unit and an edit of it each, in file order.

    `refused` are the changes, by their index, that cannot be made without a loss, with the reason in a few
    words, such as `it crosses another tag`; they have no edits. `read` are units with what they are after
    all their edits, where that was read already, in the role in which the units were read.
    """

    edits: Sequence[tuple[Any, Edit]]
    refused: Mapping[int, str] = MappingProxyType({})
    read: Sequence[tuple[Any, Any]] = ()


@runtime_checkable
class ListsAnnotations(Protocol):
    """An evaluation whose files can be compared annotation by annotation, so that agreement can be measured.

    Annotators' files are read in the role of a key.
    """

    def annotations(self, units: Sequence[Any]) -> Sequence[Annotation]:
        """What a file says of a document, whose units are given in file order; sorted by place."""
        ...

    def bare(self, units: Sequence[Any]) -> Sequence[str]:
        """The text of each unit with nothing annotated: what annotators are given, and must not change.

        Units of no document may be among the units.
        """
        ...

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        """The pairs of annotations of two files that are about the same thing, each at most once.

        The pairs of exchanged files are the same, exchanged. Annotations with a parent are not paired here:
        they belong together where their parents do, and their kinds and names are equal.
        """
        ...


@runtime_checkable
class Annotates(ListsAnnotations, Protocol):
    """An evaluation whose files can be written anew as well, so that those of annotators make a gold.

    The gold is read in the role of a key.
    """

    def rewriting(self, units: Sequence[Any], changes: Sequence[Change]) -> Rewriting:
        """The edits of units of the gold that make the changes; all other text stays.

        `units` are the gold's units of one document. For a document of which the gold has no unit they are
        the last unit of the gold alone, behind whose text the document is to stand.
        """
        ...


@runtime_checkable
class StatesEveryItem(Protocol):
    """An evaluation whose files say something of each item, as a clustering does of each line.

    Who says nothing of an item has not judged it: what they say is missing.
    """

    states_every_item: bool


@runtime_checkable
class ExcludesOverlaps(Protocol):
    """An evaluation of whose annotations a key has one in a place, such as entities, which do not overlap."""

    def exclude(self, one: Annotation, other: Annotation) -> bool:
        """Whether two annotations that have no parent, of two files, cannot both be right."""
        ...


@runtime_checkable
class StatesNothing(Protocol):
    """An evaluation whose files can say that somebody has found nothing, as the noop of M2 does."""

    def nothing_said(self, files: Sequence[Sequence[Any]]) -> Sequence[Annotation]:
        """What says so of one document, whose units in several files are given; none of it is an annotation.

        Left out is what a file is silent about. `rewriting` writes it where the gold has nothing instead.
        """
        ...


class Kept(NamedTuple):
    """An annotation by which each of several answers is right, and the further parts that make it so."""

    annotation: Annotation
    parts: Sequence[Annotation] = ()


@runtime_checkable
class KeepsAlternatives(Protocol):
    """An evaluation whose keys can hold several answers to one question."""

    def alternatives(self, said: Sequence[Annotation], is_optional: bool) -> Kept | None:
        """What makes each of these right, and nothing as well if `is_optional`; None if keys cannot say it.

        References in the values, of what is given and of what is returned, are numbers of items.
        """
        ...


@runtime_checkable
class KeepsVersions(Protocol):
    """An evaluation whose keys can hold several answers to a whole document, as those of M2 do."""

    def versions(self, answers: Sequence[Sequence[Annotation]]) -> Sequence[Annotation] | None:
        """What makes each of these answers right in a document of which the key says nothing yet.

        None if keys cannot say it.
        """
        ...


class DoneComment(NamedTuple):
    """A comment by which an annotator says that a document is done, with its place in the text of its unit.

    The place holds the whole line with its line end.
    """

    document: str
    start: int
    end: int


@runtime_checkable
class MarksDone(Protocol):
    """An evaluation whose files can say in a comment, anywhere in them, that a document is done."""

    def done_comments(self, unit: Any) -> Sequence[DoneComment]:
        """The comments of a unit that say so, each with the name by which units know the document."""
        ...

    def done_comment(self, document: str) -> str:
        """The line that says so of a document, without a line end."""
        ...
