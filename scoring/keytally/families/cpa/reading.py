"""Read files of the three tasks: columns, rows, ontology and input sentences; units of verbs."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from keytally.families.contract import Mark, SettingsError
from keytally.families.presentation import Heading, Note, Piece, PieceKind, PresentedUnit, Proposal
from keytally.findings.finding import Edit, Finding
from keytally.tallies.status import Status
from keytally.text.files import Within, decode, is_file, is_folder, regular_bytes
from keytally.text.json_text import json_fault
from keytally.text.positions import LINE_END, own_line_end
from keytally.text.rendering import markdown_prose

ID, TOKEN, TAG, TYPE = range(4)
"""The columns of a `.parse` file; those of a `.clust` file are ID and CLUSTER."""

CLUSTER = 1

UNCLUSTERED = frozenset({"x", "u"})
"""The values in a key for a line outside any cluster."""

INTEGER = re.compile(r"[+-]?[0-9]+")
"""The pattern of a cluster's number."""

TAGS = ("subj", "obj", "iobj", "advprep", "acomp", "scomp")
"""The syntactic tags (the categories of the Syntax layer)."""

VERB_TAG = "v"
"""The third column of the verb's own row, which is not scored."""

SLOTS = (
    "subject",
    "object",
    "indirect_object",
    "noun_adjective_complement",
    "verb_complement",
    "preposition_1",
    "adverbial_complement_1",
    "preposition_2",
    "adverbial_complement_2",
)
"""The slots of a pattern, in the order of the columns of a `.pat` file."""

SUBJECT = SLOTS.index("subject")
"""The column of a `.pat` file that names the subject of a pattern."""

WORD_SLOTS = frozenset({"verb_complement", "preposition_1", "preposition_2"})
"""The slots that hold words instead of semantic types."""


MOST_ALIGNED = 150
"""The limit for exact alignment; if one side has more unmatched patterns, these are paired in file order."""


class Format(NamedTuple):
    """One kind of file: its task, the task's number, its extension, and its columns from left to right."""

    task: str
    number: int
    extension: str
    columns: tuple[str, ...]

    @property
    def folder(self) -> str:
        """Return the directory that contains a key's files of this kind."""
        return f"task{self.number}"


PARSE = Format("cpa-parsing", 1, ".parse", ("token id", "token", "syntactic tag", "semantic type"))
CLUST = Format("cpa-clustering", 2, ".clust", ("id", "cluster"))
PAT = Format("cpa-slots", 3, ".pat", SLOTS)

FORMATS = {each.task: each for each in (PARSE, CLUST, PAT)}


def format_of_file(name: str) -> Format | None:
    """Return the kind of a file, from its extension; None for any other file."""
    return next((each for each in FORMATS.values() if name.lower().endswith(each.extension)), None)


def verb_of(name: str) -> str:
    """Return the verb of a file: its name without its extension and without `.key`, `.response…` or
    `.rsp…`.
    """
    found = format_of_file(name)
    stem = name[: -len(found.extension)] if found else name
    head, dot, part = stem.rpartition(".")
    is_role = part.lower() == "key" or part.lower().startswith(("response", "rsp"))
    return head if dot and head and is_role else stem


TAB = "\t"
_LINE = re.compile(r"([^\r\n]+)(\r\n|\n|\r|\Z)")


class CpaRow:
    """A line with content: its start in the unit, its cells, and its line end.

    Rows are compared by identity.
    """

    __slots__ = ("cells", "ending", "start")

    def __init__(
        self,
        start: int,
        cells: tuple[str, ...],
        ending: str,
    ) -> None:
        self.start = start
        self.cells = cells
        self.ending = ending

    def cell(self, column: int) -> str:
        """Return the text of a column; "" if the line does not have it."""
        return self.cells[column] if column < len(self.cells) else ""

    def text(self, column: int, *, official: bool = False) -> str:
        """Return the value of a column, without surrounding spaces.

        The official program keeps spaces, and a carriage return at the end of the line.
        """
        if not official:
            return self.cell(column).strip()
        is_last = column == len(self.cells) - 1
        return self.cell(column) + (self.ending.rstrip("\n") if is_last else "")

    def place(self, column: int) -> tuple[int, int]:
        """Return the range of a cell in the unit; if the line lacks the cell, the end of the line."""
        start = self.start + sum(len(cell) + 1 for cell in self.cells[:column])
        if column < len(self.cells):
            return start, start + len(self.cells[column])
        return self.end, self.end

    @property
    def end(self) -> int:
        """Return the offset of the end of the line, before its line end."""
        return self.start + sum(map(len, self.cells)) + len(self.cells) - 1


