"""Annotations and differences of a document, independent of file formats, and the objects that handle
them.
"""

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
    """Part of a value that refers to another annotation of the same file and document, by index."""

    target: int


ALTERNATIVE = "/"
"""The separator in a value between two alternative groups of references."""


class Annotation(NamedTuple):
    """An annotation of a document: an entity, a mention, an object, a slot or an edit.

    `start` and `end` are its offsets in the text of `unit`, in code points. `name` is its display name: the
    text that it covers, or an identifier. `place` determines the order of a document's annotations;
    annotations of the same text have equal places in all files, whatever their markup. `extent` is the range
    that it covers in the document's bare text (`bare`, with the units joined), in code points. `extent` is
    None if the annotation does not depend on a range of text. Files agree if extents and values are equal
    after each reference is replaced by its target. Adjacent references are unordered, as are groups of
    references separated by `ALTERNATIVE`. An annotation with a `parent` (an index smaller than its own)
    exists only together with its parent.
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
    """A change of one item of the gold: `wanted` replaces `present`; None means that the item is absent.

    `wanted` is an annotation from an annotator's file, whose spelling is copied, or an annotation that
    combines several others. In the latter case, its `unit` is None and it is written from its value.
    `targets` are the gold annotations to which the references in `wanted` point, in order. None means an
    annotation that the gold lacks; an integer means the change with that index in the same list. `parent` is
    the gold annotation that contains `wanted`, given in the same form as `targets`; None for a top-level
    annotation.
    """

    present: Annotation | None
    wanted: Annotation | None
    targets: tuple[Annotation | int | None, ...] = ()
    parent: Annotation | int | None = None


class Rewriting(NamedTuple):
    """The edits that implement changes, as pairs of a unit and an edit of it, in file order.

    `refused` maps the indices of changes that cannot be made without loss to short reasons, such as `it
    crosses another tag`; they have no edits. `read` maps units to their state after all their edits if that
    has already been parsed, in the role in which the units were read. A unit in `read` without edits is a
    unit whose text cannot be written; it is scored as if its text had been written.
    """

    edits: Sequence[tuple[Any, Edit]]
    refused: Mapping[int, str] = MappingProxyType({})
    read: Sequence[tuple[Any, Any]] = ()


class AlternativeAnnotation(NamedTuple):
    """An annotation that makes each of several answers correct, and the additional annotations that this
    requires.
    """

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

    `of_unit` returns the comments in a unit, each with the document name that units use. `line` returns the
    comment for a document, without a line end.
    """

    of_unit: Callable[[Any], Sequence[DoneComment]]
    line: Callable[[str], str]


class TokenJudgments(NamedTuple):
    """Annotations that assign a type or no type to each token of a text.

    `tokens` returns the tokens that annotators judge, in order, as ranges of a document's bare text, given
    its units. `type_of` returns the type that an annotation assigns to the tokens that it covers. `layers`
    contains the kinds of annotations that form layers, if a token has a type in each of several layers, such
    as its tag and its role. Every annotation then covers one token.
    """

    tokens: Callable[[Sequence[Any]], Sequence[tuple[int, int]]]
    type_of: Callable[[Annotation], str]
    layers: Sequence[str] = ()


def refuse_all(units: Sequence[Any], changes: Sequence[Change]) -> Rewriting:
    """Return the rewriting of files that can be compared but not edited, in which every change is refused."""
    return Rewriting((), dict.fromkeys(range(len(changes)), "annotations of this task cannot be written"))


class AnnotationEditor(NamedTuple):
    """The part of an evaluation that lists the annotations of files and writes changed annotations back.

    Annotators' files and the gold are read in the role of a key. Unless stated otherwise, units are those of
    one document, in file order. A function that an evaluation does not provide is None.

    * `annotations(units)`: the annotations of a document in one file, sorted by place.
    * `bare(units)`: the text of each unit without annotations, which annotators receive and must not change.
      The units may include some without a document.
    * `counterparts(first, second)`: the pairs of annotations from two files that refer to the same item, each
      at most once. Exchanging the files exchanges the pairs. Annotations with a parent are not paired here;
      they correspond if their parents correspond and their kinds and names are equal.
    * `rewriting(units, changes)`: the edits of the gold's units that implement the changes; all other text is
      unchanged. If the gold lacks the document, `units` contains only the gold's last unit, and the document
      is appended to its text. If `rewriting` is `refuse_all`, files can be compared but not merged.
    * `without_annotations(units)`: the text of each unit without annotations in the format of the file, if it
      differs from the bare text, as in JSON records.
    * `located(unit, start, end)`: the range of a unit that corresponds to a range of its bare text, without
      the markup around it. If `located` is None, the position is found by comparing the unit's text with its
      bare text.
    * `is_by_line`: whether the next line may be that of another document, so that the place of a missing item
      is the end of a line, not the start of the next one.
    * `states_every_item`: whether files make a statement about each item, as a clustering does about each
      line. An annotator without a statement has then not judged the item, so the value is missing.
    * `exclude(one, other)`: whether two top-level annotations from two files cannot both be correct, because
      a key has at most one annotation at a place.
    * `nothing_said(files)`: the statements that a document is empty, such as the noop of M2, given the
      document's units in several files; files without such a statement are omitted. These statements are not
      annotations. `rewriting` writes such a statement if the gold contains nothing else.
    * `alternatives(answers, is_optional)`: an annotation that accepts each of these answers, or None if keys
      cannot represent it. With `is_optional`, it also accepts the absence of the item. References in the
      values of the arguments and the result are item numbers.
    * `versions(answers)`: annotations that accept each of these answers for a document that is not yet in the
      key, or None if keys cannot represent them.
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
        """Return whether annotations can be written, so that a gold can be created from annotators' files."""
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

    `name` is the name of its class. `key` and `response` are its places on the two sides, in file order.
    `key_text` and `response_text` are short descriptions of each side's content; "" if there is none. If the
    response lacks something, its place there is an empty range at the position where it belongs; if the
    response lacks the document, it has no place. `counts` is the part of the tally that the difference
    causes: the number of each outcome, by name, such as `{"mis": 2, "spu": 1}`. `labels` contains the labels
    of the item on the two sides, such as two types; "" for a side without the item. `subject` is the value
    that the evaluation needs to repair the difference.
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
    """A part of a document that has been copied into units of its own; its scores and differences are
    included in the document's.

    `origins` contains, for each unit of the piece, the document's unit and the offset to add to a position in
    it.
    """

    key: Sequence[Any]
    response: Sequence[Any]
    origins: Sequence[tuple[Any, Any, int]]


class DifferenceClassifier(NamedTuple):
    """The part of an evaluation that assigns each difference of a document to one class, and fixes it.

    * `classes`: the names of the classes in the order in which tables list them.
    * `differences(scores)`: the differences of one document, computed from its scores, in response order.
      Their counts sum to `counts` of the same scores.
    * `counts(scores)`: the number of outcomes that a document's tally counts as differences, by kind.
    * `repair(key, response, differences)`: the edits of the response's units that replace the differences
      with the key's content. The differences belong to one document, whose units are given. If the response
      lacks the document, `response` contains only the last unit of its file, and the document is appended to
      its text. `refused` maps the indices of differences that cannot be fixed to reasons.
    * `pieces(key, response, differences)`: the pieces of a document that contain its differences, in order,
      given all differences of the document. Pieces do not affect each other; the result is empty if the
      document is not divided. `pieces` is None if documents cannot be divided.
    * `by_text(differences, texts)`: the differences of a document with their final classes, if these also
      depend on the document's text; `texts` contains the document's units in the texts file.
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
