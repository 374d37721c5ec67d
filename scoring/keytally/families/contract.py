"""The contract of a family: languages, units and evaluations, with the optional parts of both."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import Status
from keytally.text.files import Within

if TYPE_CHECKING:
    from keytally.families.annotations import AnnotationEditor, DifferenceClassifier


class Settings(NamedTuple):
    """The source and text of a configuration, and the options applied after it.

    `source` is a file, the name of a built-in configuration, or None for the task's default. `text` is the
    text of the file if it is already available (for example from an open editor); otherwise the file is read.
    `options` contains (name, values) pairs in the order given. `companions` are the texts of the pair's
    companion files by name, such as the text of the task's BNF. `within` returns whether a path may be read;
    it is called for each file that the settings name, with the path of the opened file. `within` is None if
    the user has specified the files.
    """

    source: Path | str | None = None
    text: str | None = None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    companions: Mapping[str, str] = {}
    within: Within | None = None


class SettingsError(Exception):
    """The error for unusable settings, with one readable line for each problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


# The interface of an evaluation: languages that read files, and scoring under one configuration.
#
# The engine divides a file into units (an SGML document, a template record, a line), parses again only the
# units that an edit touches, groups units by `document`, and scores again only the documents whose units
# changed.


class Role(Enum):
    """The role of a file in its pair."""

    KEY = "key"
    RESPONSE = "response"
    TEXTS = "texts"
    UNKNOWN = "unknown"


class Level(StrEnum):
    """The kind of item that a mark concerns."""

    OBJECT = "object"
    SLOT = "slot"
    FILL = "fill"
    MENTION = "mention"
    LINK = "link"
    ITEM = "item"
    RELATION = "relation"
    EDIT = "edit"


ORDINAL = "\0"
"""The `document` of a unit that is identified by its position in the file; the first such document is
number 1.
"""


class Unit(Protocol):
    """A part of a file that is parsed separately; the units of a file cover it without gaps.

    Units are compared by identity. Units with the same `document` are scored together; None means that the
    unit is not scored. Units whose document is ORDINAL are scored one by one, each against the unit with the
    same number in the other file. `findings` do not depend on other units.
    """

    @property
    def text(self) -> str:
        """Return the text of the unit."""
        ...

    @property
    def document(self) -> str | None:
        """Return the document of the unit."""
        ...

    @property
    def findings(self) -> Sequence[Finding]:
        """Return the findings that need only the unit."""
        ...


WHOLE_TEXT = 2**62
"""The `lookahead` of a language in which any edit may affect where all units start."""


class AnnotatorReading(NamedTuple):
    """An optional part of a language, for files that may contain the annotations of several annotators.

    * `annotators(text)`: the names of the annotators whose annotations a file contains.
    * `of_annotator(name)`: the language that reads only the annotations of one annotator.
    """

    annotators: Callable[[str], Sequence[str]]
    of_annotator: Callable[[str], "Language"]


class TextBeside(NamedTuple):
    """An optional part of a language, for files whose offsets refer to a text file in the same directory.

    * `text_name(name)`: the name of the text file that a file with the given name annotates; None if there is
      none.
    * `declarations_name`: the name of the file that declares types, in the same directory or a parent
      directory.
    * `text_language()`: the language of both the text file and the file that declares types, in which the
      whole text is one unit.
    * `compare_text(unit, text, declarations)`: the findings on parts of a unit that do not match the text,
      and on undeclared types. `declarations` is the text of the file that declares types, or "" if there is
      none.
    """

    text_name: Callable[[str], str | None]
    declarations_name: str
    text_language: Callable[[], "Language"]
    compare_text: Callable[[Any, str, str], Sequence[Finding]]


class DocumentComparison(Protocol):
    """Compares the units of one document, and caches state so that an edit affects only some comparisons."""

    def compare(self, units: Sequence[Any], apart: Mapping[Any, Any]) -> Sequence[Sequence[Finding]]:
        """Return the same as `Language.compare_duplicates`, and discard the cache."""
        ...

    def update(self, removed: Sequence[Any], added: Sequence[Any]) -> Mapping[Any, Sequence[Finding]] | None:
        """Return the findings of units affected by a replacement; None if all units must be compared."""
        ...


