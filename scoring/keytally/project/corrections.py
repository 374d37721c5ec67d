"""Files of the M2 scorer by their names and by how they begin."""

import re
from collections.abc import Sequence

TASK = "m2"

_GOLD = re.compile(r"(?P<name>.+?)(?:\.(?:key|gold))?\.m2", re.I | re.S)
_BARE = re.compile(r"(?:keys?|gold|source_gold)\.m2|source_gold", re.I)
_ANNOTATION = re.compile(r"^A [ \t]*-?\d+[ \t]+-?\d+[ \t]*\|\|\|", re.M)
_OUTPUT = r"(?:response|rsp|system).*"


def is_gold(first_part: str) -> bool:
    """Whether a file begins as a gold file does: a source sentence, and an annotation somewhere."""
    return first_part.startswith("S ") and _ANNOTATION.search(first_part) is not None


def answers_edits(key: str, name: str) -> bool:
    """Whether a file's name says that it is system output for a gold file of the name `key`.

    `NAME.key.m2` and `NAME.m2` go with `NAME.response...`, `NAME.rsp...` and `NAME.system...`; a gold
    file called `key.m2`, `gold.m2` or, as in the scorer's own example, `source_gold`, goes with those without
    a name.
    """
    if name == key:
        return False
    if _BARE.fullmatch(key):
        return re.fullmatch(_OUTPUT, name, re.I | re.S) is not None
    gold = _GOLD.fullmatch(key)
    return (
        gold is not None and re.fullmatch(re.escape(gold["name"]) + r"\." + _OUTPUT, name, re.S) is not None
    )


def responses_to(key: str, names: Sequence[str]) -> list[str]:
    """The names of the outputs that go with a gold file."""
    return [name for name in names if answers_edits(key, name)]
