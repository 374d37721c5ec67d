"""What an evaluation offers: languages to read, and a scoring bound to one configuration.

An evaluation is a folder with `formats`, `rules`, `scoring` and `reports`. The engine cuts a file
into units (an SGML document, a template record, a line), re-reads only the units that an edit
touches, groups units by `document`, and scores again only the documents whose units changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

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


class ReportError(Exception):
    """A report that must not or cannot be written; the message is one line."""
