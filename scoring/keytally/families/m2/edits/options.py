"""The options of the task `m2-edits`, which compares the edits of two M2 files."""

from collections.abc import Mapping, Sequence
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
from keytally.families.m2.options import EDIT_TASK, beta_problem
from keytally.families.m2.options import OPTIONS as M2_OPTIONS
from keytally.tallies.status import signature


class EditsMode(StrEnum):
    """The definition of the scores: keytally's, or that of errant_compare 3.0.2."""

    DOCUMENT = "document"
    ERRANT = "errant"


class EditLevel(StrEnum):
    """The properties that must match for an edit to be correct, named as in errant_compare."""

    CORRECTION = "cs"
    TYPED_CORRECTION = "cse"
    SPANS = "ds"
    TOKENS = "dt"

    @property
    def is_detection(self) -> bool:
        """Return whether corrections are ignored."""
        return self in (EditLevel.SPANS, EditLevel.TOKENS)


class EditSize(StrEnum):
    """The edits that are scored, by their length."""

    ALL = "all"
    SINGLE = "single"
    MULTI = "multi"

    def includes(self, replaced: int, inserted: int) -> bool:
        """Return whether an edit with these numbers of replaced and inserted tokens is scored."""
        return self is EditSize.ALL or (self is EditSize.MULTI) == (replaced >= 2 or inserted >= 2)


OPTIONS = by_name(
    compatible_option(
        "How edits are scored and printed: by keytally's definition (`document`), or with the same results "
        "as errant_compare of ERRANT 3.0.2 (`errant`).",
        [mode.value for mode in EditsMode],
    ),
    M2_OPTIONS["beta"],
    Option(
        "level",
        Kind.CHOICE,
        (EditLevel.CORRECTION.value,),
        "What must match: span and correction (`cs`), span, correction and error type (`cse`), the span "
        "(`ds`), or each token (`dt`).",
        tuple(EditLevel),
        "keytally",
    ),
    Option(
        "categories",
        Kind.CHOICE,
        ("none",),
        "The table of scores by error type: no table (`none`), or a table by operation (`1`, such as R), by "
        "category (`2`, such as NOUN:NUM) or by full type (`3`, such as R:NOUN:NUM). With `-v` the default "
        "is `3`.",
        ("none", "1", "2", "3"),
        "keytally",
    ),
    Option(
        "edits",
        Kind.CHOICE,
        (EditSize.ALL.value,),
        "Which edits are scored: all edits (`all`), only edits that replace at most one token and insert at "
        "most one (`single`), or only all other edits (`multi`).",
        tuple(EditSize),
        "keytally",
    ),
    Option(
        "without",
        Kind.LIST,
        (),
        "Error types whose edits are not scored, separated by commas, such as `R:SPELL,R:ORTH`.",
        source="keytally",
    ),
)


class EditsOptions(NamedTuple):
    """The settings of a pair; `given` contains the specified options, for the signature."""

    mode: EditsMode = EditsMode.DOCUMENT
    beta: float = 0.5
    level: EditLevel = EditLevel.CORRECTION
    categories: int = 0
    size: EditSize = EditSize.ALL
    without: frozenset[str] = frozenset()
    given: Mapping[str, tuple[str, ...]] = {}

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return signature(EDIT_TASK, self.given, signature_defaults(OPTIONS.values()))

    def is_scored(self, kind: str, replaced: int, inserted: int) -> bool:
        """Return whether an edit with this error type and length is scored.

        Edits of type UNK have no reliable correction, so they are scored only at the detection levels.
        """
        if kind in self.without or (kind == "UNK" and not self.level.is_detection):
            return False
        return self.size.includes(replaced, inserted)


def edits_options(settings: Settings) -> EditsOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(EDIT_TASK, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    return EditsOptions(
        EditsMode(values["compatible"]),
        float(values["beta"]),
        EditLevel(values["level"]),
        int(values["categories"]) if values["categories"].isdecimal() else 0,
        EditSize(values["edits"]),
        frozenset(_types(given.get("without", ()))),
        given,
    )


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS; None if there is none."""
    if name == "without":
        problem = f"{name} takes error types; write it as {name}=TYPE,TYPE"
        return None if _types(values) else problem
    return plain_value_problem(name, values, OPTIONS) or (beta_problem(values[0]) if name == "beta" else None)


def _types(values: Sequence[str]) -> list[str]:
    return [kind.strip() for value in values for kind in value.split(",") if kind.strip()]
