"""The tree of a unit of a template file: records, slots, alternatives and fills, each with its place."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from keytally.evaluations.muc.formats.templates.headers import Header, Identity
from keytally.evaluations.muc.formats.templates.scanner import TemplateToken, TemplateTokenKind
from keytally.findings.finding import Finding
from keytally.text.span import Span

T = TypeVar("T")


class Link(NamedTuple):
    """Link information: the place of a fill in a texts file, in code points, `last` exclusive."""

    first: int
    last: int
    texts: str
    start: int
    end: int


class SingleFill(NamedTuple):
    """A fill as written: `text` is without quotes, `start` and `end` include them."""

    kind: TemplateTokenKind
    text: str
    start: int
    end: int
    link: Link | None = None


class Pointer(NamedTuple):
    """A fill that points to an object: its place, and the object's name."""

    identity: Identity
    start: int
    end: int


class Alternative:
    """A multi-fill; `slash` is the place of the slash before it, None for the first."""

    __slots__ = ("fills", "slash")

    def __init__(
        self,
        fills: list[SingleFill] | None = None,
        slash: int | None = None,
    ) -> None:
        self.fills: list[SingleFill] = [] if fills is None else fills
        self.slash = slash


class SlotEntry:
    """A slot as written: its name (`start` and `end` exclude the colon), and its fills.

    `name` is in lower case. `slash` is the place of the slash that makes the slot optional. `passed_over` is
    where the slot's text ends if it has not been read; then no fills are known.
    """

    __slots__ = ("alternatives", "end", "name", "passed_over", "slash", "start")

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        name: str,
        start: int,
        end: int,
        alternatives: list[Alternative],
        slash: int | None = None,
        passed_over: int = 0,
    ) -> None:
        self.name = name
        self.start = start
        self.end = end
        self.alternatives = alternatives
        self.slash = slash
        self.passed_over = passed_over

    @property
    def fills(self) -> Sequence[SingleFill]:
        """The fills of all alternatives in order."""
        if self.passed_over:
            return ()
        if len(self.alternatives) == 1:
            return self.alternatives[0].fills
        return [fill for alternative in self.alternatives for fill in alternative.fills]


class Record:
    """An object as written: its header, its slots in order, and fills outside of any slot.

    `header` is None for the text before the first header of a file. `end` is the end of the record's last
    token.
    """

    __slots__ = ("end", "header", "slots", "stray")

    def __init__(self, header: Header | None, end: int = 0) -> None:
        self.header = header
        self.slots: list[SlotEntry] = []
        self.stray: list[SingleFill] = []
        self.end = end

    @property
    def start(self) -> int:
        """The start of the header, or of the unit."""
        return self.header.start if self.header else 0

    def slot(self, name: str) -> SlotEntry | None:
        """The first slot of that name (lower case)."""
        return next((slot for slot in self.slots if slot.name == name), None)


class Tree(NamedTuple):
    """The syntax tree of a unit's text.

    `records` has the record at the start of the unit, and any whose header is not on a line of its own;
    `loose` is the text before the first header. `tokens` cover all but blanks and line ends; `odd` are the
    lines of tokens that are not plain (keytally.evaluations.muc.formats.templates.scanner.Scan).
    """

    tokens: Sequence[TemplateToken]
    odd: Sequence[tuple[int, int]]
    records: Sequence[Record]
    loose: Record | None = None


Name = tuple[str, str, str]
"""The common part of equal identification strings (keytally.evaluations.muc.formats.templates.headers)."""


class Judgement(NamedTuple):
    """What rules make of a unit: its findings, and the names that it has and points to.

    `names` are those of the headers in its document that have all their pieces, in order, `vague` the classes
    of the others; `pointed` is what the pointers name.
    """

    findings: Sequence[Finding]
    names: Sequence[Name]
    vague: frozenset[str]
    pointed: frozenset[Name]


class Reader(Protocol):
    """How units are parsed and checked."""

    def tree(self, text: str) -> Tree:
        """The syntax tree of a text; never fails."""
        ...

    def judgement(self, unit: "TemplateUnit") -> Judgement:
        """The findings of a unit by itself."""
        ...

    def pointers(self, unit: "TemplateUnit") -> Sequence[Pointer]:
        """The fills of a unit that are to name an object of its document."""
        ...


