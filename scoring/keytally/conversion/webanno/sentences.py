"""The sentences of a file: their texts, and the rows of their tokens with places that are checked."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from keytally.conversion.extents import code_units_before
from keytally.conversion.webanno.escapes import plain
from keytally.evaluations.converted import Extent
from keytally.text.lines import LINE_END

TEXT = "#Text="
_ROW = re.compile(r"(\d+-\d+(?:\.\d+)?)\t(\d{1,12})-(\d{1,12})\t([^\t]*)(?:\t(.*))?")


@dataclass(slots=True)
class Row:
    """A token or a part of one: its name, its offsets as stated, its text and its cells.

    `cells` are those of the layers. `extent` is its place in the text, `index` the number of its token.
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
        """Whether it is a whole token."""
        return "." not in self.name


@dataclass(slots=True)
class Sentence:
    """A sentence: its lines of text, and its rows."""

    line: int
    text: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


@dataclass(slots=True)
class Content:
    """What a file has: header lines and lines that are none of the format, numbered, and sentences."""

    header: list[tuple[int, str]] = field(default_factory=list)
    unread: list[tuple[int, str]] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)


def content_of(text: str) -> Content:
    """The lines of a file, sorted."""
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
                current.text.append(plain(line[len(TEXT) :]))
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
    return Row(found[1], (int(found[2]), int(found[3])), plain(found[4]), cells, number)


def placed(sentences: Sequence[Sentence]) -> tuple[str, list[Sentence]]:
    """The text of a file, in which each row gets its place; and the sentences whose offsets do not fit.

    Stated offsets count code points, or code units of UTF-16 as WebAnno writes them. Where they do not lead
    to the text of the rows, the rows are put one behind the other, and where the sentence ends is not known:
    the distance to the next tells nothing of that one.
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
        is_apart = _LEAST_GAP[bool(pieces)] <= gap <= LONGEST_GAP
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
"""The number of characters that may stand between two sentences."""

_LEAST_GAP = {True: 1, False: 0}


def _lead(text: str, rows: Sequence[Row]) -> int:
    """The number of characters before the first token."""
    return max(text.find(rows[0].form), 0)


def _places(text: str, lead: int, rows: Sequence[Row]) -> list[Extent] | None:
    """The places of rows in the text of their sentence; None where it has other text there."""
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
    """Whether each row has its text at its place."""
    return all(map(partial(_is_at, text), rows, places))


def _is_at(text: str, row: Row, place: Extent) -> bool:
    start, end = place
    return 0 <= start == end - len(row.form) and text.startswith(row.form, start)


def misplaced(sentence: Sentence) -> Row | None:
    """The first row whose offsets do not fit, of a sentence where others fit; None where that is not told.

    Where offsets may count code units they tell nothing of a single row.
    """
    text, rows = "\n".join(sentence.text), sentence.rows
    if not text.isascii():
        return None
    first = rows[0].stated[0] - _lead(text, rows)
    odd = [row for row in rows if not _is_at(text, row, (row.stated[0] - first, row.stated[1] - first))]
    return odd[0] if 0 < len(odd) < len(rows) else None


def _is_by_units(sentence: Sentence) -> bool:
    """Whether a row is stated longer than it has characters: offsets count code units."""
    return any(row.stated[1] - row.stated[0] > len(row.form) for row in sentence.rows)


def _in_a_row(rows: Sequence[Row]) -> tuple[str, list[Extent]]:
    """Tokens with a blank between; a part of a token stands where the token does."""
    return " ".join(row.form for row in rows if row.is_token), list(_one_by_one(rows))


def _one_by_one(rows: Sequence[Row]) -> Iterator[Extent]:
    start, token = 0, (0, 0)
    for row in rows:
        if row.is_token:
            token = (start, start + len(row.form))
            start += len(row.form) + 1
        yield token
