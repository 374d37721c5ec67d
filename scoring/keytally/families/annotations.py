"""Annotations and differences of a document, independent of file formats, and protocols for them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from keytally.findings.finding import Edit

# Annotators' annotations of one document, in terms that do not depend on file formats.
#
# An evaluation with the ability `ListsAnnotations` returns a file's content for one document as a list of
# annotations, and matches the annotations of two files. Everything else, such as items over any number of
# annotators, agreement, adjudication and merging, is general and implemented in `keytally.adjudication`.


class Reference(NamedTuple):
    """A part of a value that is another annotation of the same file and document, by its index."""

    target: int


ALTERNATIVE = "/"
"""The separator in a value between two groups of references that are alternatives."""


class Annotation(NamedTuple):
    """An annotation of a document: an entity, a mention, an object, a slot or an edit.

    `start` and `end` are its place in the text of `unit`, in code points. `name` is its display name: the
    text that it covers, or an identifier. `place` orders the annotations of a document, and is equal for the
    same piece of text in all files, whatever their markup. `extent` is the range of the document's bare text
    (`Annotates.bare`, the units joined) that it covers, in code points; None if it does not depend on a range
    of text. Files agree if extents and values are equal, with each reference replaced by its target; adjacent
    references have no order, nor have groups of them that `ALTERNATIVE` separates. An annotation with a
    `parent` (its index, which is smaller) exists only with it.
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
    """A change of one item of the gold: `wanted` replaces `present`; None represents the absence of the item.

    `wanted` is an annotation of an annotator's file, whose spelling is copied, or one that combines several:
    then its `unit` is None, and it is written from its value. `targets` are the annotations of the gold that
    the references in `wanted` lead to, in their order; None represents one that the gold lacks, an integer
    the change with that index in the same list. `parent` is, in the same form, the annotation of the gold
    that contains `wanted`; None for a top-level annotation.
    """

    present: Annotation | None
    wanted: Annotation | None
    targets: tuple[Annotation | int | None, ...] = ()
    parent: Annotation | int | None = None


class Rewriting(NamedTuple):
    """The edits that implement changes: pairs of a unit and an edit of it, in file order.

    `refused` maps the indices of changes that cannot be made without a loss to a short reason, such as `it
    crosses another tag`; they have no edits. `read` maps units to their state after all their edits, if that
    was parsed already, in the role in which the units were read. A unit in `read` without edits is one whose
    text cannot be written; it is scored as if it were.
    """

    edits: Sequence[tuple[Any, Edit]]
    refused: Mapping[int, str] = MappingProxyType({})
    read: Sequence[tuple[Any, Any]] = ()


@runtime_checkable
class ListsAnnotations(Protocol):
    """An evaluation whose files can be compared annotation by annotation, to measure agreement.

    Annotators' files are read in the role of a key.
    """

    def annotations(self, units: Sequence[Any]) -> Sequence[Annotation]:
        """Return a file's annotations of a document, given its units in file order; sorted by place."""
        ...

    def bare(self, units: Sequence[Any]) -> Sequence[str]:
        """Return the text of each unit without annotations: the text that annotators get and must not change.

        The units may include some without a document.
        """
        ...

    def counterparts(
        self, first: Sequence[Annotation], second: Sequence[Annotation]
    ) -> Sequence[tuple[int, int]]:
        """Return the pairs of annotations of two files that refer to the same item, each at most once.

        Exchanging the files exchanges the pairs. Annotations with a parent are not paired here: they
        correspond if their parents do, and their kinds and names are equal.
        """
        ...


@runtime_checkable
class Annotates(ListsAnnotations, Protocol):
    """An evaluation that can also rewrite files, so that a gold can be created from annotators' files.

    The gold is read in the role of a key.
    """

    def rewriting(self, units: Sequence[Any], changes: Sequence[Change]) -> Rewriting:
        """Return the edits of units of the gold that implement the changes; all other text is unchanged.

        `units` are the gold's units of one document. If the gold lacks the document, they are only its last
        unit; the document is appended to its text.
        """
        ...


@runtime_checkable
class BeginsGold(Protocol):
    """An evaluation whose files without annotations differ from the bare text, such as records of JSON."""

    def without_annotations(self, units: Sequence[Any]) -> Sequence[str]:
        """Return the text of each unit without annotations, in the form of the file."""
        ...


@runtime_checkable
class LocatesBareText(Protocol):
    """An evaluation that can locate bare text in a unit; for others, the two texts are compared."""

    def located(self, unit: Any, start: int, end: int) -> tuple[int, int]:
        """Return the range of a unit for a range of its bare text, without the markup around it."""
        ...


@runtime_checkable
class StatesEveryItem(Protocol):
    """An evaluation whose files have a claim about each item, as a clustering has about each line.

    An annotator without a claim has not judged the item: the value is missing.
    """

    states_every_item: bool


@runtime_checkable
class ExcludesOverlaps(Protocol):
    """An evaluation whose keys have at most one annotation in a place, such as entities without overlap."""

    def exclude(self, one: Annotation, other: Annotation) -> bool:
        """Return whether two top-level annotations of two files cannot both be right."""
        ...


@runtime_checkable
class StatesNothing(Protocol):
    """An evaluation whose files can state that a document is empty, like the noop of M2."""

    def nothing_said(self, files: Sequence[Sequence[Any]]) -> Sequence[Annotation]:
        """Return the statements that one document is empty, given its units in several files.

        They are not annotations. Files without a statement are omitted. `rewriting` writes a statement if the
        gold has nothing else.
        """
        ...


