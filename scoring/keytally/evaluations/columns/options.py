"""The options of the task `entities`, and how they are read from settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from keytally.evaluations.columns.formats.unit import LAST
from keytally.evaluations.columns.model import TOGETHER, Scheme
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
from keytally.evaluations.settings import Settings, SettingsError
from keytally.tallies.signature import signature

TASK = "entities"


class Mode(str, Enum):
    """Whose reading, pairs and output count: those of SemEval-2013, or of a program."""

    DOCUMENT = "document"
    CONLLEVAL = "conlleval"
    SEQEVAL = "seqeval"
    SEQEVAL_STRICT = "seqeval-strict"
    NERVALUATE = "nervaluate"


OPTIONS = by_name(
    compatible_option(
        "Whose reading of labels, pairs and output count: the task's, or those of a program.",
        [mode.value for mode in Mode],
    ),
    Option(
        "scheme",
        Kind.CHOICE,
        ("auto",),
        "What labels look like; without it the key's labels tell.",
        ("auto", *(scheme.value for scheme in Scheme)),
        "keytally",
    ),
    Option(
        "column",
        Kind.TEXT,
        ("last",),
        "The column of the response's labels, from 1; the token's column is 1.",
        source="keytally",
    ),
    Option(
        "layout",
        Kind.CHOICE,
        ("auto",),
        "Whether key and response are two files, or two columns of one: then the key's labels stand in the "
        "column before the response's. A file that is both tells it.",
        ("auto", "apart", TOGETHER),
        "keytally",
    ),
)


@dataclass(frozen=True, slots=True)
class ColumnsOptions:
    """The settings of a pair; `scheme` is None where labels tell it; columns count as in a unit."""

    mode: Mode = Mode.DOCUMENT
    scheme: Scheme | None = None
    key_column: int = LAST
    response_column: int = LAST
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def columns_options(settings: Settings) -> ColumnsOptions:
    """The options in settings. Raises SettingsError with a line for each problem."""
    told, is_together = _told(settings.source)
    given = given_options(TASK, settings._replace(source=None), OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    column = LAST if values["column"] == "last" else int(values["column"]) - 1
    is_together = values["layout"] == TOGETHER or (is_together and values["layout"] == "auto")
    key_column = column - 1 if is_together else column
    scheme = told if values["scheme"] == "auto" else Scheme(values["scheme"])
    return ColumnsOptions(Mode(values["compatible"]), scheme, key_column, column, given)


def _told(name: Path | str | None) -> tuple[Scheme | None, bool]:
    """The scheme, and whether one file is key and response, as files tell it: the name of a configuration."""
    if name is None:
        return None, False
    scheme, _, layout = str(name).partition(" ")
    if isinstance(name, Path) or scheme not in Scheme.__members__ or layout not in ("", TOGETHER):
        raise SettingsError([f"{name}: a configuration file is for the MUC tasks; leave it out"])
    return Scheme[scheme], layout == TOGETHER


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """The problem with the values of one of OPTIONS; None if there is none."""
    if problem := plain_value_problem(name, values, OPTIONS):
        return problem
    if name == "column" and not _is_column(values[0]):
        return f"column={values[0]}: it must be `last`, or a number of at least 2"
    return None


def _is_column(value: str) -> bool:
    return value == "last" or (value.isascii() and value.isdecimal() and len(value) < 4 and int(value) > 1)
