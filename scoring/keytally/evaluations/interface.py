"""What an evaluation offers: languages to read, and a scoring bound to one configuration.

An evaluation is a folder with `formats`, `rules`, `scoring` and `reports`. The engine cuts a file
into units (an SGML document, a template record, a line), re-reads only the units that an edit
touches, groups units by `document`, and scores again only the documents whose units changed.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, runtime_checkable

from keytally.findings.finding import Finding
from keytally.tallies.status import Status


class Role(Enum):
    """What a file is in its pair."""

    KEY = "key"
    RESPONSE = "response"
    TEXTS = "texts"
    UNKNOWN = "unknown"


class Level(str, Enum):
    """What a mark is about."""

    OBJECT = "object"
    SLOT = "slot"
    FILL = "fill"
    MENTION = "mention"
    LINK = "link"
    ITEM = "item"
    EDIT = "edit"


ORDINAL = "\0"
"""What a unit gives as its document that is one by its place in the file: the first one is document 1."""


class Unit(Protocol):
    """A stretch of a file that is read by itself; the units of a file cover it without gaps.

    Units are compared by identity. `document` is what the unit is scored with: units with the
    same one are scored together, None stands aside of scoring. Units whose document is ORDINAL are
    scored one by one, each with the one of the same number in the other file. `findings` need no
    other unit.
    """

    @property
    def text(self) -> str:
        """The unit's own text."""
        ...

    @property
    def document(self) -> str | None:
        """The document that the unit belongs to."""
        ...

    @property
    def findings(self) -> Sequence[Finding]:
        """The breaches that can be told from the unit alone."""
        ...


class Language(Protocol):
    """How to read one kind of file in one role and under one configuration; hashable.

    Whether a unit starts at an offset depends on at most `lookahead` characters from that offset
    on, and on no more than the one before it; at the start of a text a unit always starts.
    """

    @property
    def name(self) -> str:
        """The language's id, such as `muc-sgml`."""
        ...

    @property
    def lookahead(self) -> int:
        """How many characters decide on a boundary."""
        ...

    def boundaries(self, text: str) -> list[int]:
        """Where units start in any text, in order, without 0."""
        ...

    def read(self, text: str) -> Any:
        """The unit that `text` is; never fails."""
        ...

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """The findings about units of one document, for each unit, given them in file order.

        `apart` holds those of them that another document, which begins there, parts from the ones
        before, each with the unit right before it in the file.
        """
        ...


@runtime_checkable
class ReadsByName(Protocol):
    """A language that goes by a file's name too, such as one for which a file is a document."""

    def of_file(self, name: str, absent: Sequence[str] = ()) -> Language:
        """How the file of that name is read.

        `absent` are the names of files that its folder lacks beside it, where it is the one to tell of them.
        """
        ...


@runtime_checkable
class Rereads(Protocol):
    """A language that reads a unit which an edit has changed by what the edit has left of it."""

    def reread(self, unit: Any, text: str) -> Any:
        """What `Language.read` returns for `text`, which an edit has made of the text of `unit`."""
        ...


@runtime_checkable
class ComparesNeighbours(Protocol):
    """A language in which something may be wrong with a unit where it stands: behind the one before."""

    def compare_neighbours(self, before: Any, unit: Any) -> tuple[Finding, ...]:
        """The findings in `unit` about its standing right behind `before`."""
        ...


class Mark(NamedTuple):
    """A verdict at a place of one side: a stretch of `unit`, and its partner in the other file.

    `label` is what editors show of it in a few words. `subject` is the label without the verdict, for texts
    that say the verdict in other words; None for a label that says none. `slot` is the name, in lower case,
    of the slot that a verdict on a slot or a fill is about.
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


class Figure(NamedTuple):
    """One number of a result by the name that users know, as text."""

    name: str
    text: str


class Fold(Protocol):
    """The running result over documents: scores come and go, the sums follow."""

    def put(self, score: Any) -> None:
        """Count a document's score in."""
        ...

    def drop(self, score: Any) -> None:
        """Take a document's score out again."""
        ...

    def headline(self) -> float:
        """The number that the status bar shows, in percent."""
        ...

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        ...