def rows_of(text: str) -> tuple[CpaRow, ...]:
    """Return the non-blank lines of a text, in order."""
    lines = (line for line in _LINE.finditer(text) if not line[1].isspace())
    return tuple(CpaRow(line.start(), tuple(line[1].split(TAB)), line[2]) for line in lines)


ALTERNATIVES = "|"
"""The separator between several types in a cell."""


MOST_KNOWN = 1000
"""The number of terms whose ancestors are cached; only hostile files request more."""


def types_in(cell: str) -> frozenset[str]:
    """Return the semantic types in a cell; empty for an empty cell."""
    return frozenset(part.strip() for part in cell.split(ALTERNATIVES) if part.strip())


class Node(NamedTuple):
    """A node of the tree with its term, and the number of the nearest node above it that has a term."""

    term: str
    above: int | None


class Ontology:
    """The terms of the tree, with the terms above each one. A term may occur in several places.

    `nodes` contains these places in tree order. Two ontologies with the same `digest` are equal.
    """

    def __init__(self, digest: str, nodes: Sequence[Node]) -> None:
        self.digest = digest
        self._nodes = nodes
        self._places: dict[str, list[int]] = {}
        for number, node in enumerate(nodes):
            self._places.setdefault(node.term, []).append(number)
        self._by_folded = {term.casefold(): term for term in sorted(self._places, reverse=True)}
        self._known: dict[tuple[str, bool], frozenset[str]] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ontology) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __contains__(self, term: object) -> bool:
        return term in self._places

    @property
    def terms(self) -> list[str]:
        """Return all terms in tree order."""
        return list(self._places)

    def in_any_case(self, term: str) -> str | None:
        """Return the term that matches a spelling, ignoring case."""
        return self._by_folded.get(term.casefold())

    def hypernyms(self, term: str, *, parents_only: bool = False) -> frozenset[str]:
        """Return the terms above a term: all its ancestors, or its parents only."""
        found = self._known.get((term, parents_only))
        if found is None:
            above = self._parents(term) if parents_only else self._ancestors(term)
            found = frozenset(self._nodes[number].term for number in above) - {term}
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[term, parents_only] = found
        return found

    def _parents(self, term: str) -> set[int]:
        """Return the places directly above the places of a term."""
        above = (self._nodes[number].above for number in self._places.get(term, ()))
        return {number for number in above if number is not None}

    def _ancestors(self, term: str) -> set[int]:
        """Return all places above the places of a term; each place is visited only once."""
        found: set[int] = set()
        for place in self._places.get(term, ()):
            number = self._nodes[place].above
            while number is not None and number not in found:
                found.add(number)
                number = self._nodes[number].above
        return found


def read_ontology(text: str, name: str) -> Ontology:
    """Return the ontology in a JSON text, which is a list whose first element is the tree's root.

    A node is `{"term": ..., "sub": [...]}`; nodes without a term only group the nodes below them. Raises
    SettingsError, with the file name `name`, for any other text.
    """
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError([f"{name}: the ontology is not valid JSON: {json_fault(error)}"]) from error
    root = values[0] if isinstance(values, list) and values else None
    if not isinstance(root, dict):
        raise SettingsError(
            [f'{name}: an ontology must be a list whose first element is {{"term": ..., "sub": [...]}}']
        )
    from hashlib import sha256  # noqa: PLC0415 - only an ontology pays for it

    return Ontology(sha256(text.encode()).hexdigest()[:12], _nodes(root, name))


