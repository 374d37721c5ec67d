"""Records as a table, with a column for each field and a row for each list item.

The first column contains the document name. A list of objects has a column with item numbers (`items[]#`),
and its items' fields are columns such as `items[].name`. A list of scalars occupies one row per value. The
rows of a document are adjacent.
"""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.families.interchange import Loss, Place, RecordDocument
from keytally.families.records.json_tree import NotPlainError, Plain, plain_value

ITEM = None
"""The step of a path from a list to its items."""

_ITEM_NAME = "[]"

NUMBER = "#"
"""The suffix of the name of a column with item numbers."""

DOCUMENT_NAMES = ("id", "doc_id", "document", "document_id", "_document")
_LONGEST_CELL = 1 << 27
_PLAIN_STEP = re.compile(r'[^\s.\[\]"#](?:[^.\[\]"#\r\n]*[^\s.\[\]"#])?\Z')
_STEP = re.compile(r'(\[\])|\.?("(?:[^"\\]|\\.)*"|[^.\[\]"]+)')

Path = tuple[str | None, ...]


class Cell(NamedTuple):
    """A value with its path and the numbers of the items along the path."""

    path: Path
    numbers: tuple[int, ...]
    value: Plain


def column_name(path: Path) -> str:
    """Return a path in the form of a column name."""
    written = ""
    for step in path:
        if step is ITEM:
            written += _ITEM_NAME
        else:
            name = step if _PLAIN_STEP.match(step) else json.dumps(step, ensure_ascii=False)
            written += f".{name}" if written else name
    return written


def path_of(column: str) -> Path | None:
    """Return the path that a column name represents; None if the name is not a path."""
    steps, at = list[str | None](), 0
    while at < len(column):
        found = _STEP.match(column, at)
        if found is None:
            return None
        quoted = found[2]
        try:
            steps.append(ITEM if found[1] else json.loads(quoted) if quoted[0] == '"' else quoted)
        except ValueError:
            return None
        at = found.end()
    return tuple(steps) or None


def written_table(documents: Sequence[RecordDocument], separator: str) -> tuple[str, Sequence[Loss]]:
    """Return the table of documents, and the values that it cannot represent."""
    losses = list[Loss]()
    of_documents = list[tuple[str, list[dict[str, str]]]]()
    columns: dict[str, None] = {}
    names = {name for document in documents for name in _names_of(document.record)}
    first = next((name for name in DOCUMENT_NAMES if name not in names), "__document")
    for document in documents:
        if not isinstance(document.record, dict):
            losses.append(Loss(document.place, "the record is not an object and is left out"))
            continue
        rows = _Rows(document, losses)
        of_documents.append((document.name, rows.rows or [{}]))
        columns |= dict.fromkeys(rows.columns)
    ordered = _in_order(columns)
    output = io.StringIO()
    writer = csv.writer(output, delimiter=separator, lineterminator="\n")
    writer.writerow([first, *ordered])
    for name, rows_of_document in of_documents:
        writer.writerows(
            [written_text(name), *(row.get(column, "") for column in ordered)] for row in rows_of_document
        )
    return output.getvalue(), losses


def _names_of(record: Plain) -> Iterable[str]:
    return record if isinstance(record, dict) else ()


def _in_order(columns: Iterable[str]) -> list[str]:
    """Return the columns in order of first appearance, with the columns of a list next to each other."""
    groups: dict[str, list[str]] = {}
    for column in columns:
        groups.setdefault(column.partition(_ITEM_NAME)[0], []).append(column)
    return [column for group in groups.values() for column in group]


class _Rows:
    """The rows of a document, and the columns that they need."""

    def __init__(self, document: RecordDocument, losses: list[Loss]) -> None:
        self.rows: list[dict[str, str]] = []
        self.columns: dict[str, None] = {}
        self._place = document.place
        self._losses = losses
        self._lost: set[str] = set()
        self._object(document.record, (), 0, {})

    def _object(self, value: Mapping[str, Plain], path: Path, row: int, numbers: Mapping[str, str]) -> int:
        """Add the fields of an object starting at a row, and return the row after the object's last row."""
        if not value:
            self._lose(path, "an empty object")
        end = row
        for name, each in value.items():
            end = max(end, self._value(each, (*path, name), row, numbers))
        return max(end, row + 1)

    def _value(self, value: Plain, path: Path, row: int, numbers: Mapping[str, str]) -> int:
        if isinstance(value, dict):
            return self._object(value, path, row, numbers)
        if isinstance(value, list):
            return self._list(value, path, row, numbers)
        if value is None or value == "":
            self._lose(path, "null" if value is None else "an empty text")
            return row
        self._put(row, column_name(path), written_cell(value), numbers)
        return row + 1

    def _list(self, value: list[Plain], path: Path, row: int, numbers: Mapping[str, str]) -> int:
        if not value:
            self._lose(path, "an empty list")
        inner, at = (*path, ITEM), row
        is_numbered = any(isinstance(each, dict | list) or each is None or each == "" for each in value)
        for number, each in enumerate(value, 1):
            if not is_numbered:
                at = self._value(each, inner, at, numbers)
                continue
            below = {**numbers, f"{column_name(inner)}{NUMBER}": str(number)}
            end = self._value(each, inner, at, below)
            for line in range(at, max(end, at + 1)):
                self._number(line, below)
            at = max(end, at + 1)
        return at

    def _number(self, row: int, numbers: Mapping[str, str]) -> None:
        for column, number in numbers.items():
            self._put(row, column, number, {})

    def _put(self, row: int, column: str, text: str, numbers: Mapping[str, str]) -> None:
        while len(self.rows) <= row:
            self.rows.append({})
        self._number(row, numbers)
        self.columns.setdefault(column)
        self.rows[row][column] = text

    def _lose(self, path: Path, what: str) -> None:
        column = column_name(path) or "the record"
        if column not in self._lost:
            self._lost.add(column)
            self._losses.append(Loss(self._place, f"{what} in {column} is left out"))


