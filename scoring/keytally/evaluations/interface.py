"""The interface of an evaluation: languages that read files, and scoring under one configuration.

An evaluation is a folder with `formats`, `rules`, `scoring` and `reports`. The engine cuts a file into units
(an SGML document, a template record, a line), parses again only the units that an edit touches, groups units
by `document`, and scores again only the documents whose units changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from keytally.findings.finding import Finding
from keytally.tallies.status import Status


class Role(Enum):
    """The role of a file in its pair."""

    KEY = "key"
    RESPONSE = "response"
    TEXTS = "texts"
    UNKNOWN = "unknown"


class Level(str, Enum):
    """What kind of thing a mark is about."""

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
        """The text of the unit."""
        ...

    @property
    def document(self) -> str | None:
        """The document of the unit."""
        ...

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings that the unit alone gives."""
        ...


class Language(Protocol):
    """How to read one kind of file in one role and under one configuration; hashable.

    Whether a unit starts at an offset depends on at most `lookahead` characters from that offset on, and on
    the one character before it; a unit always starts at the start of a text.
    """

    @property
    def name(self) -> str:
        """The language's id, such as `muc-sgml`."""
        ...

    @property
    def lookahead(self) -> int:
        """The number of characters that decide whether a unit starts."""
        ...

    def boundaries(self, text: str) -> list[int]:
        """The offsets where units start in a text, in order, without 0."""
        ...

    def read(self, text: str) -> Any:
        """The unit with that text; never fails."""
        ...

    def compare_duplicates(
        self, units: Sequence[Any], apart: Mapping[Any, Any] = MappingProxyType({})
    ) -> Sequence[Sequence[Finding]]:
        """The findings about units of one document, by unit; the units are given in file order.

        `apart` holds those units that are separated from the previous ones by another document that begins
        there, each with the unit right before it in the file.
        """
        ...


class Mark(NamedTuple):
    """A verdict on a range of a unit of one side, with its partner in the other file.

    `label` is the short text that editors show. `subject` is the label without the verdict, for texts that
    state the verdict in other words; None for a label without a verdict. `slot` is the lower-case name of the
    slot that a verdict on a slot or a fill is about. `overall` is the verdict on the whole: the worst of its
    own and those of its parts or links; None where it is `status`.
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

    @property
    def verdict(self) -> Status:
        """The one verdict by which editors show what the mark covers."""
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
        """The number in the status bar, in percent."""
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
        """What users call one document of the task, such as `sentence`; the plural adds an `s`."""
        ...

    @property
    def headline_name(self) -> str:
        """The name of the number in the status bar, such as `P&R`."""
        ...

    def figures(self, totals: Mapping[str, Any]) -> Sequence[Figure]:
        """The numbers of `totals` or of a document's entry, in the order of table columns."""
        ...

    def in_short(self, totals: Mapping[str, Any]) -> str:
        """`totals` or a document's entry on one short line; "" for empty totals."""
        ...

    def language(self, role: Role) -> Language:
        """The language of files in that role."""
        ...

    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> Sequence[Any]:
        """The scores of one document, given its units on both sides in file order."""
        ...

    def fold(self) -> Fold:
        """A result over no documents."""
        ...

    def marks(self, score: Any, side: Role, unit: Any) -> Iterator[Mark]:
        """The marks of a document's score in one unit of the key's or the response's side."""
        ...

    def document_totals(self, scores: Sequence[Any]) -> dict[str, Any]:
        """One document's entry in the JSON output, from the scores that `score` returned."""
        ...

    def report_json(self, scores: Sequence[Any]) -> dict[str, Any]:
        """The JSON output of `keytally score`."""
        ...

    def report_text(self, scores: Sequence[Any], verbose: int) -> str:
        """The text that `keytally score` prints; `verbose` is the number of `-v` flags."""
        ...

    def report_files(
        self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]
    ) -> Mapping[str, str]:
        """The reports that the configuration asks for: file name, as configured, to text.

        `key` and `response` are all units of the two files.
        """
        ...


class ReportError(Exception):
    """A report that must not be written or cannot be written; the message is one line."""
