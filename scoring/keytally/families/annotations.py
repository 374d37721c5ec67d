"""Annotations and differences of a document, independent of file formats, and the parts that handle them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.findings.finding import Edit

# Annotators' annotations of one document, in terms that do not depend on file formats.
#
# An evaluation with an `annotator` returns a file's content for one document as a list of
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
    (`bare`, the units joined) that it covers, in code points; None if it does not depend on a range
    of text. Files agree if extents and values are equal, with each reference replaced by its target; adjacent
    references are unordered, and so are groups of them separated by `ALTERNATIVE`. An annotation with a
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


class AlternativeAnnotation(NamedTuple):
    """An annotation by which each of several answers is right, and the further parts that make it so."""

    annotation: Annotation
    parts: Sequence[Annotation] = ()


class DoneComment(NamedTuple):
    """A comment that marks a document as done, with its place in the text of its unit.

    The place includes the whole line with its line end.
    """

    document: str
    start: int
    end: int


class DoneComments(NamedTuple):
    """Comments that mark a document as done, anywhere in a file.

    `of_unit` returns these comments of a unit, each with the name by which units know the document; `line`
    returns the comment for a document, without a line end.
    """

    of_unit: Callable[[Any], Sequence[DoneComment]]
    line: Callable[[str], str]


class TokenJudgments(NamedTuple):
    """Annotations by which each token of a text has a type or none.

    `tokens` returns the tokens that annotators judge, in order, as stretches of a document's bare text, given
    its units; `type_of` the type that an annotation gives to the tokens that it covers. `layers` are the
    kinds of annotations that are layers, if a token has a type in each of several, such as its tag and its
    role; then every annotation covers one token.
    """

    tokens: Callable[[Sequence[Any]], Sequence[tuple[int, int]]]
    type_of: Callable[[Annotation], str]
    layers: Sequence[str] = ()


def refuse_all(units: Sequence[Any], changes: Sequence[Change]) -> Rewriting:
    """Return the rewriting of files that can be compared but not edited: every change is refused."""
    return Rewriting((), dict.fromkeys(range(len(changes)), "annotations of this task cannot be written"))


class AnnotationEditor(NamedTuple):
    """The part of an evaluation that lists the annotations of files and writes changed ones back.

    Annotators' files and the gold are read in the role of a key; units are those of one document in file
    order, unless stated otherwise. A function that an evaluation does not have is None.

    * `annotations(units)`: a file's annotations of a document, sorted by place.
    * `bare(units)`: the text of each unit without annotations: the text that annotators get and must not
      change. The units may include some without a document.
    * `counterparts(first, second)`: the pairs of annotations of two files that are about the same item, each
      at most once. Exchanging the files exchanges the pairs. Annotations with a parent are not paired here:
      they correspond if their parents do, and their kinds and names are equal.
    * `rewriting(units, changes)`: the edits of units of the gold that implement the changes; all other text
      is unchanged. If the gold lacks the document, `units` are only its last unit; the document is appended
      to its text. With `refuse_all`, files can be compared but not merged.
    * `without_annotations(units)`: the text of each unit without annotations in the form of the file, if it
      differs from the bare text, as in records of JSON.
    * `located(unit, start, end)`: the stretch of a unit that has a stretch of its bare text, without the
      markup around it. Without it, the two texts are compared.
    * `is_by_line`: whether the next line may be that of another document, so that the place of a missing item
      is the end of a line, not the start of the next one.
    * `states_every_item`: whether files have a claim about each item, as a clustering has about each line. An
      annotator without a claim has then not judged the item: the value is missing.
    * `exclude(one, other)`: whether two top-level annotations of two files cannot both be right, as keys have
      at most one annotation in a place.
    * `nothing_said(files)`: the statements that one document is empty, such as the noop of M2, given its
      units in several files; files without one are omitted. They are not annotations. `rewriting` writes a
      statement if the gold has nothing else.
    * `alternatives(answers, is_optional)`: an annotation that accepts each of these, or None if keys cannot
      represent it. With `is_optional`, it also accepts the absence of the item. References in the values, of
      arguments and result, are numbers of items.
    * `versions(answers)`: annotations that accept each of these answers for a document that is not in the key
      yet, or None if keys cannot represent them.
    * `span_type(annotation)`: the type of a span, for coefficients over spans; without it the type that it
      gives to tokens, or otherwise its kind.
    """

    annotations: Callable[[Sequence[Any]], Sequence[Annotation]]
    bare: Callable[[Sequence[Any]], Sequence[str]]
    counterparts: Callable[[Sequence[Annotation], Sequence[Annotation]], Sequence[tuple[int, int]]]
    rewriting: Callable[[Sequence[Any], Sequence[Change]], Rewriting] = refuse_all
    without_annotations: Callable[[Sequence[Any]], Sequence[str]] | None = None
    located: Callable[[Any, int, int], tuple[int, int]] | None = None
    is_by_line: bool = False
    states_every_item: bool = False
    exclude: Callable[[Annotation, Annotation], bool] | None = None
    nothing_said: Callable[[Sequence[Sequence[Any]]], Sequence[Annotation]] | None = None
    alternatives: Callable[[Sequence[Annotation], bool], AlternativeAnnotation | None] | None = None
    versions: Callable[[Sequence[Sequence[Annotation]]], Sequence[Annotation] | None] | None = None
    done: DoneComments | None = None
    tokens: TokenJudgments | None = None
    span_type: Callable[[Annotation], str] | None = None

    @property
    def can_write(self) -> bool:
        """Return whether annotations can be written, so that a gold can be made from annotators' files."""
        return self.rewriting is not refuse_all


