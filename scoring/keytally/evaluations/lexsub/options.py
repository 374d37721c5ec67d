"""The options of lexical substitution, and what settings make of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from keytally.evaluations.lexsub.model import Measure, Mode
from keytally.evaluations.options import Kind, Option, given_options, plain_value_problem
from keytally.evaluations.settings import Settings

OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option(
            "compatible",
            Kind.CHOICE,
            (Mode.DOCUMENT.value,),
            "Whose definition counts: the task's document, or what the score.pl of the trial or the final "
            "release prints.",
            tuple(mode.value for mode in Mode),
            "keytally",
        ),
        Option(
            "input",
            Kind.FILE,
            (),
            "The task's XML file with the sentences, which editors show on hover.",
            source="keytally",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Choices:
    """What a pair is scored by; `given` holds the options that were given, for the signature."""

    measure: Measure
    mode: Mode = Mode.DOCUMENT
    input: Path | None = None
    given: Mapping[str, tuple[str, ...]] | None = None


def choices_of(settings: Settings, measure: Measure) -> Choices:
    """The choices that settings make. Raises SettingsError, a line for each thing that is wrong."""
    given = given_options(measure.value, settings, OPTIONS, value_problem)
    mode = Mode(given["compatible"][0].strip().lower()) if "compatible" in given else Mode.DOCUMENT
    source = given.get("input", ())
    return Choices(measure, mode, Path(source[0]) if source else None, given)


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """What is wrong with the values of one of OPTIONS; None for such as can be used."""
    return plain_value_problem(name, values, OPTIONS)
