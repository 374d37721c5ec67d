"""Files of the M2 scorer by their names and by how they begin."""

import re
from collections.abc import Sequence

from keytally.project.names import beginning_with

TASK = "m2"

_GOLD = re.compile(r"(?P<name>.+?)(?:\.(?:key|gold))?\.m2", re.I | re.S)
_BARE = re.compile(r"(?:keys?|gold|source_gold)\.m2|source_gold", re.I)
_ANNOTATION = re.compile(r"^A [ \t]*-?\d+[ \t]+-?\d+[ \t]*\|\|\|", re.M)
_OUTPUT = r"(?:response|rsp|system).*"


def is_gold(first_part: str) -> bool:
    """Whether a file begins as a gold file does: a source sentence, and an annotation somewhere."""
    return first_part.startswith("S ") and _ANNOTATION.search(first_part) is not None


def responses_to(key: str, names: Sequence[str]) -> list[str]:
    """The names of a gold file's outputs among the sorted names of its folder; none for no gold file.

    `NAME.key.m2` and `NAME.m2` go with `NAME.response...`, `NAME.rsp...` and `NAME.system...`; a gold
    file called `key.m2`, `gold.m2` or, as in the scorer's own example, `source_gold`, goes with those without
    a name.
    """
    if _BARE.fullmatch(key):
        outputs = re.compile(_OUTPUT, re.I | re.S)
    elif gold := _GOLD.fullmatch(key):
        start = f"{gold['name']}."
        names = beginning_with(start, names)
        outputs = re.compile(re.escape(start) + _OUTPUT, re.S)
    else:
        return []
    return [name for name in names if name != key and outputs.fullmatch(name)]
