"""The three kinds of files: their tasks, extensions and columns."""

import re
from typing import NamedTuple

ID, TOKEN, TAG, TYPE = range(4)
"""The columns of a `.parse` file; those of a `.clust` file are ID and CLUSTER."""

CLUSTER = 1

UNCLUSTERED = frozenset({"x", "u"})
"""The values in a key for a line that belongs to no cluster."""

INTEGER = re.compile(r"[+-]?[0-9]+")
"""The form of a cluster's number."""

TAGS = ("subj", "obj", "iobj", "advprep", "acomp", "scomp")
"""The syntactic tags (the categories of the Syntax layer)."""

VERB_TAG = "v"
"""The third column of the verb's own row, which is not scored."""

SLOTS = (
    "subject",
    "object",
    "indirect_object",
    "noun_adjective_complement",
    "verb_complement",
    "preposition_1",
    "adverbial_complement_1",
    "preposition_2",
    "adverbial_complement_2",
)
"""The slots of a pattern, in the order of the columns of a `.pat` file."""

SUBJECT = SLOTS.index("subject")
"""The column of a `.pat` file that names the subject of a pattern."""

WORD_SLOTS = frozenset({"verb_complement", "preposition_1", "preposition_2"})
"""The slots that hold words instead of semantic types."""


MOST_ALIGNED = 150
"""If a side has more patterns than this that the other lacks, those are paired in file order."""


class Format(NamedTuple):
    """One kind of file: its task, the task's number, its extension, and its columns from left to right."""

    task: str
    number: int
    extension: str
    columns: tuple[str, ...]

    @property
    def folder(self) -> str:
        """The folder of a key's files of this kind."""
        return f"task{self.number}"


PARSE = Format("cpa-parsing", 1, ".parse", ("token id", "token", "syntactic tag", "semantic type"))
CLUST = Format("cpa-clustering", 2, ".clust", ("id", "cluster"))
PAT = Format("cpa-slots", 3, ".pat", SLOTS)

FORMATS = {each.task: each for each in (PARSE, CLUST, PAT)}


def format_of_file(name: str) -> Format | None:
    """The kind of a file, from its extension; None for any other."""
    return next((each for each in FORMATS.values() if name.lower().endswith(each.extension)), None)


def verb_of(name: str) -> str:
    """The verb of a file: its name without extension, and without `.key` and `.response…`."""
    found = format_of_file(name)
    stem = name[: -len(found.extension)] if found else name
    head, dot, part = stem.rpartition(".")
    is_role = part.lower() == "key" or part.lower().startswith(("response", "rsp"))
    return head if dot and head and is_role else stem
