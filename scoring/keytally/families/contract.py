"""The contract of a family: languages, units, evaluations, and the optional abilities of both."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from keytally.findings.finding import Finding
from keytally.measures.ratios import HeadlineCounts, HeadlineForm
from keytally.tallies.status import Status
from keytally.text.files import Within


class Settings(NamedTuple):
    """A configuration's source and text, and the options after it.

    `source` is a file, the name of a built-in configuration, or None for the task's default; `text` is the
    text of the file if it is known already (an open editor), otherwise the file is read. `options` are (name,
    values) in the order given. `companions` are the texts of the pair's companion files by name, such as the
    text of the task's BNF. `within` returns whether a place may be read; it is called with the paths of
    opened files that settings name. It is None for files that a person has named.
    """

    source: Path | str | None = None
    text: str | None = None
    options: Sequence[tuple[str, tuple[str, ...]]] = ()
    companions: Mapping[str, str] = {}
    within: Within | None = None


class SettingsError(Exception):
    """Settings that cannot be used; one readable line a problem."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


# The interface of an evaluation: languages that read files, and scoring under one configuration.
#
# An evaluation is a directory with `formats`, `rules`, `scoring` and `reports`. The engine divides a file
# into units (an SGML document, a template record, a line), parses again only the units that an edit touches,
# groups units by `document`, and scores again only the documents whose units changed.


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
    EDIT = "edit"


ORDINAL = "\0"
"""The `document` of a unit that is a document by its position in the file: the first one is document 1."""


class Unit(Protocol):
    """A part of a file that is parsed on its own; the units of a file cover it without gaps.

    Units are compared by identity. Units with the same `document` are scored together; None means that the
    unit is not scored. Units whose document is ORDINAL are scored one by one, each with the one of the same
    number in the other file. `findings` depend on no other unit.
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
        """Return the findings that the unit alone gives."""
        ...


WHOLE_TEXT = 2**62
"""The `lookahead` of a language in which any edit may change the starts of all units."""


class Language(Protocol):
    """A reader of one kind of file in one role and under one configuration; hashable.

    The start of a unit at an offset depends on at most `lookahead` characters from that offset on, and on the
    one character before it; a unit always starts at the start of a text. With `WHOLE_TEXT`, a text is divided
    again completely after an edit; the division of the text from a unit on does not depend on the text before
    it.
    """

    @property
    def name(self) -> str:
        """Return the language's id, such as `muc-sgml`."""
        ...

    @property
    def lookahead(self) -> int:
        """Return the number of characters that decide whether a unit starts."""
        ...

    def boundaries(self, text: str) -> list[int]:
        """Return the offsets at which units start in a text, in order, without 0."""
        ...

    def read(self, text: str) -> Any:
        """Return the unit with that text; never fails."""
        ...

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """Return the findings about units of one document, by unit; the units are given in file order.

        `apart` maps the units that the start of another document separates from the previous ones to the unit
        before each in the file.
        """
        ...


class Mark(NamedTuple):
    """A verdict on a range of a unit of one side, with its partner in the other file.

    `label` is the short text that editors show. `subject` is the label without the verdict, for texts that
    state the verdict in other words; None for a label without a verdict. `slot` is the lower-case name of the
    slot that a verdict on a slot or a fill concerns. `overall` is the verdict on the whole: the worst of its
    own and those of its parts or links; None if it is `status`. `wanted` is the correct text of the place if
    it differs from the partner's; "" if nothing is to be changed there, or the partner contains it.
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
        """Return the one verdict that editors show for the mark's range."""
        return self.status if self.overall is None else self.overall


class Figure(NamedTuple):
    """One number of a result, formatted, with the name that users know."""

    name: str
    text: str


class Fold(Protocol):
    """The running result over documents; scores can be added and removed."""

    def put(self, score: Any) -> None:
        """Add the score of a document."""
        ...

    def drop(self, score: Any) -> None:
        """Remove the score of a document."""
        ...

    def headline(self) -> float:
        """Return the number in the status bar, in percent."""
        ...

    def totals(self) -> dict[str, Any]:
        """Return `totals` of the JSON output."""
        ...


