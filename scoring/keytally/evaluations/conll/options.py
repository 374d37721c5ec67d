"""The options of the task `conll-coreference`, and how they are read from settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from keytally.evaluations.conll.model import Match
from keytally.evaluations.conll.tasks import TASK
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


class Mode(str, Enum):
    """Whose ratios and output count: those of the definitions, or those of scorer.pl."""

    DOCUMENT = "document"
    V8_01 = "v8.01"


OPTIONS = by_name(
    compatible_option(
        "Whose ratios and output count: those of the measures' definitions, or those of the CoNLL reference "
        "scorer, release 8.01.",
        [mode.value for mode in Mode],
    ),
    Option(
        "singletons",
        Kind.CHOICE,
        ("auto",),
        "Whether chains of one mention are scored; without it they are in CoNLL-2012 and not in CorefUD.",
        ("auto", "keep", "drop"),
        "keytally",
    ),
    Option(
        "match",
        Kind.CHOICE,
        ("auto",),
        "What makes mentions partners: the same words, the same head, or a part of the key's words with the "
        "head; without it the words in CoNLL-2012, and the head in CorefUD.",
        ("auto", "exact", "head", "partial"),
        "keytally",
    ),
)


@dataclass(frozen=True, slots=True)
class ChainOptions:
    """The settings of a pair; `singletons` and `match` are None where the format decides."""

    mode: Mode = Mode.DOCUMENT
    singletons: bool | None = None
    match: Match | None = None
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def chain_options(settings: Settings) -> ChainOptions:
    """The options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(TASK, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    singletons = {"auto": None, "keep": True, "drop": False}[values["singletons"]]
    match = None if values["match"] == "auto" else Match(values["match"])
    return ChainOptions(Mode(values["compatible"]), singletons, match, given)


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """The problem with the values of one of OPTIONS; None if there is none."""
    return plain_value_problem(name, values, OPTIONS)
