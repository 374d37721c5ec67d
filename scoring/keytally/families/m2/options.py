"""Options of the M2 scorer, read from settings, and the recognition of its files."""

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from keytally.families.contract import Settings
from keytally.families.family import (
    Kind,
    Option,
    by_name,
    compatible_option,
    given_options,
    last_values,
    plain_value_problem,
    signature_defaults,
)
from keytally.tallies.status import signature
from keytally.text.files import beginning_with

TASK = "m2"
EDIT_TASK = "m2-edits"
LARGEST = 1_000_000
"""The largest beta; a larger value would give the same result as recall alone."""


class M2Mode(StrEnum):
    """The definition of the score: the publication's, or that of a release of the reference program."""

    DOCUMENT = "document"
    RELEASE = "3.2"
    HEAD = "head"


OPTIONS = by_name(
    compatible_option(
        "How edits are scored: by the definition in the guide (`document`), or with the same results as the "
        "reference program, either release 3.2 (`3.2`) or its later development version (`head`).",
        [mode.value for mode in M2Mode],
    ),
    Option("beta", Kind.NUMBER, ("0.5",), "The weight of recall relative to precision in F.", source="m2"),
    Option(
        "max_unchanged_words",
        Kind.NUMBER,
        ("2",),
        "The maximum number of unchanged tokens in an edit.",
        source="m2",
    ),
    Option(
        "ignore_whitespace_casing",
        Kind.FLAG,
        ("no",),
        "Whether edits of a system that change only whitespace or case are ignored.",
        ("yes", "no"),
        "m2",
    ),
)


class M2Options(NamedTuple):
    """The settings of a pair; `given` contains the specified options, for the signature."""

    mode: M2Mode = M2Mode.DOCUMENT
    beta: float = 0.5
    max_unchanged_words: int = 2
    ignore_whitespace_casing: bool = False
    given: Mapping[str, tuple[str, ...]] = {}

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def m2_options(settings: Settings) -> M2Options:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(TASK, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    return M2Options(
        M2Mode(values["compatible"]),
        float(values["beta"]),
        int(values["max_unchanged_words"]),
        values["ignore_whitespace_casing"] == "yes",
        given,
    )


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS; None if there is none."""
    if problem := plain_value_problem(name, values, OPTIONS):
        return problem
    if name in _NUMBERS and not _NUMBERS[name](values[0]):
        return f"{name}={values[0]}: {_WANTED[name]}"
    return None


def beta_problem(value: str) -> str | None:
    """Return the problem with a value of `beta`; None if there is none."""
    return None if _is_beta(value) else f"beta={value}: {_WANTED['beta']}"


def _is_beta(value: str) -> bool:
    try:
        return 0 <= float(value) <= LARGEST
    except ValueError:
        return False


_NUMBERS: dict[str, Callable[[str], bool]] = {
    "beta": _is_beta,
    "max_unchanged_words": lambda value: value.strip().isdecimal() and len(value.strip()) < 7,
}

_WANTED = {
    "beta": "it must be a non-negative number, such as 0.5",
    "max_unchanged_words": "it must be a non-negative integer, such as 2",
}


_GOLD = re.compile(r"(?P<name>.+?)(?:\.(?:key|gold))?\.m2", re.I | re.S)
_BARE = re.compile(r"(?:keys?|gold|source_gold)\.m2|source_gold", re.I)
_ANNOTATION = re.compile(r"^A [ \t]*-?\d+[ \t]+-?\d+[ \t]*\|\|\|", re.M)
_MARKED = re.compile(r"[SAI](?: |$)|T[0-9]+-A[0-9]+(?:[ \t]|$)")
_SOURCE = re.compile(r"^S(?: |$)", re.M)
_OUTPUT_WORDS = ("response", "rsp", "system")
_OUTPUT = re.compile("|".join(_OUTPUT_WORDS), re.I)


def task_of(first_part: str) -> str | None:
    """Return the task of a file that begins like a gold file, with a source sentence and an annotation;
    None for any other file.
    """
    text = first_part.replace("\r", "\n").lstrip()
    is_gold = text.startswith("S ") and _ANNOTATION.search(text) is not None
    return TASK if is_gold else None


def task_with(task: str, first_part: str) -> str:
    """Return the task of a key based on the beginning of a response: plain text, or M2 with edits."""
    return EDIT_TASK if task == TASK and is_m2(first_part) else task


def is_m2(first_part: str) -> bool:
    """Return whether the beginning of a file is M2: its lines are sentences (`S`) and annotations.

    Plain text may begin with a token `S`, but not all its other lines begin as in M2.
    """
    text = first_part.replace("\r", "\n").lstrip()
    if not text.startswith("S "):
        return False
    lines = [line for line in text.split("\n")[:-1] if line.strip()] or [text]
    return _ANNOTATION.search(text) is not None or all(_MARKED.match(line) for line in lines)


def marked_as_key(task: str, text: str) -> bool | None:
    """Return True for sentences with annotations, False for a text without a source sentence.

    The result is None if nothing distinguishes a key from a response.
    """
    if task == EDIT_TASK:
        return None
    text = text.replace("\r", "\n")
    if _ANNOTATION.search(text) is not None and _SOURCE.search(text) is not None:
        return True
    return None if _SOURCE.search(text) else False


def responses_to(key: str, names: Sequence[str]) -> list[str] | None:
    """Return the names of a gold file's outputs from the sorted names in its directory; None for other files.

    `NAME.key.m2` and `NAME.m2` are paired with `NAME.response...`, `NAME.rsp...` and `NAME.system...`. A gold
    file named `key.m2`, `gold.m2` or, as in the scorer's own example, `source_gold`, is paired with outputs
    without a NAME.
    """
    if _BARE.fullmatch(key):
        return [name for name in names if name != key and _OUTPUT.match(name)]
    if gold := _GOLD.fullmatch(key):
        start = f"{gold['name']}."
        starts = tuple(start + word for word in _OUTPUT_WORDS)
        return [name for name in beginning_with(start, names) if name != key and name.startswith(starts)]
    return None
