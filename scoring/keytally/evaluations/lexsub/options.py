"""The options of lexical substitution, and what settings make of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from keytally.evaluations.lexsub.measures import Measure, Mode
from keytally.evaluations.options import Kind, Option
from keytally.evaluations.settings import Settings, SettingsError

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
    if settings.source is not None or settings.text is not None:
        raise SettingsError(
            [f"{measure.value} takes no MUC configuration; give its options as -O name=value"]
        )
    given = {name.lower(): values for name, values in settings.options}
    problems = [problem for name, values in given.items() if (problem := _problem(name, values, measure))]
    if problems:
        raise SettingsError(problems)
    mode = Mode(given["compatible"][0].lower()) if "compatible" in given else Mode.DOCUMENT
    source = given.get("input", ())
    return Choices(measure, mode, Path(source[0]) if source else None, given)


def _problem(name: str, values: Sequence[str], measure: Measure) -> str | None:
    """What is wrong with one option; None for one that can be used."""
    option = OPTIONS.get(name)
    if option is None:
        return f"{measure.value} has no option {name!r}; it takes {', '.join(OPTIONS)}"
    if len(values) != 1 or not values[0].strip():
        return f"{name} takes one value; write it as {name}=VALUE"
    if option.choices and values[0].lower() not in option.choices:
        return f"{name}={values[0]}: it is one of {', '.join(option.choices)}"
    return None