class Language(ABC):
    """A hashable reader for one kind of file in one role and under one configuration.

    Whether a unit starts at an offset depends only on the next `lookahead` characters and the previous one; a
    unit always starts at the start of a text. With `WHOLE_TEXT`, the whole text is divided again after an
    edit; the division after the start of a unit does not depend on the text before it.

    The members after `compare_duplicates` are optional: a function that a language does not define is None.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def name(self) -> str:
        """Return the language's id, such as `muc-sgml`."""

    @property
    @abstractmethod
    def lookahead(self) -> int:
        """Return the number of characters that determine whether a unit starts."""

    @abstractmethod
    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which units start in a text, in order, except 0."""

    @abstractmethod
    def read(self, text: str) -> Any:
        """Return the unit with that text; never fails."""

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """Return the findings about units of one document, by unit; the units are given in file order.

        `apart` contains units that are separated from the previous units by the start of another document,
        each mapped to the preceding unit in the file.
        """
        return [()] * len(units)

    of_file: Callable[[str, Sequence[str]], "Language"] | None = None
    """Return the language for the file with that name, if units depend on the name, for example because each
    file is a document.

    The second argument contains the names of files missing from its directory, if this file has to report
    them.
    """

    of_text: Callable[[str], "Language"] | None = None
    """Return the variant for an unpaired file, detected from the first `telling` characters; the language
    itself if none is detected.
    """

    @property
    def telling(self) -> int:
        """Return the number of characters of a file that `of_text` inspects."""
        return 0

    of_whole: Callable[[str], "Language"] | None = None
    """Return the variant for reading a whole text, if units depend on the whole text; never fails.

    An example is a file of records in which the names in all records determine how each record is read.
    """

    def keeps(self, old: Sequence[Any], new: Sequence[Any], units: Iterable[Any], *, is_first: bool) -> bool:
        """Return whether a file keeps this variant of `of_whole` after `new` units have replaced `old` ones.

        `units` are all units of the file, with the new ones. `is_first` is true if the replacement includes
        the first or the second unit of the file. False may mean that only the whole text determines the
        variant.
        """
        return True

    of_variant: Callable[[Any], "Language"] | None = None
    """Return the variant with the value `variant`; a process without the whole file uses this to create
    it.
    """

    @property
    def variant(self) -> Any:
        """Return a picklable value from which `of_variant` creates this variant."""
        return None

    @property
    def by_annotator(self) -> AnnotatorReading | None:
        """Return the functions that read files with several annotators, if the language supports them."""
        return None

    @property
    def beside_text(self) -> TextBeside | None:
        """Return the functions that compare a file with the text in the same directory, if the language
        supports them.
        """
        return None

    reread: Callable[[Any, str], Any] | None = None
    """Return the same as `read` for a text, computed from a unit whose text has been edited."""

    document_comparison: Callable[[], DocumentComparison] | None = None
    """Return a comparison for a document's units that need not compare all of them after each edit."""

    compare_neighbours: Callable[[Any, Any], tuple[Finding, ...]] | None = None
    """Return the findings in a unit, the second argument, that depend on the unit immediately before it."""

    document_of: Callable[[str], str | None] | None = None
    """Return the `document` of the unit that `read` would create from a text, without the cost of reading
    it.
    """

    may_hold: Callable[[str, Collection[str]], set[str]] | None = None
    """Return the documents to which units of a long text may belong; the result may include others but omits
    none.

    The units of a document must not depend on units of other documents.
    """

    suspects: Callable[[Sequence[Any]], Sequence[Any]] | None = None
    """Return the units of a scored file in which scoring may have skipped something.

    If `suspects` is None, all units are examined.
    """

    @property
    def loses_repeated(self) -> bool:
        """Return whether scoring skips the items that `compare_duplicates` reports."""
        return False


class Mark(NamedTuple):
    """A verdict on a range of a unit of one side, with its partner in the other file.

    `label` is the short text that editors show. `subject` is the label without the verdict, for messages that
    express the verdict differently; None if the label has no verdict. `slot` is the lower-case name of the
    slot, for a verdict on a slot or a fill. `overall` is the verdict on the whole item: the worst verdict
    among the item, its parts and its links; None if it equals `status`. `wanted` is the correct text for the
    range if it differs from the partner's; "" if nothing has to change there, or the partner contains it.
    """

    unit: Any
    start: int
    end: int
    status: Status
    level: Level
    label: str
    partner: tuple[Any, int, int] | None = None
    subject: str | None = None
    slot: str = ""
    overall: Status | None = None
    wanted: str = ""

    @property
    def verdict(self) -> Status:
        """Return the single verdict that editors show for the mark's range."""
        return self.status if self.overall is None else self.overall


