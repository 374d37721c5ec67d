"""Recognises files of columns by their first lines."""

import re
from collections import Counter
from collections.abc import Sequence

from keytally.evaluations.columns.formats.header import token_column
from keytally.evaluations.columns.formats.labels import is_label, label_of
from keytally.evaluations.columns.formats.rows import Row, lines_of
from keytally.evaluations.columns.formats.unit import LAST
from keytally.evaluations.columns.language import ColumnsLanguage
from keytally.evaluations.columns.model import TASK, TOGETHER, TOKEN, Scheme

LOOKED_AT = 200
"""The number of rows that are looked at."""
SOUND = 0.8
"""The share of these that must have a label: a file of columns may have lines that its rules tell of."""

_CHARACTERS = 20_000
_OTHER = re.compile(r"^#begin document|^# global\.Entity", re.M)


def task_of(first_part: str) -> str | None:
    """The task of a file whose first lines have a token and a label, and as many cells each, few excepted."""
    return TASK if _labelled(first_part) >= SOUND else None


def _labelled(first_part: str) -> float:
    """The share of the first lines that have a label, and as many cells as most; 0 for other formats."""
    if _OTHER.search(first_part[:_CHARACTERS]):
        return 0
    rows = _rows(first_part)[:LOOKED_AT]
    width = Counter(len(row.cells) for row in rows).most_common(1)[0][0] if rows else 0
    sound = sum(len(row.cells) == width and is_label(row.cells[-1].text) for row in rows)
    return sound / len(rows) if width > 1 else 0


def in_one(task: str, text: str) -> str | None:
    """The scheme of the key, and `together`, for a file that is key and response; None where it is not both.

    Its lines have labels in the last two cells, and some type stands in both columns: tags of chunks before
    those of entities are no key.
    """
    rows = [row for row in _rows(text) if len(row.cells) > 2]
    if _labelled(text) < 1 or not rows or not all(is_label(row.cells[-2].text) for row in rows):
        return None
    types = [{label_of(row.cells[column].text).type for row in rows} - {""} for column in (-2, -1)]
    scheme = _told(text, LAST - 1)
    if scheme is None or not types[0] & types[1]:
        return None
    return " ".join([scheme.value, TOGETHER, *_token_told(text)])


def scheme_of(task: str, text: str) -> str | None:
    """The scheme that the beginning of a key tells, and the column of its tokens where a header names it.

    None where it has no entity and no header.
    """
    told = _told(text, LAST)
    return " ".join([*([told.value] if told else []), *_token_told(text)]) or None


def _token_told(text: str) -> list[str]:
    """The column of the tokens, counted from 1, if it is another than the first."""
    column = token_column(text)
    return [f"{TOKEN}{column + 1}"] if column else []


def _told(text: str, column: int) -> Scheme | None:
    return ColumnsLanguage(column=column).of_text(text).scheme


def _rows(first_part: str) -> Sequence[Row]:
    """The rows of a beginning, without a last one that may be cut."""
    rows = lines_of(first_part[:_CHARACTERS], numbered=token_column(first_part) > 0).rows
    return rows[:-1] if len(first_part) > _CHARACTERS else rows
