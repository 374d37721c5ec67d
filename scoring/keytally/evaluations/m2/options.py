"""The options of the M2 scorer, and how they are read from settings."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.options import (
    Kind,
    Option,
    by_name,
    compatible_option,
    given_options,
    last_values,
    plain_value_problem,
    signature_defaults,
)
from keytally.evaluations.settings import Settings
from keytally.tallies.signature import signature

TASK = "m2"
LARGEST = 1_000_000
"""The largest beta; a larger one would give the same as recall alone."""


class M2Mode(str, Enum):
    """Whose definition counts: the document's, or that of a release of the reference program."""

    DOCUMENT = "document"
    RELEASE = "3.2"
    HEAD = "head"


OPTIONS = by_name(
    compatible_option(
        "Whose definition counts: the document's, or the numbers of release 3.2 of the reference "
        "program or of its later head.",
        [mode.value for mode in M2Mode],
    ),
    Option("beta", Kind.NUMBER, ("0.5",), "How much recall counts against precision in F.", source="m2"),
    Option(
        "max_unchanged_words",
        Kind.NUMBER,
        ("2",),
        "How many tokens an edit may hold that it leaves as they are.",
        source="m2",
    ),
    Option(
        "ignore_whitespace_casing",
        Kind.FLAG,
        ("no",),
        "Whether a system's edits of blanks and case alone count for nothing.",
        ("yes", "no"),
        "m2",
    ),
)


class M2Options(NamedTuple):
    """The settings of a pair; `given` holds the options that were given, for the signature."""

    mode: M2Mode = M2Mode.DOCUMENT
    beta: float = 0.5
    max_unchanged_words: int = 2
    ignore_whitespace_casing: bool = False
    given: Mapping[str, tuple[str, ...]] = {}

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def m2_options(settings: Settings) -> M2Options:
    """The options in settings. Raises SettingsError with a line for each problem."""
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
    """The problem with the values of one of OPTIONS; None if there is none."""
    if problem := plain_value_problem(name, values, OPTIONS):
        return problem
    if name in _NUMBERS and not _NUMBERS[name](values[0]):
        return f"{name}={values[0]}: {_WANTED[name]}"
    return None


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
    "beta": "it must be a number that is not negative, such as 0.5",
    "max_unchanged_words": "it must be a whole number that is not negative, such as 2",
}
