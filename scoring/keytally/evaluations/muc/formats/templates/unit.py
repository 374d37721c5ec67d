"""The tree of a unit of a template file: records, slots, alternatives and fills, each in its place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from keytally.evaluations.muc.formats.templates.headers import Header, Identity
from keytally.evaluations.muc.formats.templates.scanner import Kind, Token
from keytally.findings.finding import Finding
from keytally.text.span import Span


class Link(NamedTuple):
    """Link information: where a fill stands in a texts file, by code points, `last` exclusive."""

    first: int
    last: int
    texts: str
    start: int
    end: int


class SingleFill(NamedTuple):
    """A fill as it is written: `text` is without quotes, `start` and `end` take them in."""

    kind: Kind
    text: str
    start: int
    end: int
    link: Link | None = None


class Pointer(NamedTuple):
    """A fill that points to an object: where it stands, and what it names."""

    identity: Identity
    start: int
    end: int


@dataclass(slots=True)
class Alternative:
    """A multi-fill; `slash` is the place of the slash that it begins with, None for the first."""

    fills: list[SingleFill] = field(default_factory=list)
    slash: int | None = None


@dataclass(slots=True)
class SlotEntry:
    """A slot as it is written: its name (`start` and `end` leave the colon out), and its fills.

    `name` is in lower case. `slash` is the place of the slash that makes the slot optional.
    """

    name: str
    start: int
    end: int
    alternatives: list[Alternative] = field(default_factory=lambda: [Alternative()])
    slash: int | None = None

    @property
    def fills(self) -> Iterator[SingleFill]:
        """The fills of all alternatives in order."""
        return (fill for alternative in self.alternatives for fill in alternative.fills)


@dataclass(slots=True)
class Record:
    """An object as it is written: its header, its slots in order, and fills that no slot holds.

    `header` is None for what stands before the first header of a file. `end` is the end of the
    record's last token.
    """

    header: Header | None
    slots: list[SlotEntry] = field(default_factory=list)
    stray: list[SingleFill] = field(default_factory=list)
    end: int = 0

    @property
    def start(self) -> int:
        """Where the header starts, or the unit."""
        return self.header.start if self.header else 0

    def slot(self, name: str) -> SlotEntry | None:
        """The first slot of that name (lower case)."""
        return next((slot for slot in self.slots if slot.name == name), None)


@dataclass(slots=True, eq=False)
class TemplateUnit:
    """A record with what follows it, or what stands before the first record.

    Places count code points from the unit's start. `records` has the record that the unit begins
    with, and any whose header does not stand on a line of its own; `loose` is what stands before
    the first header. `tokens` cover all but blanks and line ends; `odd` are the lines of tokens
    that are not plain (keytally.evaluations.muc.formats.templates.scanner.Scan). `pointers` are
    the fills that are to name an object of the document.
    """

    text: str
    tokens: Sequence[Token]
    odd: Sequence[tuple[int, int]]
    records: Sequence[Record]
    loose: Record | None = None
    findings: Sequence[Finding] = ()
    pointers: Sequence[Pointer] = ()

    @property
    def record(self) -> Record | None:
        """The record that the unit begins with; None before the first record of a file."""
        return self.records[0] if self.records and self.loose is None else None

    @property
    def document(self) -> str | None:
        """The document number in the header; None where there is none."""
        record = self.record
        return record.header.identity.document or None if record and record.header else None

    @property
    def headers(self) -> list[Header]:
        """The headers of the records that belong to the unit's document."""
        return [record.header for record in self.scored_records() if record.header]

    def scored_records(self) -> Iterator[Record]:
        """The records that belong to the unit's document."""
        for record in self.records:
            if record.header and record.header.identity.document == self.document:
                yield record

    def stretches(self) -> Iterator[tuple[Kind | None, Span]]:
        """Every stretch of the unit in order, None for blanks; together they are its text."""
        cursor = 0
        for kind, start, end in self.tokens:
            if cursor < start:
                yield None, Span(cursor, start)
            yield kind, Span(start, end)
            cursor = end
        if cursor < len(self.text):
            yield None, Span(cursor, len(self.text))
