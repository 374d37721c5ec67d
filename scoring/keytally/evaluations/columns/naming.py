"""Recognises files of columns by their first lines."""

import re
from itertools import islice, pairwise

from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.formats.rows import lines_of
from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.language import ColumnsLanguage
from keytally.evaluations.columns.scoring.schemes import told_scheme

TASK = "entities"
LOOKED_AT = 200
"""The number of rows that are looked at."""

_CHARACTERS = 20_000
_OTHER = re.compile(r"^#begin document|^# global\.Entity", re.M)


def task_of(first_part: str) -> str | None:
    """The task of a file whose first lines all have a token and a label, and as many cells each."""
    text = first_part[:_CHARACTERS]
    if _OTHER.search(text):
        return None
    rows = list(islice(lines_of(text).rows, LOOKED_AT))
    if len(first_part) > _CHARACTERS and rows:
        rows.pop()
    if not rows or len({len(row.cells) for row in rows}) > 1 or len(rows[0].cells) < 2:
        return None
    return TASK if all(is_label(row.cells[-1].text) for row in rows) else None


def scheme_of(task: str, text: str) -> str | None:
    """The scheme that the beginning of a key tells; None where it has no entity."""
    places = [0, *ColumnsLanguage().boundaries(text), len(text)]
    told = told_scheme(SentenceUnit(text[start:end]).labels() for start, end in pairwise(places))
    return None if told is None else told.value
