"""Options of the three tasks, read from settings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.families.contract import Settings, SettingsError
from keytally.families.cpa.reading import Inputs, Ontology, read_ontology
from keytally.families.family import (
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
from keytally.tallies.status import signature
from keytally.text.files import Within, decode, is_there, reason_of, regular_bytes

_ONTOLOGY = "ontology"
"""The name of the option, and of the companion that is used if no file is named."""

OPTIONS = by_name(
    compatible_option(
        "How the measures are computed: by the definition in the guide (`document`), or with the same "
        "results as the official program (`official`).",
        ("document", "official"),
    ),
    Option(
        "hypernym",
        Kind.CHOICE,
        ("ancestor",),
        "Which terms of the ontology are a type's hypernyms: all its ancestors, or only its parents.",
        ("ancestor", "parent"),
        "keytally",
    ),
    Option(
        "ontology",
        Kind.FILE,
        (),
        "A JSON file with the ontology of semantic types, for partial credit and for the rule "
        "`cpa-semantic-type`.",
        source="keytally",
    ),
    Option(
        "input",
        Kind.FILE,
        (),
        "The task's input file, or a directory of input files; editors show the sentences in them.",
        source="keytally",
    ),
)


class CpaOptions(NamedTuple):
    """The options with their values."""

    official: bool = False
    parents_only: bool = False
    ontology: Ontology | None = None
    ontology_text: str = ""
    inputs: Inputs | None = None
    given: Mapping[str, tuple[str, ...]] = {}

    def signature(self, task: str) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        defaults, given = signature_defaults(OPTIONS.values()), dict(self.given)
        if self.ontology is not None:
            defaults["ontology"], given["ontology"] = (), (self.ontology.digest,)
        return signature(task, given, defaults)


def read_options(settings: Settings, task: str) -> CpaOptions:
    """Return the options of a task from settings; if an option is given twice, the last one counts.

    Raises SettingsError.
    """
    if settings.source is not None:
        raise SettingsError(
            [f"{settings.source}: only the MUC tasks have configuration files; omit the configuration"]
        )
    given = given_options(task, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    text, inputs = _ontology_text(settings, values["ontology"]), path_of(values["input"])
    if inputs is not None and not is_there(inputs):
        raise SettingsError([f"{values['input']}: no such input file or directory"])
    return CpaOptions(
        values["compatible"] == "official",
        values["hypernym"] == "parent",
        None if text is None else read_ontology(text, values["ontology"] or _ONTOLOGY),
        text or "",
        Inputs(inputs, settings.within) if inputs is not None else None,
        given,
    )


def without_files(settings: Settings, options: CpaOptions) -> Settings:
    """Return settings that name no files.

    The text of the ontology becomes a companion; input files do not affect scores.
    """
    stated = [option for option in settings.options if option[0].lower() not in (_ONTOLOGY, "input")]
    known = {_ONTOLOGY: options.ontology_text} if options.ontology is not None else {}
    return settings._replace(options=stated, companions={**settings.companions, **known})


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS, or None."""
    return plain_value_problem(name, values, OPTIONS)


def _ontology_text(settings: Settings, value: str) -> str | None:
    """Return the text of the specified ontology; None if there is none. Raises SettingsError."""
    path = path_of(value)
    return settings.companions.get(_ONTOLOGY) if path is None else _text(path, settings.within)


def _text(path: Path, within: Within | None) -> str:
    try:
        data = regular_bytes(path, within=within)
    except (OSError, ValueError) as error:
        raise SettingsError([f"{path}: cannot read the ontology: {reason_of(error)}"]) from error
    return decode(data).text


def problem_in_ontology(path: Path, within: Within | None = None) -> str | None:
    """Return a one-line reason why an ontology cannot be used; None if it can be used."""
    try:
        read_ontology(_text(path, within), str(path))
    except SettingsError as error:
        return error.problems[0].removeprefix(f"{path}: ")
    return None