def _nodes(root: dict[str, Any], name: str) -> list[Node]:
    """Return the places of all terms; a place precedes the places below it."""
    nodes: list[Node] = []
    waiting: list[tuple[Any, int | None]] = [(root, None)]
    while waiting:
        node, above = waiting.pop()
        below = node.get("sub", []) if isinstance(node, dict) else None
        if not isinstance(below, list):
            where = "at the top" if above is None else f"below {nodes[above].term!r}"
            raise SettingsError(
                [f'{name}: a node of the ontology {where} is not {{"term": ..., "sub": [...]}}']
            )
        term = node.get("term")
        if isinstance(term, str):
            nodes.append(Node(term, above))
            above = len(nodes) - 1
        waiting += [(each, above) for each in reversed(below)]
    return nodes


ENCODING = "iso-8859-1"
"""The encoding of input files that are not UTF-8."""


class InputToken(NamedTuple):
    """A token of an input file."""

    text: str
    is_verb: bool


class Sentences:
    """The sentences of an input file, by the ids of their tokens."""

    def __init__(self, text: str) -> None:
        self._by_id: dict[str, Sequence[InputToken]] = {}
        for lines in _sentences(text):
            tokens = [
                InputToken(cells[1] if len(cells) > 1 else "", VERB_TAG in cells[2:3]) for cells in lines
            ]
            for cells in lines:
                self._by_id.setdefault(cells[0], tokens)

    def around(self, identifier: str) -> Sequence[InputToken]:
        """Return the sentence of a token; empty for an unknown id."""
        return self._by_id.get(identifier, ())


def _sentences(text: str) -> Iterator[list[list[str]]]:
    """Yield the cells of the lines of each sentence; a blank line ends a sentence."""
    lines: list[list[str]] = []
    for line in [*LINE_END.split(text), ""]:
        if line.strip():
            lines.append(line.split("\t"))
        elif lines:
            yield lines
            lines = []


class Inputs:
    """The task's input file or directory of input files; `within` returns whether a path may be read.

    Two objects are equal if they have the same path.
    """

    __slots__ = ("path", "within")

    def __init__(self, path: Path, within: Within | None = None) -> None:
        self.path = path
        self.within = within

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Inputs) and self.path == other.path

    def __hash__(self) -> int:
        return hash(self.path)


def sentences_for(verb: str, source: Inputs | None) -> Sentences | None:
    """Return the sentences of a verb, from an input file or from the verb's file in a directory; None if
    that file does not exist or cannot be read.
    """
    if source is None:
        return None
    try:
        path = _file_of(verb, source.path) if is_folder(source.path) else source.path
        return _read(path, path.stat().st_mtime_ns, source.within) if path is not None else None
    except OSError:
        return None


def _file_of(verb: str, folder: Path) -> Path | None:
    """Return the file with a verb's name and any extension, unless it links out of the directory."""
    named = (path for path in sorted(folder.iterdir()) if verb in (path.stem, verb_of(path.name)))
    inside = folder.resolve()
    return next((path for path in named if is_file(path) and inside in path.resolve().parents), None)


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, within: Within | None) -> Sentences:
    """Return a file's sentences; `changed`, the time of its last change, invalidates older cached ones."""
    return Sentences(decode(regular_bytes(path, within=within), ENCODING).text)


_Cell = tuple[CpaRow, int]


def propose_empty_cell(rows: Iterable[CpaRow], mark: Mark) -> Proposal | None:
    """Return a proposal that clears the cell of a mark, because the key has no value there."""
    found = _cell_at(rows, mark.start, mark.end)
    if found is None:
        return None
    row, column = found
    return Proposal(f"Remove {row.text(column)}", Edit(mark.start, mark.end, ""), drops=True)


def propose_key_cell(rows: Iterable[CpaRow], mark: Mark, key: _Cell, form: Format) -> Proposal | None:
    """Return a proposal that replaces the cell of a mark with the key's value; None if the response lacks
    the line.
    """
    key_row, column = key
    for row in rows:
        is_same = form is not PARSE or row.cell(ID) == key_row.cell(ID)
        if is_same and row.place(column) == (mark.start, mark.end):
            wanted = key_row.text(column)
            title = f"Change to {wanted}" if row.text(column) else f"Insert {wanted}"
            tabs = TAB * max(column - len(row.cells) + 1, 0)
            return Proposal(title, Edit(mark.start, mark.end, tabs + wanted))
    return None