# Differences between a response and its key: each has one class, and can be fixed.
#
# An evaluation with a `classifier` returns the differences of one document as a list,
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


class Piece(NamedTuple):
    """A part of a document, as separate units; its scores and differences are a share of the document's.

    `origins` has, for each of these units, the document's unit and the offset to add to a place in it.
    """

    key: Sequence[Any]
    response: Sequence[Any]
    origins: Sequence[tuple[Any, Any, int]]


class DifferenceClassifier(NamedTuple):
    """The part of an evaluation that reports each difference of a document once, in one class, and fixes it.

    * `classes`: the names of the classes, in the order of tables.
    * `differences(scores)`: the differences of one document, from its scores, in the order of the response.
      Their counts sum up to `counts` of the same scores.
    * `counts(scores)`: the number of outcomes, by kind, that a document's tally counts as differences.
    * `repair(key, response, differences)`: the edits of the response's units that replace the differences by
      the key's content. The differences belong to one document, whose units are given. If the response lacks
      the document, `response` is only the last unit of its file; the document is appended to its text.
      `refused` maps the indices of differences that cannot be fixed to the reason.
    * `pieces(key, response, differences)`: the pieces of a document that contain its differences and do not
      affect each other, in order, given all differences of the document; empty if it is not divided. None if
      documents cannot be divided.
    * `by_text(differences, texts)`: the differences of a document with their final classes, where these also
      depend on its text; `texts` are the units of the document in the texts file.
    * `bound(key, response)`: the number of repairs of one document that are tried, where scoring a large
      document takes long; None if all are.
    """

    classes: Sequence[str]
    differences: Callable[[Sequence[Any]], Sequence[Difference]]
    counts: Callable[[Sequence[Any]], Mapping[str, int]]
    repair: Callable[[Sequence[Any], Sequence[Any], Sequence[Difference]], Rewriting]
    pieces: Callable[[Sequence[Any], Sequence[Any], Sequence[Difference]], Sequence[Piece]] | None = None
    by_text: Callable[[Sequence[Difference], Sequence[Any]], Sequence[Difference]] | None = None
    bound: Callable[[Sequence[Any], Sequence[Any]], int] | None = None
