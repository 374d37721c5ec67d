"""The options of the task `spans`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from keytally.families.contract import Settings
from keytally.families.family import (
    Kind,
    Option,
    by_name,
    given_options,
    last_values,
    plain_value_problem,
    signature_defaults,
)
from keytally.tallies.status import signature

TASK = "spans"


class Alignment(StrEnum):
    """The methods of aligning documents of key and response."""

    NAME = "name"
    ORDER = "order"


OPTIONS = by_name(
    Option(
        "documents",
        Kind.CHOICE,
        ("name",),
        "Whether documents of key and response are aligned by name, or by their order in the files. "
        "Documents without names are always aligned by order.",
        ("name", "order"),
        "keytally",
    ),
    Option(
        "attributes",
        Kind.FLAG,
        ("no",),
        "Whether a span must also have the key's attributes to be correct in the schemas `strict` and "
        "`type`.",
        source="keytally",
    ),
    Option(
        "compatible",
        Kind.CHOICE,
        ("no",),
        "The program whose scores are printed (in JSON, as `program`): annotations-evaluate 0.1.0.",
        ("no", "annotations-evaluate"),
        "annotations-evaluate",
    ),
    Option(
        "mode",
        Kind.CHOICE,
        ("nested",),
        "The mode of annotations-evaluate: with nesting (`nested`), or the scenarios of SemEval-2013 "
        "(`flat`).",
        ("nested", "flat"),
        "annotations-evaluate",
    ),
)


@dataclass(frozen=True, slots=True)
class SpansOptions:
    """The settings of a pair."""

    alignment: Alignment = Alignment.NAME
    with_attributes: bool = False
    as_program: bool = False
    is_flat: bool = False
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def spans_options(settings: Settings) -> SpansOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(TASK, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    return SpansOptions(
        Alignment(values["documents"]),
        values["attributes"] == "yes",
        values["compatible"] != "no",
        values["mode"] == "flat",
        given,
    )


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS; None if there is none."""
    return plain_value_problem(name, values, OPTIONS)