class Evaluation(Protocol):
    """One task under one configuration."""

    @property
    def task(self) -> str:
        """The task's name, as `--task` takes it."""
        ...

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        ...

    @property
    def document_name(self) -> str:
        """What people call one document of the task, such as `sentence`; with an `s`, several."""
        ...

    @property
    def headline_name(self) -> str:
        """What the number is called that the status bar shows, such as `P&R`."""
        ...

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The numbers of `totals` or of a document's entry, in the order of a table's columns."""
        ...

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`totals` or a document's entry on one short line; "" for no totals."""
        ...

    def language(self, role: Role) -> Language:
        """How files of that role are read."""
        ...

    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> Sequence[Any]:
        """The scores of one document, given its units on both sides in file order."""
        ...

    def compare_texts(self, unit: Any, reference: Any | None) -> Sequence[Finding]:
        """How a unit departs from the text it was made from; None: there is no such document."""
        ...

    def fold(self) -> Fold:
        """A result over no documents yet."""
        ...

    def marks(self, score: Any, side: Role, unit: Any) -> Iterator[Mark]:
        """The verdicts of a document's score that stand in one unit of the key's or the response's side."""
        ...

    def document_totals(self, scores: Sequence[Any]) -> dict[str, Any]:
        """One document's entry in the JSON output, from what `score` gave for it."""
        ...

    def report_json(self, scores: Sequence[Any]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        ...

    def report_text(self, scores: Sequence[Any], verbose: int) -> str:
        """What `keytally score` prints; `verbose` counts how often `-v` was given."""
        ...

    def report_files(
        self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """The reports that the configuration asks for: file name, as configured, to text.

        `key` and `response` are all units of the two files.
        """
        ...


@runtime_checkable
class ScoresInSteps(Protocol):
    """An evaluation that pauses while it scores, so that a large document keeps nobody waiting."""

    def scoring(
        self, document: str, key: Sequence[Any], response: Sequence[Any]
    ) -> Generator[None, None, Sequence[Any]]:
        """What `Evaluation.score` returns, after pauses; it is gone through to its end."""
        ...


@runtime_checkable
class TellsItems(Protocol):
    """An evaluation of files that are not made of documents with numbers: it tells when one is another's.

    `response_has_own_form` is set where a response is written otherwise than a key.
    """

    response_has_own_form: bool

    def item_name(self, role: Role) -> str:
        """What a file of that role must have at least one of, as `no ... in it` takes it."""
        ...

    def is_item(self, unit: Any, role: Role) -> bool:
        """Whether a unit of a file of that role is, or has, one."""
        ...


@runtime_checkable
class ComparesOrder(Protocol):
    """An evaluation whose files go together unit by unit, so that they must have equally many."""

    def compare_order(self, units: Sequence[Any], references: Sequence[Any]) -> tuple[int, Finding] | None:
        """The index of the first unit that is out of step, and the finding on it; None where none is."""
        ...


@runtime_checkable
class DependsOnOrder(Protocol):
    """An evaluation in which the order of a file may decide on a score, as it does in some programs."""

    def is_settled(self, fold: Any) -> bool:
        """Whether no score in that sum depends on the order."""
        ...

    def settled(self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]) -> Sequence[Any]:
        """The scores as the order of all units of the two files makes them."""
        ...


@runtime_checkable
class PrintsAsProgram(Protocol):
    """An evaluation that can print what another program prints for the same files."""

    def program_output(
        self,
        scores: Sequence[Any],
        key: Iterable[Any],
        response: Iterable[Any],
        names: tuple[str, str],
        verbose: int,
    ) -> str | None:
        """The other program's output for all units of files of those names; None where none is asked for.

        `scores` are those of all documents, in the order of `report_files`.
        """
        ...


@runtime_checkable
class Remarks(Protocol):
    """An evaluation that has something to say besides a score."""

    def remarks(self, scores: Sequence[Any], response: Iterable[Any]) -> Sequence[str]:
        """One line for each thing that keeps numbers from meaning anything; `response` are all its units."""
        ...


@runtime_checkable
class MeasuresAgreement(Protocol):
    """An evaluation that can say how far several annotators' files agree, in tasks whose facts say so."""

    def language(self, role: Role) -> Language:
        """How files of that role are read; annotators' files are in the form of a response."""
        ...

    def agreement(self, files: Sequence[Iterable[Any]], names: Sequence[str]) -> tuple[dict[str, Any], str]:
        """The agreement of the files, each given by its units and its name: as JSON values, and as text.

        `pairs` among the values is the number of pairs of answers that were compared.
        """
        ...


@runtime_checkable
class MarksInPart(Protocol):
    """An evaluation that can give the marks of a part of a long unit without those of all of it."""

    def marks_between(self, score: Any, side: Role, unit: Any, start: int, end: int) -> Iterator[Mark]:
        """At least the marks that stand between two places of a unit, in any order."""
        ...


@runtime_checkable
class LinksIntoTexts(Protocol):
    """An evaluation whose files tell where in the texts file their fills stand."""

    def texts_of(self, units: Iterable[Any]) -> Any:
        """The texts as links count in them, from all units of the texts file."""
        ...

    def compare_links(self, unit: Any, name: str, texts: Any) -> Sequence[Finding]:
        """Where the links of a unit into the texts file called `name` lead to something else."""
        ...


class ReportError(Exception):
    """A report that must not or cannot be written; the message is one line."""
