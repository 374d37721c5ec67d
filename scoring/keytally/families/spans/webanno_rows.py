"""The header, rows, escapes and links of a WebAnno TSV 3 file."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from keytally.families.interchange import Extent
from keytally.families.spans.extents import code_units_before
from keytally.text.positions import LINE_END

_ESCAPED = re.compile(r"\\(.)", re.S)
_SPECIAL = {"n": "\n", "t": "\t", "r": "\r"}
_IN_TEXT = str.maketrans({"\\": "\\\\", "\t": "\\t", "\r": "\\r"})
_IN_CELL = str.maketrans(
    {**{each: f"\\{each}" for each in "\\[]|_;*"}, "\t": "\\t", "\n": "\\n", "\r": "\\r", ">": "\\>"}
)
_STACKED = re.compile(r"(?:[^|\\]|\\.)+", re.S)
_NUMBERED = re.compile(r"((?:[^\\\[]|\\.|\[(?!\d+\]$))*)\[(\d+)\]", re.S)
NOTHING = "_"
NULL = "*"


class Cell(NamedTuple):
    """A value in a column (None for a feature without a value), and the number of its annotation (0 if it
    has none).
    """

    value: str | None
    number: int


def unescaped(text: str) -> str:
    """Return a text with its escapes resolved."""
    return _ESCAPED.sub(lambda found: _SPECIAL.get(found[1], found[1]), text) if "\\" in text else text


def escaped_line(text: str) -> str:
    """Return an escaped line of a sentence's text."""
    return text.translate(_IN_TEXT)


def escaped(text: str) -> str:
    """Return an escaped token or value."""
    return text.translate(_IN_CELL)


def stacked_values(cell: str) -> list[str]:
    """Return the values of several annotations in one cell, still escaped."""
    return [] if cell == NOTHING else _STACKED.findall(cell)


def cell_of(written: str) -> Cell:
    """Return the cell for a written value, with its escapes resolved."""
    found = _NUMBERED.fullmatch(written)
    value, number = (found[1], int(found[2])) if found and len(found[2]) < 10 else (written, 0)
    return Cell(None if value == NULL else unescaped(value), number)


FORMAT = "#FORMAT=WebAnno TSV 3"
SPAN, CHAIN, RELATION = "#T_SP=", "#T_CH=", "#T_RL="
BASE = "BT_"

_TYPES = ("value", "entity", "label", "type")
"""Features that may contain an entity's type, best first; otherwise the first feature with values is used.
"""

_LINGUISTIC = ("lexmorph", "segmentation", "syntax", "morph")
"""Packages of layers that annotate tokens rather than entities."""


class Layer(NamedTuple):
    """A layer: its kind, name and features, the number of its first column, and its line in the header."""

    kind: str
    name: str
    features: tuple[str, ...]
    column: int
    line: int

    @property
    def type_feature(self) -> int | None:
        """Return the index of the feature whose name marks it as an entity's type; None if there is none."""
        names = [name.lower() for name in self.features]
        return next((names.index(name) for name in _TYPES if name in names), None)

    def is_named(self, name: str) -> bool:
        """Return whether a name is the layer's name or the last part of it, ignoring case."""
        return name.lower() in (self.name.lower(), self.name.lower().rpartition(".")[2])

    @property
    def has_entities(self) -> bool:
        """Return whether this may be an entity layer."""
        return self.kind == SPAN and not any(f".{each}." in self.name for each in _LINGUISTIC)


def layers_of(lines: Sequence[tuple[int, str]]) -> list[Layer]:
    """Return the layers that numbered header lines declare."""
    found: list[Layer] = []
    column = 3
    for number, line in lines:
        kind = next((each for each in (SPAN, CHAIN, RELATION) if line.startswith(each)), None)
        if kind is not None:
            name, *features = line[len(kind) :].split("|")
            found.append(Layer(kind, name, tuple(features), column, number))
            column += max(len(features), 1)
    return found


TEXT = "#Text="
_ROW = re.compile(r"(\d+-\d+(?:\.\d+)?)\t(\d{1,12})-(\d{1,12})\t([^\t]*)(?:\t(.*))?")


