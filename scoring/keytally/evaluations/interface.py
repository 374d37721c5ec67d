"""What an evaluation offers the engine: languages to read, and scorings to score by.

An evaluation is a folder with `formats`, `rules`, `scoring` and `reports`. The engine cuts a file
into units (an SGML document, a template record, a line), re-reads only the units that an edit
touches, groups units by `document`, and scores again only the documents whose units changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
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


class Unit(Protocol):
    """A stretch of a file that is read by itself; units of a file cover it without gaps.

    `document` is what the unit is scored with; units with the same one are scored together,
    None stands aside of scoring. `findings` are those that need no other unit.
    """

    @property
    def text(self) -> str: ...
    @property
    def document(self) -> str | None: ...
    @property
    def findings(self) -> Sequence[Finding]: ...


class Language(Protocol):
    """How to read one kind of file, in one role and under one configuration.

    `boundaries(text)` gives the starts of units in any text, without 0, in order. Whether an
    offset is a boundary depends on at most `lookahead` characters from that offset on, and on
    nothing before it.
    """

    name: str
    lookahead: int

    def boundaries(self, text: str) -> list[int]: ...
    def read(self, text: str) -> Any: ...
    def compare_duplicates(self, units: Sequence[Any]) -> Sequence[Sequence[Finding]]: ...


class Mark(NamedTuple):
    """A verdict at a place of one side: a stretch of `unit`, and the partner's in the other file."""

    unit: Any
    start: int
    end: int
    status: Status
    level: Level
    label: str
    partner: tuple[Any, int, int] | None = None


class Scoring(Protocol):
    """How one task is scored under one configuration.

    `score` compares the units of one document on both sides; `fold` sums up documents' scores.
    """

    task: str

    def score(self, document: str, key: Sequence[Any], response: Sequence[Any]) -> Any: ...
    def compare_texts(self, unit: Any, reference: Any) -> Sequence[Finding]: ...
    def marks(self, score: Any, key_side: bool) -> Iterator[Mark]: ...


class Fold(Protocol):
    """The running result over documents: scores come and go, the sums follow."""

    def put(self, score: Any) -> None: ...
    def drop(self, score: Any) -> None: ...
    def result(self) -> Mapping[str, Any]: ...
    def headline(self) -> float: ...


class Reports(Protocol):
    """The report files of a task, by the option that names each."""

    def write(self, scores: Sequence[Any], folder: Path) -> Sequence[Path]: ...
