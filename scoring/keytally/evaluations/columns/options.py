"""The options of the task `entities`, and how they are read from settings."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from keytally.evaluations.columns.formats.unit import LAST
from keytally.evaluations.columns.model import TASK, TOGETHER, TOKEN, Scheme
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

_TOKEN = re.compile(rf"{TOKEN}[1-9]\d{{0,3}}", re.ASCII)


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
    """The settings of a pair; `scheme` is None where labels tell it; columns count as in a unit.

    `token_column` is that of the tokens, from 0.
    """

    mode: Mode = Mode.DOCUMENT
    scheme: Scheme | None = None
    key_column: int = LAST
    response_column: int = LAST
    token_column: int = 0
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def columns_options(settings: Settings) -> ColumnsOptions:
    """The options in settings. Raises SettingsError with a line for each problem."""
    told = _told(settings.source)
    given = given_options(TASK, settings._replace(source=None), OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    column = LAST if values["column"] == "last" else int(values["column"]) - 1
    is_together = values["layout"] == TOGETHER or (told.is_together and values["layout"] == "auto")
    key_column = column - 1 if is_together else column
    scheme = told.scheme if values["scheme"] == "auto" else Scheme(values["scheme"])
    return ColumnsOptions(Mode(values["compatible"]), scheme, key_column, column, told.token_column, given)


class _Told(NamedTuple):
    """What files tell of themselves: scheme, whether one file is key and response, the column of tokens."""

    scheme: Scheme | None = None
    is_together: bool = False
    token_column: int = 0


def _told(name: Path | str | None) -> _Told:
    """What files tell, as the name of a configuration, such as `IOB2 together token=2`."""
    if name is None:
        return _Told()
    words = str(name).split(" ")
    scheme = next((Scheme[word] for word in words if word in Scheme.__members__), None)
    column = next((word for word in words if _TOKEN.fullmatch(word)), "")
    wanted = [*([scheme.value] if scheme else []), *([TOGETHER] if TOGETHER in words else []), column]
    if isinstance(name, Path) or words != [word for word in wanted if word]:
        raise SettingsError([f"{name}: a configuration file is for the MUC tasks; leave it out"])
    return _Told(scheme, TOGETHER in words, int(column.removeprefix(TOKEN)) - 1 if column else 0)


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """The problem with the values of one of OPTIONS; None if there is none."""
    if problem := plain_value_problem(name, values, OPTIONS):
        return problem
    if name == "column" and not _is_column(values[0]):
        return f"column={values[0]}: it must be `last`, or a number of at least 2"
    return None


def _is_column(value: str) -> bool:
    return value == "last" or (value.isascii() and value.isdecimal() and len(value) < 4 and int(value) > 1)