@dataclass(slots=True)
class Row:
    """A token or part of a token: its name, its declared offsets, its text and its cells.

    `cells` contains the cells of the layers. `extent` is the row's place in the text, and `index` the number
    of its token.
    """

    name: str
    stated: Extent
    form: str
    cells: Sequence[str]
    line: int
    extent: Extent = (0, 0)
    index: int = 0

    @property
    def is_token(self) -> bool:
        """Return whether the row is a whole token."""
        return "." not in self.name


@dataclass(slots=True)
class Sentence:
    """A sentence: its lines of text, and its rows."""

    line: int
    text: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class Content:
    """The content of a file: numbered header lines and unreadable lines, and sentences."""

    header: list[tuple[int, str]] = field(default_factory=list)
    unread: list[tuple[int, str]] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)


def content_of(text: str) -> Content:
    """Return the lines of a file by kind."""
    content, current = Content(), None
    for number, line in enumerate(LINE_END.split(text), 1):
        row = _row(line, number)
        if not line.strip():
            current = None
        elif line.startswith(TEXT) or row is not None:
            if current is None or (row is None and current.rows):
                current = Sentence(number)
                content.sentences.append(current)
            if row is None:
                current.text.append(unescaped(line[len(TEXT) :]))
            else:
                current.rows.append(row)
        elif line.startswith(("#T_", "#FORMAT")):
            content.header.append((number, line))
        else:
            content.unread.append((number, line))
    return content


def _row(line: str, number: int) -> Row | None:
    found = _ROW.fullmatch(line)
    if found is None:
        return None
    cells = (found[5] or "").removesuffix("\t").split("\t") if found[5] else []
    return Row(found[1], (int(found[2]), int(found[3])), unescaped(found[4]), cells, number)


def place_rows(sentences: Sequence[Sentence]) -> tuple[str, list[Sentence]]:
    """Set the place of each row, and return the text of the file and the sentences with wrong offsets.

    Declared offsets count code points, or UTF-16 code units as written by WebAnno. If the offsets do not
    match the text of the rows, the rows are placed one after the other. The end of the sentence is then
    unknown, so its distance from the next sentence is ignored.
    """
    _number([row for sentence in sentences for row in sentence.rows])
    pieces: list[str] = []
    wrong: list[Sentence] = []
    length = stated_end = 0
    is_known = True
    for sentence in sentences:
        if not sentence.rows:
            continue
        text = "\n".join(sentence.text)
        lead = _lead(text, sentence.rows)
        begins = sentence.rows[0].stated[0] - lead
        gap = begins - stated_end if pieces or begins > 0 else 0
        places = _places(text, lead, sentence.rows)
        is_apart = 0 <= gap <= LONGEST_GAP
        if places is None or (is_known and not is_apart):
            wrong.append(sentence)
        if places is None or not is_apart:
            gap = 1 if pieces else 0
        stated_end = begins + (code_units_before(text)[-1] if _is_by_units(sentence) else len(text))
        is_known = places is not None
        if places is None:
            text, places = _in_a_row(sentence.rows)
        pieces += ["\n" * gap, text]
        length += gap
        for row, (start, end) in zip(sentence.rows, places, strict=True):
            row.extent = (length + start, length + end)
        length += len(text)
    return "".join(pieces), wrong


def _number(rows: Sequence[Row]) -> None:
    """Number the tokens of a file; a part of a token has the token's number."""
    number = -1
    for row in rows:
        number += row.is_token
        row.index = number


LONGEST_GAP = 10_000
"""The maximum number of characters between two sentences; in Chinese and Japanese, sentences follow each
other without a space.
"""


def _lead(text: str, rows: Sequence[Row]) -> int:
    """Return the number of characters before the first token."""
    return max(text.find(rows[0].form), 0)


def _places(text: str, lead: int, rows: Sequence[Row]) -> list[Extent] | None:
    """Return the places of rows in their sentence's text; None if the text there differs."""
    first = rows[0].stated[0] - lead
    stated = [(row.stated[0] - first, row.stated[1] - first) for row in rows]
    if _fits(text, stated, rows):
        return stated
    if text.isascii():
        return None
    by_units = {units: place for place, units in enumerate(code_units_before(text))}
    shift = code_units_before(text)[lead] - lead
    counted = [(by_units.get(start + shift, -1), by_units.get(end + shift, -1)) for start, end in stated]
    return counted if _fits(text, counted, rows) else None


def _fits(text: str, places: Sequence[Extent], rows: Sequence[Row]) -> bool:
    """Return whether each row's text is at its place."""
    return all(map(partial(_is_at, text), rows, places))


