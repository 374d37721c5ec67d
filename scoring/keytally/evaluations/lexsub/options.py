"""The options of lexical substitution, and how they are read from settings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.lexsub.model import LexsubMeasure, ScoringMode
from keytally.evaluations.options import (
    Kind,
    Option,
    by_name,
    compatible_option,
    given_options,
    last_values,
    path_of,
    plain_value_problem,
    signature_defaults,
)
from keytally.evaluations.settings import Settings
from keytally.tallies.signature import signature
from keytally.text.regular import Within

OPTIONS = by_name(
    compatible_option(
        "Whose definition counts: the task's document, or what the score.pl of the trial or the final "
        "release prints.",
        [mode.value for mode in ScoringMode],
    ),
    Option(
        "input",
        Kind.FILE,
        (),
        "The task's XML file with the sentences, which editors show on hover.",
        source="keytally",
    ),
)


class LexsubOptions(NamedTuple):
    """The settings of a pair; `given` holds the options that were given, for the signature.

    `within` tells whether the place of the input file may be read.
    """

    measure: LexsubMeasure
    mode: ScoringMode = ScoringMode.DOCUMENT
    input: Path | None = None
    given: Mapping[str, tuple[str, ...]] = {}
    within: Within | None = None

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return signature(self.measure.value, self.given, signature_defaults(OPTIONS.values()))


def lexsub_options(settings: Settings, measure: LexsubMeasure) -> LexsubOptions:
    """The options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(measure.value, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    mode, file = ScoringMode(values["compatible"]), path_of(values["input"])
    return LexsubOptions(measure, mode, file, given, settings.within)


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """The problem with the values of one of OPTIONS; None if there is none."""
    return plain_value_problem(name, values, OPTIONS)
