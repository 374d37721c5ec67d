"""Where sentences end: blank lines stand between them."""

import re
from collections.abc import Sequence

from keytally.evaluations.conll.formats.unit import DocumentUnit

_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r|\n)")


def is_one_sentence(unit: DocumentUnit, rows: Sequence[int]) -> bool:
    """Whether no blank line stands between rows."""
    lines = unit.read().rows
    return not _BLANK_LINE.search(unit.text, lines[rows[0]].start, lines[rows[-1]].last.end)