class Evaluation(Protocol):
    """One task under one configuration."""

    @property
    def task(self) -> str:
        """Return the task's name, as `--task` takes it."""
        ...

    @property
    def signature(self) -> str:
        """Return name, version, task and every option with a value other than its default."""
        ...

    @property
    def document_name(self) -> str:
        """Return the noun for one document of the task, such as `sentence`; the plural adds an `s`."""
        ...

    @property
    def headline_name(self) -> str:
        """Return the name of the number in the status bar, such as `P&R`."""
        ...

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """Return the numbers of `totals` or of a document's entry, in the order of table columns."""
        ...

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """Return `totals` or a document's entry on one short line; "" for empty totals."""
        ...

    def language(self, role: Role) -> Language:
        """Return the language of files in that role."""
        ...

    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> Sequence[Any]:
        """Return the scores of one document, given its units on both sides in file order."""
        ...

    def fold(self) -> Fold:
        """Return the fold of an empty set of documents."""
        ...

    def marks(self, score: Any, side: Role, unit: Any) -> Iterator[Mark]:
        """Yield the marks of a document's score in one unit of the key's or the response's side."""
        ...

    def document_totals(self, scores: Sequence[Any]) -> dict[str, Any]:
        """Return one document's entry in the JSON output, from the scores that `score` returned."""
        ...

    def report_json(self, scores: Sequence[Any]) -> dict[str, Any]:
        """Return the JSON output of `keytally score`."""
        ...

    def report_text(self, scores: Sequence[Any], verbose: int) -> str:
        """Return the text that `keytally score` prints; `verbose` is the number of `-v` flags."""
        ...

    def report_files(
        self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """Return the configured reports: file name, as configured, to text.

        `key` and `response` are all units of the two files.
        """
        ...


class ReportError(Exception):
    """A report that must not be written or cannot be written; the message is one line."""


@runtime_checkable
class ReadsByName(Protocol):
    """A language whose units depend on the file's name, for example if a file is a document."""

    def of_file(self, name: str, absent: Sequence[str] = ()) -> Language:
        """Return the language of the file with that name.

        `absent` are the names of files that are missing from its directory, if this file has to report them.
        """
        ...


@runtime_checkable
class ReadsAnnotators(Protocol):
    """A language of files that may contain the annotations of several annotators."""

    def annotators(self, text: str) -> Sequence[str]:
        """Return the names of the annotators whose annotations a file contains."""
        ...

    def of_annotator(self, name: str) -> Language:
        """Return the language that reads only the annotations of one annotator."""
        ...


@runtime_checkable
class AnnotatesText(Protocol):
    """A language of files whose offsets count in a text, which is another file of the same directory."""

    def text_name(self, name: str) -> str | None:
        """Return the name of the file with the text that a file of that name annotates; None for none."""
        ...

    @property
    def declarations_name(self) -> str:
        """Return the name of the file that declares types, in the same directory or above."""
        ...

    def text_language(self) -> Language:
        """Return the language of both these files; the whole text is one unit."""
        ...

    def compare_text(self, unit: Any, text: str, declarations: str) -> Sequence[Finding]:
        """Return the findings on places of a unit that do not match the text, and on undeclared types.

        `declarations` is the text of the file that declares types; "" without one.
        """
        ...


@runtime_checkable
class ReadsByContent(Protocol):
    """A language with variants that are detected from the content of unpaired files, such as a scheme.

    `telling` is the number of characters of a file that are inspected.
    """

    telling: int

    def of_text(self, beginning: str) -> Language:
        """Return the language variant of a file with this beginning, or this language if it shows none."""
        ...


@runtime_checkable
class ReadsByWhole(Protocol):
    """A language in which the reading of a unit depends on the file, such as on names in all records."""

    def of_whole(self, text: str) -> Language:
        """Return the language variant in which that text is read; never fails."""
        ...

    def keeps(self, old: Sequence[Any], new: Sequence[Any], *, is_first: bool) -> bool:
        """Return whether a file stays in this variant after `new` units replaced `old` ones.

        `is_first` is true if the first or the second unit of the file is among them. False may mean that
        only the whole text decides.
        """
        ...


@runtime_checkable
class Rereads(Protocol):
    """A language that can reuse the old unit when an edit has changed its text."""

    def reread(self, unit: Any, text: str) -> Any:
        """Return the same as `Language.read` for `text`, computed from `unit`, whose text was edited."""
        ...


class DocumentComparison(Protocol):
    """Compares the units of one document; caches state to compare only some of them after an edit."""

    def compare(self, units: Sequence[Any], apart: Mapping[Any, Any]) -> Sequence[Sequence[Finding]]:
        """Return the same as `Language.compare_duplicates`; discards the cache."""
        ...

    def update(self, removed: Sequence[Any], added: Sequence[Any]) -> Mapping[Any, Sequence[Finding]] | None:
        """Return the findings of units affected by a replacement; None if all must be compared."""
        ...


@runtime_checkable
class ComparesInPart(Protocol):
    """A language that compares only some units of a large document after an edit."""

    def document_comparison(self) -> DocumentComparison:
        """Return a comparison of the units of a document, which has none yet."""
        ...


@runtime_checkable
class FindsDocuments(Protocol):
    """A language that can cheaply list the documents that may have units in a long text.

    The units of a document depend on no unit of another one.
    """

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """Return the documents that units of a text may belong to; perhaps some more, never fewer."""
        ...


@runtime_checkable
class ComparesNeighbours(Protocol):
    """A language in which the previous unit can make a unit wrong."""

    def compare_neighbours(self, before: Any, unit: Any) -> tuple[Finding, ...]:
        """Return the findings in `unit` that result from `before`, the unit right before it."""
        ...


@runtime_checkable
class KnowsLosses(Protocol):
    """A language that can cheaply detect units that scoring may have skipped partially.

    The units of other languages are checked completely for that.
    """

    @property
    def loses_repeated(self) -> bool:
        """Return whether scoring skips the items that `Language.compare_duplicates` reports."""
        ...

    def suspects(self, units: Sequence[Any]) -> Sequence[Any]:
        """Return those units of a scored file that scoring may have left something out of."""
        ...


@runtime_checkable
class ComparesTokens(Protocol):
    """An evaluation whose responses repeat the tokens, or the text, of the key."""

    def other_tokens(self, key: Sequence[Any], response: Sequence[Any]) -> tuple[Any, Finding] | None:
        """Return the first difference between the tokens of a response and its key: the unit, and a finding.

        The units are those of the document on both sides, in file order. None if nothing differs.
        """
        ...


@runtime_checkable
class RequiresKeyText(ComparesTokens, Protocol):
    """An evaluation that cannot score a response over another text than the key's."""

    requires_key_text: bool


@runtime_checkable
class ResolvesOffsets(Protocol):
    """An evaluation that scores a response over the key's text whose offsets are counted differently."""

    def resolved_offsets(self, key: Sequence[Any], response: Sequence[Any]) -> tuple[Any, Finding] | None:
        """Return a unit of a response whose offsets are resolved, and a note on it; None if there is none.

        The units are those of the document on both sides, in file order.
        """
        ...


@runtime_checkable
class AlignsByText(Protocol):
    """An evaluation that aligns documents with different names if their texts are equal."""

    def text_of(self, units: Sequence[Any]) -> str | None:
        """Return the text by which a document is aligned, given its units; None if it is not known."""
        ...


@runtime_checkable
class ScoresInSteps(Protocol):
    """An evaluation that pauses while it scores, so that a large document does not block other work."""

    def scoring(
        self, document: str, key: Sequence[Any], response: Sequence[Any]
    ) -> Generator[None, None, Sequence[Any]]:
        """Yield between steps, and return the same as `Evaluation.score`; run it to its end."""
        ...


@runtime_checkable
class CountsItems(Protocol):
    """An evaluation that counts items in files that have no numbered documents.

    `response_has_own_form` is true if a response has another form than a key.
    """

    response_has_own_form: bool

    def item_name(self, role: Role) -> str:
        """Return the name of an item that a file in that role must contain, for `no ... in it`."""
        ...

    def is_item(self, unit: Any, role: Role) -> bool:
        """Return whether a unit of a file in that role is an item or contains one."""
        ...


@runtime_checkable
class ComparesTexts(Protocol):
    """An evaluation whose files repeat their source text."""

    def compare_texts(self, unit: Any, reference: Any | None) -> Sequence[Finding]:
        """Return the findings of comparing a unit with its source text; None if there is no such document."""
        ...


@runtime_checkable
class ComparesOrder(Protocol):
    """An evaluation that pairs units by their order, so that both files must have equally many."""

    def compare_order(self, units: Sequence[Any], references: Sequence[Any]) -> tuple[int, Finding] | None:
        """Return the index of the first unit that is out of step, with a finding; None if there is none."""
        ...


@runtime_checkable
class ComparesInStep(ComparesOrder, Protocol):
    """An evaluation whose responses repeat the key's text and names, unit by unit."""

    def is_in_step(self, unit: Any, reference: Any) -> bool:
        """Return whether a unit has the text of the key's unit of its number."""
        ...

    def out_of_step(self, unit: Any, count: int, expected: int) -> Finding:
        """Return the finding on the first unit without a counterpart, given both files' numbers of units."""
        ...

    def names_in(self, unit: Any) -> frozenset[str]:
        """Return the names that a unit of either file uses."""
        ...

    def compare_in_step(self, unit: Any, reference: Any, unknown: Collection[str]) -> Sequence[Finding]:
        """Return the findings where a unit differs from the key's text, or has one of the `unknown` names.

        Those are names of the unit that no unit of the key has.
        """
        ...


@runtime_checkable
class ComparesNames(Protocol):
    """An evaluation whose responses use names from the key, in named documents."""

    def names_in(self, unit: Any) -> frozenset[str]:
        """Return the names that a unit of either file uses."""
        ...

    def compare_named(self, unit: Any, reference: Any | None, unknown: Collection[str]) -> Sequence[Finding]:
        """Return the findings of comparing a unit with the key's unit of its document, None if there is none.

        `unknown` are names of the unit that no unit of the key has.
        """
        ...


@runtime_checkable
class DependsOnOrder(Protocol):
    """An evaluation whose scores may depend on the order of the file, as in some reference programs."""

    def is_settled(self, fold: Any) -> bool:
        """Return whether no score in that sum depends on the order."""
        ...

    def settled(self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]) -> Sequence[Any]:
        """Return the scores under the order of all units of the two files."""
        ...


