"""Options of the task `conll-coreference`, read from settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from keytally.families.conll.model import TASK, Match
from keytally.families.contract import Settings, SettingsError
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


class Mode(StrEnum):
    """The definition of ratios and output: keytally's own, or that of scorer.pl."""

    DOCUMENT = "document"
    V8_01 = "v8.01"


OPTIONS = by_name(
    compatible_option(
        "How ratios are computed and printed: by the definitions of the measures (`document`), or as in "
        "release 8.01 of the CoNLL reference scorer (`v8.01`).",
        [mode.value for mode in Mode],
    ),
    Option(
        "singletons",
        Kind.CHOICE,
        ("auto",),
        "Whether chains of one mention are scored; by default they are scored in CoNLL-2012, but not in "
        "CorefUD.",
        ("auto", "keep", "drop"),
        "keytally",
    ),
    Option(
        "match",
        Kind.CHOICE,
        ("auto",),
        "The mentions that are aligned: those with the same words (`exact`), with the same head (`head`), or "
        "with a part of the key's words that contains the head (`partial`). The default is `exact` in "
        "CoNLL-2012, and `head` in CorefUD.",
        ("auto", "exact", "head", "partial"),
        "keytally",
    ),
    Option(
        "repeated",
        Kind.CHOICE,
        ("auto",),
        "Where mentions in several chains that cover the same words count: only in the chain that starts "
        "first (`first`), or in every chain (`every`). The default is `first` in CoNLL-2012, and `every` in "
        "CorefUD.",
        ("auto", "first", "every"),
        "keytally",
    ),
)


@dataclass(frozen=True, slots=True)
class ChainOptions:
    """The settings of a pair; if `singletons`, `match` or `repeats` is None, the format's default applies.

    With `repeats`, mentions with the same words count in every chain.
    """

    mode: Mode = Mode.DOCUMENT
    singletons: bool | None = None
    match: Match | None = None
    repeats: bool | None = None
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def chain_options(settings: Settings) -> ChainOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(TASK, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    singletons = {"auto": None, "keep": True, "drop": False}[values["singletons"]]
    match = None if values["match"] == "auto" else Match(values["match"])
    mode = Mode(values["compatible"])
    repeats = {"auto": None, "first": False, "every": True}[values["repeated"]]
    if mode is Mode.V8_01:
        _refuse_other_rules(singletons, match, repeats=repeats)
        singletons, match, repeats = True, Match.EXACT, False
    return ChainOptions(mode, singletons, match, repeats, given)


_REMOVE = "remove one of the two options"


def _refuse_other_rules(singletons: bool | None, match: Match | None, *, repeats: bool | None) -> None:
    """Raise SettingsError for options that scorer.pl does not have."""
    problems = []
    if repeats:
        problems.append(
            f"repeated=every: compatible=v8.01 has its own rules for repeated mentions; {_REMOVE}"
        )
    if singletons is False:
        problems.append(f"singletons=drop: compatible=v8.01 scores singletons; {_REMOVE}")
    if match not in (None, Match.EXACT):
        problems.append(f"match={match.value}: compatible=v8.01 matches identical tokens; {_REMOVE}")
    if problems:
        raise SettingsError(problems)


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS; None if there is none."""
    return plain_value_problem(name, values, OPTIONS)