class TemplateUnit:
    """A record with the text after it, or the text before the first record.

    Places count code points from the unit's start. `document` is the document number in the header; None
    without one. Everything else is computed from the text on first use. `may_lose` is set once this
    process has scored the unit: whether something in it may have been left out. `is_sound` is set where
    another process has found nothing in it.
    """

    __slots__ = ("_judgement", "_kept", "_reader", "_tree", "document", "is_sound", "may_lose", "text")

    def __init__(self, text: str, document: str | None, reader: Reader) -> None:
        self.text = text
        self.document = document
        self.may_lose = document is None
        self.is_sound = False
        self._reader = reader
        self._tree: Tree | None = None
        self._judgement: Judgement | None = None
        self._kept: tuple[Any, Sequence[Finding]] | None = None

    @property
    def tree(self) -> Tree:
        """The syntax tree of the text."""
        if self._tree is None:
            self._tree = self._reader.tree(self.text)
        return self._tree

    def passing_tree(self) -> Tree:
        """The tree without caching it: a run over large files could not hold all trees in memory."""
        return self._tree or self._reader.tree(self.text)

    def passing(self, tree: Callable[[str], Tree]) -> "TemplateUnit":
        """A unit with a tree while it is in use: this one, or a twin with a `tree` of its text."""
        if self._tree is not None:
            return self
        twin = TemplateUnit(self.text, self.document, self._reader)
        twin._tree = tree(self.text)
        return twin

    @property
    def tokens(self) -> Sequence[TemplateToken]:
        """The tokens in order."""
        return self.tree.tokens

    @property
    def odd(self) -> Sequence[tuple[int, int]]:
        """The lines that are not plain, as ranges of `tokens`."""
        return self.tree.odd

    @property
    def records(self) -> Sequence[Record]:
        """The records in order; more than one if a header is not on its own line."""
        return self.tree.records

    @property
    def loose(self) -> Record | None:
        """The text before the first header, if any."""
        return self.tree.loose

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings that the unit alone gives."""
        return () if self.is_sound else self.judgement.findings

    @property
    def is_judged(self) -> bool:
        """Whether the findings are known."""
        return self.is_sound or self._judgement is not None

    @property
    def pointers(self) -> Sequence[Pointer]:
        """The fills that should name an object of the document."""
        return self._reader.pointers(self)

    @property
    def judgement(self) -> Judgement:
        """The findings and names of the unit."""
        if self._judgement is None:
            self._judgement = self._reader.judgement(self)
        return self._judgement

    def kept(self, cause: T, find: Callable[["TemplateUnit", T], Sequence[Finding]]) -> Sequence[Finding]:
        """The result of `find` for the unit, cached as long as `cause` is the same."""
        if self._kept is None or self._kept[0] != cause:
            self._kept = cause, find(self, cause)
        return self._kept[1]

    @property
    def record(self) -> Record | None:
        """The record at the start of the unit; None before the first record of a file."""
        return _first(self.tree)

    @property
    def headers(self) -> Sequence[Header]:
        """The headers of the records that belong to the unit's document."""
        records = belonging(self.passing_tree().records, self.document)
        return [record.header for record in records if record.header]

    def scored_records(self) -> Iterator[Record]:
        """The records that belong to the unit's document."""
        return belonging(self.records, self.document)

    def stretches(self) -> Iterator[tuple[TemplateTokenKind | None, Span]]:
        """Every piece of the unit in order, None for blanks; together they are its text."""
        cursor = 0
        for kind, start, end in self.tokens:
            if cursor < start:
                yield None, Span(cursor, start)
            yield kind, Span(start, end)
            cursor = end
        if cursor < len(self.text):
            yield None, Span(cursor, len(self.text))


def document_of(tree: Tree) -> str | None:
    """The document number in the header at the start of a unit; None without one."""
    record = _first(tree)
    return record.header.identity.document or None if record and record.header else None


def belonging(records: Sequence[Record], document: str | None) -> Iterator[Record]:
    """The records of a unit that belong to a document."""
    for record in records:
        if record.header and record.header.identity.document == document:
            yield record


def _first(tree: Tree) -> Record | None:
    return tree.records[0] if tree.records and tree.loose is None else None