class Figure(NamedTuple):
    """A formatted number of a result, with its user-visible name."""

    name: str
    text: str


class Fold(Protocol):
    """The running result over documents, to which scores can be added and from which they can be removed."""

    def put(self, score: Any) -> None:
        """Add the score of a document."""
        ...

    def drop(self, score: Any) -> None:
        """Remove the score of a document."""
        ...

    def headline(self) -> float:
        """Return the number shown in the status bar, in percent."""
        ...

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        ...


class StepComparison(NamedTuple):
    """An optional part of an evaluation, for responses that repeat the key's text and names unit by unit.

    * `is_in_step(unit, reference)`: whether a unit has the same text as the key's unit with the same number.
    * `out_of_step(unit, count, expected)`: the finding on the first unit without a counterpart, given the
      number of units in each file.
    * `compare(unit, reference, unknown)`: the findings on differences from the key's text, and on names in
      `unknown`, which do not occur in any unit of the key.
    """

    is_in_step: Callable[[Any, Any], bool]
    out_of_step: Callable[[Any, int, int], Finding]
    compare: Callable[[Any, Any, Collection[str]], Sequence[Finding]]


class LinkComparison(NamedTuple):
    """An optional part of an evaluation, for files that link fills to offsets in the texts file.

    * `texts_of(units)`: the texts that link offsets refer to, built from all units of the texts file.
    * `compare(unit, name, texts)`: the findings on links in a unit that point to different text in the texts
      file with that name.
    """

    texts_of: Callable[[Iterable[Any]], Any]
    compare: Callable[[Any, str, Any], Sequence[Finding]]


class WholeFigures(NamedTuple):
    """An optional part of an evaluation with figures that count parts of visible items, such as the slots of
    tags.

    `part_name` is the plural noun for the counted parts. `of_scores` returns the counts of whole items in a
    document, given its scores, and `of_fold` returns the counts in a sum over documents.
    """

    part_name: str
    of_scores: Callable[[Sequence[Any]], Sequence[Figure]]
    of_fold: Callable[[Any], Sequence[Figure]]


class SeparateRemarks(NamedTuple):
    """An optional part of an evaluation, for remarks that can be computed from parts of the documents.

    `grounds` takes the arguments of `remarks` and returns the values that remarks need from a part of the
    documents. `remarks` returns the remarks on all parts, given the values of each part in document order.
    The remarks are the same if all documents are in one part.
    """

    grounds: Callable[[Sequence[Any], Iterable[Any]], Any]
    remarks: Callable[[Sequence[Any]], Sequence[str]]