class AlternativeAnnotation(NamedTuple):
    """An annotation by which each of several answers is right, and the further parts that make it so."""

    annotation: Annotation
    parts: Sequence[Annotation] = ()


@runtime_checkable
class KeepsAlternatives(Protocol):
    """An evaluation whose keys can contain several alternative answers for one item."""

    def alternatives(self, said: Sequence[Annotation], is_optional: bool) -> AlternativeAnnotation | None:
        """Return an annotation that accepts each of these, or None if keys cannot represent it.

        With `is_optional`, it also accepts the absence of the item. References in the values, of arguments
        and result, are numbers of items.
        """
        ...


@runtime_checkable
class KeepsVersions(Protocol):
    """An evaluation whose keys can contain several answers for a whole document, as those of M2 can."""

    def versions(self, answers: Sequence[Sequence[Annotation]]) -> Sequence[Annotation] | None:
        """Return annotations that accept each of these answers for a document that is not in the key yet.

        None if keys cannot represent them.
        """
        ...


class DoneComment(NamedTuple):
    """A comment that marks a document as done, with its place in the text of its unit.

    The place includes the whole line with its line end.
    """

    document: str
    start: int
    end: int


@runtime_checkable
class MarksDone(Protocol):
    """An evaluation whose files can contain, anywhere, comments that mark a document as done."""

    def done_comments(self, unit: Any) -> Sequence[DoneComment]:
        """Return the comments of a unit that say so, each with the name by which units know the document."""
        ...

    def done_comment(self, document: str) -> str:
        """Return the line that says so of a document, without a line end."""
        ...


@runtime_checkable
class JudgesTokens(Protocol):
    """An evaluation that lists annotations, by which each token of a text has a type or none."""

    def tokens(self, units: Sequence[Any]) -> Sequence[tuple[int, int]]:
        """Return the tokens that annotators judge, in order: ranges of a document's bare text."""
        ...

    def token_type(self, annotation: Annotation) -> str:
        """Return the type that an annotation gives to the tokens that it covers."""
        ...


@runtime_checkable
class JudgesLayers(JudgesTokens, Protocol):
    """An evaluation by which a token has a type in each of several layers, such as its tag and its role."""

    @property
    def token_layers(self) -> Sequence[str]:
        """Return the kinds of annotations that are layers; every annotation covers one token."""
        ...


# Differences between a response and its key: each has one class, and can be fixed.
#
# An evaluation with the ability `ClassifiesDifferences` returns the differences of one document as a list,
# and rewrites the response with some of them fixed. Everything else, such as counts, shares, gains and the
# order of repairs, is general and implemented in `keytally.error_analysis`.


class Place(NamedTuple):
    """A range of a unit, in code points."""

    unit: Any
    start: int
    end: int


class Difference(NamedTuple):
    """A difference between a response and its key.

    `name` is its class. `key` and `response` are its places on the two sides, in file order, and `key_text`
    and `response_text` a short description of each side's content, "" if there is none. If the response lacks
    something, its place there has zero width, at the position where it belongs; it has no place if the
    response lacks the document. `counts` is the part of the tally that is due to the difference: the number
    of each outcome, by name, such as `{"mis": 2, "spu": 1}`. `labels` are the two sides' labels of the item,
    such as two types; "" for a side without the item. `subject` is the value that the evaluation needs for
    the repair.
    """

    name: str
    key: Sequence[Place]
    response: Sequence[Place]
    key_text: str
    response_text: str
    counts: Mapping[str, int]
    labels: tuple[str, str] = ("", "")
    subject: Any = None


@runtime_checkable
class ClassifiesDifferences(Protocol):
    """An evaluation that reports each difference of a document once, in one class, and can fix it."""

    @property
    def difference_classes(self) -> Sequence[str]:
        """Return the names of the classes, in the order of tables."""
        ...

    def differences(self, scores: Sequence[Any]) -> Sequence[Difference]:
        """Return the differences of one document, from its scores, in the order of the response.

        Their counts sum up to `difference_counts` of the same scores.
        """
        ...

    def difference_counts(self, scores: Sequence[Any]) -> Mapping[str, int]:
        """Return the number of outcomes, by kind, that a document's tally counts as differences."""
        ...

    def repair(
        self, key: Sequence[Any], response: Sequence[Any], differences: Sequence[Difference]
    ) -> Rewriting:
        """Return the edits of the response's units that replace the differences by the key's content.

        The differences belong to one document, whose units are given. If the response lacks the document,
        `response` is only the last unit of its file; the document is appended to its text. `refused` maps the
        indices of differences that cannot be fixed to the reason.
        """
        ...


class Piece(NamedTuple):
    """A part of a document, as separate units; its scores and differences are a share of the document's.

    `origins` has, for each of these units, the document's unit and the offset to add to a place in it.
    """

    key: Sequence[Any]
    response: Sequence[Any]
    origins: Sequence[tuple[Any, Any, int]]


@runtime_checkable
class DividesDocuments(Protocol):
    """An evaluation that can divide a large document into pieces that do not affect each other."""

    def pieces(self, key: Sequence[Any], response: Sequence[Any]) -> Sequence[Piece]:
        """Return the pieces of a document in order; empty if it should not be divided."""
        ...