@runtime_checkable
class PrintsAsProgram(Protocol):
    """An evaluation that can print the output of another program for the same files."""

    def program_output(
        self,
        scores: Sequence[Any],
        key: Iterable[Any],
        response: Iterable[Any],
        names: tuple[str, str],
        verbose: int,
    ) -> str | None:
        """Return the other program's output for all units of two files; None if it is not requested.

        `scores` are the scores of all documents, in the order of `report_files`.
        """
        ...


@runtime_checkable
class PreparesReports(Protocol):
    """An evaluation whose reports take long for large files."""

    def preparing_reports(
        self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]
    ) -> Generator[None, None, Callable[[], Mapping[str, str]]]:
        """Run short steps, one a document, then return a function with the result of `report_files`.

        The function reads only values that no edit changes: it may run in another thread.
        """
        ...


@runtime_checkable
class Remarks(Protocol):
    """An evaluation that can add remarks to a score."""

    def remarks(self, scores: Sequence[Any], response: Iterable[Any]) -> Sequence[str]:
        """Return a line for each reason why a figure is meaningless; `response` are all its units."""
        ...


@runtime_checkable
class MeasuresAgreement(Protocol):
    """An evaluation that can measure the agreement of several annotators' files.

    The facts of a task state whether it does (`Task.agreement`).
    """

    def language(self, role: Role) -> Language:
        """Return the language of files in that role; annotators' files have the form of a response."""
        ...

    def agreement(self, files: Sequence[Iterable[Any]], names: Sequence[str]) -> tuple[dict[str, Any], str]:
        """Return the agreement of files, given as units and name each: JSON values, and text.

        `pairs` among the values is the number of compared pairs of answers, `f` the F over all pairs of
        files, in percent, if the task has one that is the same in both directions.
        """
        ...