def _is_at(text: str, row: Row, place: Extent) -> bool:
    start, end = place
    return 0 <= start == end - len(row.form) and text.startswith(row.form, start)


def misplaced(sentence: Sentence) -> Row | None:
    """Return the first row with wrong offsets in a sentence in which other rows fit; None if it cannot be
    determined.

    If offsets might count code units, single rows cannot be checked.
    """
    text, rows = "\n".join(sentence.text), sentence.rows
    if not text.isascii():
        return None
    first = rows[0].stated[0] - _lead(text, rows)
    odd = [row for row in rows if not _is_at(text, row, (row.stated[0] - first, row.stated[1] - first))]
    return odd[0] if 0 < len(odd) < len(rows) else None


def _is_by_units(sentence: Sentence) -> bool:
    """Return whether a row's offsets are longer than its text, because they count code units."""
    return any(row.stated[1] - row.stated[0] > len(row.form) for row in sentence.rows)


def _in_a_row(rows: Sequence[Row]) -> tuple[str, list[Extent]]:
    """Return the text of tokens separated by spaces, and their extents; part of a token has the token's
    extent.
    """
    return " ".join(row.form for row in rows if row.is_token), list(_one_by_one(rows))


def _one_by_one(rows: Sequence[Row]) -> Iterator[Extent]:
    start, token = 0, (0, 0)
    for row in rows:
        if row.is_token:
            token = (start, start + len(row.form))
            start += len(row.form) + 1
        yield token


_BASE = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d{1,9})_(\d{1,9})\])?")
_CHAIN = re.compile(r"((?:[^\\]|\\.)*?)->(\d{1,9})-(\d{1,9})(?:\[\d{1,9}\])?", re.S)
_OTHER = re.compile(r"bridg|split|part", re.IGNORECASE)
"""Kinds of links that never mean identity."""

_IDENTITY = re.compile(r"coref\w*|ident(ity|ical|ic)?|same\w*|equi\w*|ana(phor\w*)?|cata(phor\w*)?", re.I)
"""Kinds of links that always mean identity."""

_CHAIN_LAYER = re.compile(r"coref|chain|anaph|ident", re.IGNORECASE)
"""Names of relation layers in which other kinds of links also mean identity."""


class Link(NamedTuple):
    """A relation between two annotations, which are identified by row and number; `kind` may be ""."""

    source: tuple[str, int]
    target: tuple[str, int]
    kind: str

    @property
    def title(self) -> str:
        """Return a description of the link, with its kind, for messages."""
        return f"link {self.kind}" if self.kind else "link"

    def is_identity(self, layer: Layer) -> bool:
        """Return whether both annotations are mentions of one entity, judging by the link's kind and
        layer.
        """
        if _OTHER.match(self.kind):
            return False
        return bool(_IDENTITY.fullmatch(self.kind) or _CHAIN_LAYER.search(layer.name))


class Mention(NamedTuple):
    """A mention: its kind, the number of its chain, and its position in the chain.

    `link` is the kind of its link to the next mention; "" if there is none. The number in brackets after the
    kind is the chain number; all tokens of a mention have the same position.
    """

    kind: str
    chain: int
    position: int
    link: str


def links_of(row: Row, cells: Sequence[str]) -> Iterator[Link]:
    """Yield the relations that end at a row; their kinds are in the first cell and their starts in the
    last.
    """
    if not cells:
        return
    kinds = stacked_values(cells[0]) if len(cells) > 1 else []
    for position, written in enumerate(stacked_values(cells[-1])):
        found = _BASE.fullmatch(written)
        if found is None:
            continue
        source, target = (int(number or 0) for number in found.groups()[1:])
        kind = cell_of(kinds[position]).value if position < len(kinds) else None
        yield Link((found[1], source), (row.name, target), kind or "")


def chain_cells(cells: Sequence[str]) -> Iterator[Mention]:
    """Yield the mentions on a row, from the two columns of a chain layer."""
    if len(cells) < 2:
        return
    kinds = [cell_of(stacked_value) for stacked_value in stacked_values(cells[0])]
    for position, written in enumerate(stacked_values(cells[1])):
        if found := _CHAIN.fullmatch(written):
            kind = kinds[position] if position < len(kinds) else None
            place = int(found[2]), int(found[3])
            yield Mention((kind and kind.value) or "", *place, cell_of(found[1]).value or "")