def propose_line(text: str, mark: Mark) -> Proposal | None:
    """Return a proposal that inserts a missing line after the line that has the mark at its end."""
    if mark.partner is None:
        return None
    unit, start, end = mark.partner
    line, line_end = unit.text[start:end], own_line_end(text)
    new = f"{line_end}{line}" if text.strip() else f"{line}{line_end}"
    return Proposal(f"Insert the pattern {' '.join(line.split())}", Edit(mark.start, mark.start, new))


def propose_cluster(text: str, rows: Iterable[CpaRow], mark: Mark, key_row: CpaRow) -> Proposal | None:
    """Return a proposal that puts a mark's item into the response cluster corresponding to the key's cluster.

    The result is None if the item is already in that cluster.

    The names of clusters differ on the two sides. An item that is missing from the response gets a new line.
    """
    wanted = mark.wanted.strip()
    if not wanted:
        return None
    item, title = key_row.cell(ID), f"Put item {key_row.text(ID)} into cluster {wanted}"
    row = next((each for each in rows if each.cell(ID) == item), None)
    if row is not None:
        return Proposal(
            title, Edit(*row.place(CLUSTER), wanted if len(row.cells) > CLUSTER else TAB + wanted)
        )
    line, line_end = f"{item}{TAB}{wanted}", own_line_end(text)
    new = f"{line_end}{line}" if mark.start else f"{line}{line_end}"
    return Proposal(title, Edit(mark.start, mark.start, new))


def cell_of_key(mark: Mark) -> _Cell | None:
    """Return the row and the column of the key's cell that a mark refers to, or None."""
    if mark.partner is None:
        return None
    unit, start, end = mark.partner
    return _cell_at(unit.rows, start, end)


def _cell_at(rows: Iterable[CpaRow], start: int, end: int) -> _Cell | None:
    """Return the row and the column of the cell at a place."""
    cells = ((row, column) for row in rows for column in range(len(row.cells)) if row.text(column))
    return next((cell for cell in cells if cell[0].place(cell[1]) == (start, end)), None)


_KINDS = {
    "cpa-parsing": (PieceKind.NUMBER, PieceKind.STRING, PieceKind.KEYWORD, PieceKind.TYPE),
    "cpa-clustering": (PieceKind.PROPERTY, PieceKind.NUMBER),
}
LONGEST_NAME = 60


