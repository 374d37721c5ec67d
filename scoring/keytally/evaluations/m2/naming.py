"""Recognises files of the M2 scorer by their names and first lines."""

import re
from collections.abc import Sequence

from keytally.text.sorted_names import beginning_with

TASK = "m2"

_GOLD = re.compile(r"(?P<name>.+?)(?:\.(?:key|gold))?\.m2", re.I | re.S)
_BARE = re.compile(r"(?:keys?|gold|source_gold)\.m2|source_gold", re.I)
_ANNOTATION = re.compile(r"^A [ \t]*-?\d+[ \t]+-?\d+[ \t]*\|\|\|", re.M)
_SOURCE = re.compile(r"^S(?: |$)", re.M)
_OUTPUT_WORDS = ("response", "rsp", "system")
_OUTPUT = re.compile("|".join(_OUTPUT_WORDS), re.I)


def task_of(first_part: str) -> str | None:
    """The task of a file that begins like a gold file: a source sentence, and an annotation somewhere."""
    text = first_part.replace("\r", "\n")
    is_gold = text.startswith("S ") and _ANNOTATION.search(text) is not None
    return TASK if is_gold else None


def marked_as_key(task: str, text: str) -> bool | None:
    """True for a text of sentences with annotations, False for one without a source sentence."""
    text = text.replace("\r", "\n")
    if _ANNOTATION.search(text) is not None and _SOURCE.search(text) is not None:
        return True
    return None if _SOURCE.search(text) else False


def responses_to(key: str, names: Sequence[str]) -> list[str] | None:
    """The names of a gold file's outputs among the sorted names of its folder; None for another file.

    `NAME.key.m2` and `NAME.m2` belong with `NAME.response...`, `NAME.rsp...` and `NAME.system...`; a gold
    file named `key.m2`, `gold.m2` or, as in the scorer's own example, `source_gold`, belongs with outputs
    without a NAME.
    """
    if _BARE.fullmatch(key):
        return [name for name in names if name != key and _OUTPUT.match(name)]
    if gold := _GOLD.fullmatch(key):
        start = f"{gold['name']}."
        starts = tuple(start + word for word in _OUTPUT_WORDS)
        return [name for name in beginning_with(start, names) if name != key and name.startswith(starts)]
    return None
