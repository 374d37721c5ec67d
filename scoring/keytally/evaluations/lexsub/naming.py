"""Recognises files of lexical substitution by their names and first lines.

A gold standard has the same form for best and oot; the colons of the answers decide its task.
"""

import re
from collections.abc import Sequence

BEST, OOT, MW = "lexsub-best", "lexsub-oot", "lexsub-mw"

KEY_NAME = r"\A(?:mw)?gold(?:\.(?:trial|test))?(?:\.txt)?\Z"

_GOLD = re.compile(r"(?P<mw>mw)?gold(?:\.(?:trial|test))?(?:\.txt)?", re.I)
_ANSWERS = re.compile(r"response.*|.+\.out", re.I | re.S)
_MULTIWORD_NAME = re.compile(r"mw", re.I)
_LINE = re.compile(r"^[ \t]*[\w.-]+(?: [\w.-]+)*[ \t]+[\w.]+[ \t]*(:::?)(?!:)(.*)$", re.M)
_COUNTED = re.compile(r".*\S[ \t]+\d+", re.S)


def responses_to(gold: str, names: Sequence[str]) -> list[str] | None:
    """The names of the answers to a gold standard among the names of its folder; None for another file.

    Gold standards are `gold`, `gold.trial`, `mwgold.test`, as in the task's distribution; answers
    `response.best` or `BL.out`, those of multiwords with `mw` in their names.
    """
    match = _GOLD.fullmatch(gold)
    if match is None:
        return None
    answers = (name for name in names if name != gold and _ANSWERS.fullmatch(name))
    return [name for name in answers if bool(match["mw"]) == bool(_MULTIWORD_NAME.search(name))]


def task_of(first_part: str) -> str | None:
    """The task of a gold standard by itself: mw if every word has several parts, else best.

    None for a text that does not begin with an item of the task.
    """
    text = first_part.replace("\r", "\n")
    if _LINE.match(text.lstrip()) is None:
        return None
    pieces = (piece.strip() for line in _LINE.finditer(text) for piece in line[2].split(";"))
    words = [piece.rpartition(" ")[0].strip() for piece in pieces if piece]
    return MW if words and all(" " in word or "-" in word for word in words) else BEST


def task_with(task: str, first_part: str) -> str | None:
    """The task of a pair: that of its gold standard, or oot by the answers' colons; None for other files.

    `first_part` is the beginning of the answers; its first line decides.
    """
    match = _LINE.match(first_part.lstrip())
    if match is None:
        return None
    return OOT if len(match[1]) == 3 and task != MW else task


def marked_as_key(task: str, text: str) -> bool | None:
    """True where every word has a frequency behind it, as in a gold standard; False where none has."""
    items = list(_LINE.finditer(text.replace("\r", "\n")))
    if any(len(item[1]) == 3 for item in items):
        return False
    words = [piece.strip() for item in items for piece in item[2].split(";") if piece.strip()]
    counted = sum(_COUNTED.fullmatch(word) is not None for word in words)
    if not words or 0 < counted < len(words):
        return None
    return counted > 0