def written_cell(value: Plain) -> str:
    """Return a scalar as a cell; a text is quoted if it could be read as another value."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    is_number = not isinstance(read_cell(value), str)
    return json.dumps(value, ensure_ascii=False) if is_number else written_text(value)


def written_text(text: str) -> str:
    """Return a text as a cell; it is quoted if it has whitespace at its ends or contains a carriage
    return.
    """
    is_safe = text == text.strip() and text[:1] != '"' and "\r" not in text
    return text if is_safe else json.dumps(text, ensure_ascii=False)


def read_cell(cell: str) -> Plain:
    """Return the value in a cell: a number or another JSON scalar, otherwise the text."""
    text = cell.strip()
    if not text:
        return None
    try:
        value, end = plain_value(text)
    except NotPlainError:
        return text
    return text if end < len(text) or isinstance(value, dict | list) else value


def _text_in(cell: str) -> str:
    """Return the content of a cell as text, even if it looks like another value."""
    value = read_cell(cell)
    return value if isinstance(value, str) else cell.strip()


class ReadTable(NamedTuple):
    """The documents of a table, and the cells that cannot be read."""

    documents: Sequence[RecordDocument]
    losses: Sequence[Loss]


def read_table(text: str, shown: str, separator: str) -> ReadTable:
    """Return the documents of a table; the first column contains their names.

    If a list has no column of item numbers, each row with a value of the list is an item.
    """
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator)
    losses = list[Loss]()
    documents: dict[str, _Building] = {}
    columns: list[tuple[int, str, Path]] | None = None
    name = ""
    try:
        for row in reader:
            place = Place(shown, reader.line_num)
            if columns is None:
                columns = list(_columns(row, place, losses))
                numbered = {column for _, column, _ in columns if column.endswith(NUMBER)}
                continue
            if not any(cell.strip() for cell in row):
                continue
            name = _text_in(row[0]) or name
            building = documents.setdefault(name, _Building(place, numbered))
            building.add({column: (path, row[at]) for at, column, path in columns if at < len(row)})
    except csv.Error as error:
        losses.append(Loss(Place(shown, reader.line_num), f"the table cannot be read from here on: {error}"))
    found = [RecordDocument(name, each.record, each.place) for name, each in documents.items()]
    return ReadTable(found, losses)


def _columns(row: Sequence[str], place: Place, losses: list[Loss]) -> Iterator[tuple[int, str, Path]]:
    """Yield the number, the name and the path of each column after the first."""
    seen = set[str]()
    for at, cell in enumerate(row):
        column = cell.strip()
        if at == 0 or not column:
            continue
        path = path_of(column.removesuffix(NUMBER))
        if path is None or column in seen:
            what = "is repeated" if column in seen else "is not the path of a field"
            losses.append(Loss(place, f"the column {column} {what} and is left out"))
            continue
        seen.add(column)
        yield at, column, path


class _Building:
    """A record that is being built from rows."""

    def __init__(self, place: Place, numbered: set[str]) -> None:
        self.place = place
        self.record: dict[str, Any] = {}
        self._numbered = numbered
        self._items: dict[tuple[Any, ...], Any] = {}
        self._row = 0

    def add(self, cells: Mapping[str, tuple[Path, str]]) -> None:
        """Add a row."""
        self._row += 1
        numbers = {column: text.strip() for column, (_, text) in cells.items() if column in self._numbered}
        for column, (path, text) in cells.items():
            value = None if column in self._numbered else read_cell(text)
            if column in self._numbered and text.strip():
                self._reach(path, numbers, leaf=None)
            elif value is not None:
                self._reach(path, numbers, leaf=value)

    def _reach(self, path: Path, numbers: Mapping[str, str], leaf: Plain) -> None:
        """Create the objects and lists on a path, and set the value at its end unless the value is None."""
        at: Any = self.record
        where: tuple[Any, ...] = ()
        for depth, step in enumerate(path):
            is_last = depth == len(path) - 1
            made: Any = None if is_last else [] if path[depth + 1] is ITEM else {}
            if step is ITEM:
                column = f"{column_name(path[: depth + 1])}{NUMBER}"
                number = numbers.get(column) or f"row {self._row}"
                where = (*where, ITEM, number if column in self._numbered or not is_last else object())
                at = self._item(at, where, made, leaf if is_last else None)
            else:
                where = (*where, step)
                at = self._member(at, step, made, leaf if is_last else None)
            if at is None:
                return

    def _item(self, at: Any, where: tuple[Any, ...], made: Any, leaf: Plain) -> Any:
        if not isinstance(at, list):
            return None
        if where not in self._items:
            self._items[where] = len(at)
            at.append(made if leaf is None else leaf)
        index = self._items[where]
        if leaf is not None:
            at[index] = leaf
        elif made is not None and not isinstance(at[index], dict | list):
            at[index] = made
        return at[index]

    def _member(self, at: Any, step: str, made: Any, leaf: Plain) -> Any:
        if not isinstance(at, dict):
            return None
        return at.setdefault(step, made if leaf is None else leaf)