@runtime_checkable
class SumsHeadline(Protocol):
    """An evaluation whose headline derives from sums over documents; its systems can be compared."""

    @property
    def headline_form(self) -> HeadlineForm | None:
        """Return the formula of the headline over summed counts; None if the settings sum in another way."""
        ...

    def headline_counts(self, scores: Sequence[Any]) -> HeadlineCounts:
        """Return the counts that the scores of one document add to the headline."""
        ...


@runtime_checkable
class KnowsReports(Protocol):
    """An evaluation that recognises its earlier reports, so that only those are replaced."""

    def is_report(self, beginning: str) -> bool:
        """Return whether a file with this beginning is a report of this kind."""
        ...


@runtime_checkable
class DetectsAgreement(Protocol):
    """An evaluation that can cheaply detect that key and response of a document do not differ."""

    def agrees(self, scores: Sequence[Any]) -> bool:
        """Return whether the scores of a document count no difference."""
        ...


@runtime_checkable
class MarksInPart(Protocol):
    """An evaluation that can compute the marks of a part of a long unit."""

    def marks_between(self, score: Any, side: Role, unit: Any, start: int, end: int) -> Iterator[Mark]:
        """Yield the marks between two offsets of a unit, and possibly others, in any order."""
        ...


@runtime_checkable
class TitlesDocuments(Protocol):
    """An evaluation whose files spell document names differently from the names that are compared."""

    def document_title(self, units: Sequence[Any]) -> str:
        """Return the name of a document as its units write it."""
        ...