class Evaluation(ABC):
    """One task under one configuration.

    The members after `report_files` are optional: a function or part that is not defined is None.
    """

    @property
    @abstractmethod
    def task(self) -> str:
        """Return the task's name, as used with `--task`."""

    @property
    @abstractmethod
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""

    @property
    @abstractmethod
    def document_name(self) -> str:
        """Return the noun for one document of the task, such as `sentence`; the plural adds an `s`."""

    @property
    @abstractmethod
    def headline_name(self) -> str:
        """Return the name of the number in the status bar, such as `P&R`."""

    @abstractmethod
    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the figures in `totals` or in a document's entry, in the order of table columns."""

    @abstractmethod
    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return `totals` or a document's entry on one short line; "" for empty totals."""

    @abstractmethod
    def language(self, role: Role) -> Language:
        """Return the language of files in that role."""

    @abstractmethod
    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> Sequence[Any]:
        """Return the scores of one document, given its units on both sides in file order."""

    @abstractmethod
    def fold(self) -> Fold:
        """Return the fold of an empty set of documents."""

    @abstractmethod
    def marks(self, score: Any, side: Role, unit: Any) -> Iterator[Mark]:
        """Yield the marks of a document's score in one unit of the key's or the response's side."""

    @abstractmethod
    def document_totals(self, scores: Sequence[Any]) -> dict[str, Any]:
        """Return one document's entry in the JSON output, from the scores that `score` returned."""

    @abstractmethod
    def report_json(self, scores: Sequence[Any]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""

    @abstractmethod
    def report_text(self, scores: Sequence[Any], verbose: int) -> str:
        """Return the text that `keytally score` prints; `verbose` is the number of `-v` flags."""

    def report_files(
        self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """Return the texts of the configured reports, by file name as configured.

        `key` and `response` are all units of the two files.
        """
        return {}

    # Comparing a response with its key, and files with their source text.

    other_tokens: Callable[[Sequence[Any], Sequence[Any]], tuple[Any, Finding] | None] | None = None
    """Return the first difference between a response and its key in tokens or text.

    The arguments are the units of a document on both sides, in file order; the result is a unit with a
    finding, or None.
    """

    @property
    def requires_key_text(self) -> bool:
        """Return whether a response must have the same text as the key to be scored."""
        return False

    resolved_offsets: Callable[[Sequence[Any], Sequence[Any]], tuple[Any, Finding] | None] | None = None
    """Return a unit of a response with resolved offsets, and a note on them; None if there is none.

    The arguments are the same as for `other_tokens`. Such a response is scored on the key's text although its
    offsets are counted differently.
    """

    text_of: Callable[[Sequence[Any]], str | None] | None = None
    """Return the text by which documents with different names are aligned, given a document's units."""

    compare_texts: Callable[[Any, Any | None], Sequence[Finding]] | None = None
    """Return the findings from comparing a unit with its source text; the second argument is None if that
    document is missing.
    """

    compare_order: Callable[[Sequence[Any], Sequence[Any]], tuple[int, Finding] | None] | None = None
    """Return the index of the first unit that is out of step with the key, with a finding, or None.

    An evaluation with this function pairs units by order, so both files must contain the same number of
    units.
    """

    compare_named: Callable[[Any, Any | None, Collection[str]], Sequence[Finding]] | None = None
    """Return the findings from comparing a unit with the key's unit of the same document, which is None if
    the key lacks it.

    The third argument contains the names in the unit (`names_in`) that do not occur in any unit of the key.
    """

    @property
    def in_step(self) -> StepComparison | None:
        """Return the functions that compare units with the key's units with the same number, if the
        evaluation has them; requires `compare_order`.
        """
        return None

    def names_in(self, unit: Any) -> frozenset[str]:
        """Return the names that a unit of either file uses, for `compare_named` and `in_step`."""
        return frozenset()

    @property
    def links(self) -> LinkComparison | None:
        """Return the functions that compare links with the texts file, if the evaluation has them."""
        return None

    # Items and names.

    is_item: Callable[[Any, Role], bool] | None = None
    """Return whether a unit in that role is an item or contains one, for files without documents."""

    def item_name(self, role: Role) -> str:
        """Return the noun for the items that a file in that role must contain, for `no ... in it`."""
        return "item"

    @property
    def response_has_own_form(self) -> bool:
        """Return whether responses and keys have different formats."""
        return False

    document_title: Callable[[Sequence[Any]], str] | None = None
    """Return the name of a document as written in its units, if that differs from the name that is
    compared.
    """

    without_files: Callable[[Settings], Settings] | None = None
    """Return settings that give the same scores without naming files, if options can name files."""

    # Scoring in steps, in parts and apart.

    scoring: Callable[[str, Sequence[Any], Sequence[Any]], Generator[None, None, Sequence[Any]]] | None = None
    """Return the same as `score`, but yield between steps, so that a large document does not block others.

    The generator must be run to its end.
    """

    agrees: Callable[[Sequence[Any]], bool] | None = None
    """Return whether the scores of a document count no differences, at little cost."""

    marks_between: Callable[[Any, Role, Any, int, int], Iterator[Mark]] | None = None
    """Yield the marks of a score on one side between two offsets of a long unit, in any order.

    The result may also include other marks.
    """

    settled: Callable[[Sequence[Any], Iterable[Any], Iterable[Any]], Sequence[Any]] | None = None
    """Return the scores that result from the order of all units in the two files, key and response.

    An evaluation with this function may depend on that order, as some reference programs do.
    """

    def is_settled(self, fold: Any) -> bool:
        """Return whether no score in `fold` depends on the order."""
        return True

    @property
    def can_be_apart(self) -> bool:
        """Return whether short reports need only scores without units, under the evaluation's settings.

        `fold`, `report_json` and `report_text` without `verbose` return the same for a score returned by
        `apart` as for the original. Such a score is cheap to send to another process.
        """
        return False

    def apart(self, scores: Sequence[Any]) -> Sequence[Any]:
        """Return the scores of documents without their units.

        Values that are needed only in the sum may be stored in a single score.
        """
        return scores

    sum_of: Callable[[bytes, bytes], Any | None] | None = None
    """Return the total of two plain files, in the form that `fold` and `report_text` without `verbose`
    accept.

    The texts are UTF-8 bytes without a byte-order mark. Return None for files that must be read document by
    document, because they may cause a warning or an error or because scoring may skip parts of them. An
    evaluation with this function has no remarks on scores, and does not print the output of a program that
    needs units.
    """

    # Reports.

    preparing_reports: (
        Callable[
            [Sequence[Any], Iterable[Any], Iterable[Any]],
            Generator[None, None, Callable[[], Mapping[str, str]]],
        ]
        | None
    ) = None
    """Run short steps, one for each document, and then return a function that returns the result of
    `report_files`.

    This is intended for reports that take a long time. The returned function reads only values that edits do
    not change, so it may run in another thread.
    """

    is_report: Callable[[str], bool] | None = None
    """Return whether a file with this beginning is an earlier report, which may be replaced."""

    program_output: (
        Callable[[Sequence[Any], Iterable[Any], Iterable[Any], tuple[str, str], int], str | None] | None
    ) = None
    """Return another program's output for the same files; None if it is not requested.

    The arguments are the scores of all documents in the order of `report_files`, all units of the key and of
    the response, the names of the two files, and the number of `-v` flags.
    """

    remarks: Callable[[Sequence[Any], Iterable[Any]], Sequence[str]] | None = None
    """Return a line for each reason why a figure is meaningless, given the scores and all units of the
    response.
    """

    @property
    def separate_remarks(self) -> SeparateRemarks | None:
        """Return the functions that compute `remarks` from parts of the documents, if the evaluation has
        them.
        """
        return None

    agreement: Callable[[Sequence[Iterable[Any]], Sequence[str]], tuple[dict[str, Any], str]] | None = None
    """Return the agreement of several annotators, given the units and names of their files, as JSON values
    and as text.

    In the values, `pairs` is the number of compared pairs of answers. `f` is the F over all pairs of files,
    in percent, if the task has an F that is the same in both directions. Annotators' files have the format of
    a response. The facts of a task declare whether it has this function (`Task.agreement`).
    """

    f_by_part: Callable[[Sequence[Any]], dict[str, Any]] | None = None
    """Return F in percent, computed from the scores of documents: `totals`, `documents`, and other sums.

    This is for evaluations that can compute F by part more cheaply than their JSON output, or without it; the
    parts are those of `keytally.tallies.tally`. Each tally contains `f`, and may contain the sizes of the key
    and the response as `pos` and `act`; F is undefined if both are empty.
    """

    @property
    def headline_form(self) -> HeadlineForm | None:
        """Return the formula that computes the headline from summed counts, for comparing systems.

        The result is None if the settings sum scores differently.
        """
        return None

    def headline_counts(self, scores: Sequence[Any]) -> HeadlineCounts:
        """Return the counts that the scores of one document add to the headline, if the headline has a
        form.
        """
        raise NotImplementedError

    @property
    def wholes(self) -> WholeFigures | None:
        """Return the figures for whole items, if the other figures count parts of items."""
        return None

    # Annotations and differences.

    @property
    def annotator(self) -> "AnnotationEditor | None":
        """Return the object that lists and writes annotations, for agreement, merging and adjudication."""
        return None

    @property
    def can_merge(self) -> bool:
        """Return whether annotators' files can be merged into a gold."""
        return self.annotator is not None and self.annotator.can_write

    @property
    def classifier(self) -> "DifferenceClassifier | None":
        """Return the object that classifies and fixes differences, for `keytally errors`."""
        return None


class ReportError(Exception):
    """The error for a report that must not or cannot be written; the message is one line."""
