"""The options of the task `relations`."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

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
from keytally.families.spans.brat import EQUIVALENT
from keytally.families.spans.options import OPTIONS as SPANS_OPTIONS
from keytally.families.spans.options import Alignment
from keytally.tallies.status import signature

TASK = "relations"


class ArgumentMatch(StrEnum):
    """The properties of an argument that must match the key's."""

    STRICT = "strict"
    SPAN = "span"


OPTIONS = by_name(
    SPANS_OPTIONS["documents"],
    Option(
        "arguments",
        Kind.CHOICE,
        (ArgumentMatch.STRICT.value,),
        "The properties of both arguments that must match: span and type (`strict`), or the span (`span`).",
        tuple(ArgumentMatch),
        "keytally",
    ),
    Option(
        "symmetric",
        Kind.LIST,
        (),
        "Types of relations without a direction, separated by commas. brat's equivalences never have a "
        "direction.",
        source="keytally",
    ),
)


class RelationsOptions(NamedTuple):
    """The settings of a pair; `given` contains the specified options, for the signature."""

    alignment: Alignment = Alignment.NAME
    arguments: ArgumentMatch = ArgumentMatch.STRICT
    symmetric: frozenset[str] = frozenset([EQUIVALENT])
    given: Mapping[str, tuple[str, ...]] = {}

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def relations_options(settings: Settings) -> RelationsOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(TASK, settings, OPTIONS, value_problem)
    if "symmetric" in given:
        given["symmetric"] = (",".join(sorted(_types(given["symmetric"]))),)
    values = last_values(given, OPTIONS)
    return RelationsOptions(
        Alignment(values["documents"]),
        ArgumentMatch(values["arguments"]),
        frozenset([EQUIVALENT, *_types(given.get("symmetric", ()))]),
        given,
    )


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS; None if there is none."""
    if name == "symmetric" and values and not _types(values):
        return "symmetric takes types of relations; write them as symmetric=A,B"
    return None if name == "symmetric" else plain_value_problem(name, values, OPTIONS)


def _types(values: Sequence[str]) -> set[str]:
    return {name.strip() for value in values for name in value.split(",")} - {""}