class CpaUnit(PresentedUnit):
    """A sentence of a `.parse` file, or a line of another file (`keytally.families.contract.Unit`).

    `document` is the verb. `inputs` is the task's input file or directory of input files. `ids` are the ids
    of the rows. `memo` caches results computed from the rows, which never change.
    """

    __slots__ = ("document", "findings", "format", "ids", "inputs", "memo", "rows", "text")

    def __init__(  # noqa: PLR0913, PLR0917 -- a part each
        self,
        text: str,
        document: str | None,
        format: Format,
        rows: tuple[CpaRow, ...],
        findings: Sequence[Finding] = (),
        inputs: Inputs | None = None,
        ids: frozenset[str] = frozenset(),
    ) -> None:
        self.text = text
        self.document = document
        self.format = format
        self.rows = rows
        self.findings = findings
        self.inputs = inputs
        self.ids = ids
        self.memo: dict[Any, Any] = {}

    @property
    def group(self) -> str | None:
        """Return the group in which adjacent lines fold together: one cluster, or the patterns of one
        subject.
        """
        if not self.rows or self.format is PARSE:
            return None
        return self.rows[0].text(SUBJECT if self.format is PAT else CLUSTER) or None

    def pieces(self) -> Iterator[Piece]:
        """Yield each cell in the colour of its column."""
        for row in self.rows:
            for column, cell in enumerate(row.cells[: len(self.format.columns)]):
                if cell:
                    yield Piece(*row.place(column), self._kind(row, column))

    def _kind(self, row: CpaRow, column: int) -> PieceKind:
        if self.format is PAT:
            return PieceKind.STRING if SLOTS[column].startswith(("prep", "verb")) else PieceKind.TYPE
        if self.format is PARSE and row.text(TAG) == VERB_TAG and column in (TOKEN, TAG):
            return PieceKind.MACRO
        return _KINDS[self.format.task][column]

    def outline(self) -> Iterable[Heading]:
        """Return a heading for the sentence with its tagged tokens, the pattern, or the item with its
        cluster.
        """
        if not self.rows:
            return ()
        first, last = self.rows[0], self.rows[-1]
        if self.format is PAT:
            name = " ".join(cell for cell in first.cells if cell.strip()) or "empty pattern"
            return (Heading(name, "", first.start, first.end, first.start, first.end),)
        if self.format is CLUST:
            return (_item(first),)
        detail = f"{first.cell(ID)} to {last.cell(ID)}"
        children = tuple(map(_heading, filter(_is_tagged, self.rows)))
        name = _short(self.sentence())
        return (Heading(name, detail, first.start, last.end, first.start, first.end, children),)

    def folds(self) -> Iterable[tuple[int, int]]:
        """Return the fold of the sentence into its first line."""
        if len(self.rows) > 1:
            return ((self.rows[0].start, self.rows[-1].end),)
        return ()

    def note_at(self, place: int) -> Note | None:
        """Return the sentence of a line, with the verb and the line's own token in bold."""
        row = next((row for row in self.rows if row.start <= place <= row.end), None)
        if row is None or self.format is PAT:
            return None
        text = self.sentence(row) if self.format is PARSE else self._input_sentence(row)
        return Note(row.start, row.end, text) if text else None

    def proposal(self, mark: Mark) -> Proposal | None:
        """Return a proposal that copies the key's value, clears a cell, adds a missing pattern, or moves
        an item to another cluster.
        """
        if mark.status is Status.SPURIOUS:
            return propose_empty_cell(self.rows, mark)
        is_wrong = mark.status in (Status.INCORRECT, Status.PARTIAL, Status.MISSING)
        key = cell_of_key(mark) if is_wrong else None
        if self.format is CLUST:
            return None if key is None else propose_cluster(self.text, self.rows, mark, key[0])
        if key is not None:
            return propose_key_cell(self.rows, mark, key, self.format)
        is_lost = self.format is PAT and mark.status is Status.MISSING
        return propose_line(self.text, mark) if is_lost else None

    def sentence(self, marked: CpaRow | None = None) -> str:
        """Return the tokens of a `.parse` unit; if a row is given, its token and the verb are in bold."""
        if marked is None:
            return " ".join(row.cell(TOKEN) for row in self.rows)
        return " ".join(
            _bold(row.cell(TOKEN))
            if row is marked or row.text(TAG) == VERB_TAG
            else markdown_prose(row.cell(TOKEN))
            for row in self.rows
        )

    def _input_sentence(self, row: CpaRow) -> str | None:
        sentences = sentences_for(self.document or "", self.inputs)
        tokens = sentences.around(row.text(ID)) if sentences else ()
        return (
            " ".join(_bold(token.text) if token.is_verb else markdown_prose(token.text) for token in tokens)
            or None
        )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"


def _is_tagged(row: CpaRow) -> bool:
    return bool(row.text(TAG) or row.text(TYPE))


def _heading(row: CpaRow) -> Heading:
    detail = " ".join(filter(None, (row.text(TAG), row.text(TYPE))))
    return Heading(row.cell(TOKEN) or row.cell(ID) or "token", detail, row.start, row.end, *row.place(TOKEN))


def _item(row: CpaRow) -> Heading:
    """Return the heading of a line in a `.clust` file, without its sentence, which is in another file."""
    cluster = row.text(CLUSTER)
    detail = f"cluster {cluster}" if cluster else "no cluster"
    return Heading(row.text(ID) or "no id", detail, row.start, row.end, *row.place(ID))


def _bold(text: str) -> str:
    return f"**{markdown_prose(text)}**" if text.strip() else text