@runtime_checkable
class LinksIntoTexts(Protocol):
    """An evaluation whose files link fills to offsets in the texts file."""

    def texts_of(self, units: Iterable[Any]) -> Any:
        """Return the texts that links index, made from all units of the texts file."""
        ...

    def compare_links(self, unit: Any, name: str, texts: Any) -> Sequence[Finding]:
        """Return findings on links of a unit that point to other text in the texts file `name`."""
        ...


@runtime_checkable
class CountsWholes(Protocol):
    """An evaluation whose figures count parts of the visible items, such as the slots of tags."""

    @property
    def part_name(self) -> str:
        """Return the noun for the counted parts, in the plural."""
        ...

    def whole_figures(self, scores: Sequence[Any]) -> Sequence[Figure]:
        """Return the counts of the wholes of a document."""
        ...

    def all_whole_figures(self, fold: Any) -> Sequence[Figure]:
        """Return the counts of the wholes in a sum of documents."""
        ...


@runtime_checkable
class NamesUnits(Protocol):
    """A language that can cheaply return the document that a unit belongs to."""

    def document_of(self, text: str) -> str | None:
        """Return the `document` of the unit that `Language.read` makes of a text."""
        ...


@runtime_checkable
class ScoresSeparately(Protocol):
    """An evaluation whose short reports need only scores without units.

    For a score of `apart`, `fold`, `report_json` and `report_text` without `verbose` return the same as for
    the original score, and it is cheap to send to another process.
    """

    @property
    def can_be_apart(self) -> bool:
        """Return whether that holds under the settings of the evaluation."""
        ...

    def apart(self, scores: Sequence[Any]) -> Sequence[Any]:
        """Return the scores of documents without their units.

        Values that only the sum needs may be in one of them.
        """
        ...


@runtime_checkable
class NamesFiles(Protocol):
    """An evaluation with options that name files."""

    def without_files(self, settings: Settings) -> Settings:
        """Return settings that name no files and give the same scores as `settings` of this evaluation."""
        ...


@runtime_checkable
class RemarksSeparately(Protocol):
    """An evaluation whose remarks on a score (`Remarks`) can be computed from parts of the documents.

    Parts are in the order of the documents; all documents in one part give the same remarks.
    """

    def grounds(self, scores: Sequence[Any], response: Iterable[Any]) -> Any:
        """Return the values that remarks need from a part of the documents.

        See `Remarks` for the arguments.
        """
        ...

    def remarks_on(self, grounds: Sequence[Any]) -> Sequence[str]:
        """Return the remarks on all parts, given the grounds of each."""
        ...


@runtime_checkable
class SumsTexts(Protocol):
    """An evaluation that can cheaply compute the sum over all documents of two plain files.

    It has no remarks on a score, and does not print as a program that needs units
    (`abilities.PrintsAsProgram`).
    """

    def sum_of(self, key: bytes, response: bytes) -> Any | None:
        """Return the argument that `fold` and `report_text` without `verbose` accept for all documents.

        The texts are bytes of UTF-8, without a byte-order mark.

        None for files that must be read document by document: those that may cause a warning or an error, or
        that scoring may skip partially.
        """
        ...


@runtime_checkable
class ReportsFByPart(Protocol):
    """An evaluation that can compute F by part alone, at less cost than its JSON, or without JSON.

    The parts are those of `keytally.tallies.tally`.
    """

    def f_by_part(self, scores: Sequence[Any]) -> dict[str, Any]:
        """Return F in percent of the scores of documents: `totals`, `documents`, and other sums.

        Each tally has `f`, and with `pos` and `act` the sizes of the key and the response: F of two empty
        sides is undefined.
        """
        ...
