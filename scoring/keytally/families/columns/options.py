"""Options of the task `entities`, read from settings."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from keytally.families.columns.model import LABELS, TASK, TOGETHER, TOKEN, LabelForm, Scheme
from keytally.families.columns.reading import LAST
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

_TOKEN = re.compile(rf"{TOKEN}[1-9]\d{{0,3}}", re.ASCII)


class Mode(StrEnum):
    """The definition of entities, pairs and output to use: SemEval-2013's, or a program's."""

    DOCUMENT = "document"
    CONLLEVAL = "conlleval"
    SEQEVAL = "seqeval"
    SEQEVAL_STRICT = "seqeval-strict"
    NERVALUATE = "nervaluate"


OPTIONS = by_name(
    compatible_option(
        "How labels are read, entities are paired and results are printed: by the definition in the guide "
        "(`document`), or exactly as in the program that the value names.",
        [mode.value for mode in Mode],
    ),
    Option(
        "scheme",
        Kind.CHOICE,
        ("auto",),
        "The labelling scheme; by default it is inferred from the key.",
        ("auto", *(scheme.value for scheme in Scheme)),
        "keytally",
    ),
    Option(
        "labels",
        Kind.CHOICE,
        ("auto",),
        "The form of the labels: B-PER, PER-B, B, or PER; by default it is inferred from the key.",
        ("auto", *(form.value for form in LabelForm)),
        "keytally",
    ),
    Option(
        "column",
        Kind.TEXT,
        ("last",),
        "The column of the response's labels, counted from 1; the token is in column 1.",
        source="keytally",
    ),
    Option(
        "layout",
        Kind.CHOICE,
        ("auto",),
        "Whether key and response are two files, or two columns of one file, with the key's labels in the "
        "column before the response's. By default it is inferred from the file.",
        ("auto", "apart", TOGETHER),
        "keytally",
    ),
)


class ColumnsOptions(NamedTuple):
    """The settings of a pair; if `scheme` is None, it is detected; columns are numbered as in a unit.

    `token_column` is the column of the tokens, counted from 0.
    """

    mode: Mode = Mode.DOCUMENT
    scheme: Scheme | None = None
    key_column: int = LAST
    response_column: int = LAST
    token_column: int = 0
    form: LabelForm | None = None
    given: Mapping[str, tuple[str, ...]] = MappingProxyType({})

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        return signature(TASK, self.given, signature_defaults(OPTIONS.values()))


def columns_options(settings: Settings) -> ColumnsOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    told = _parse_configuration(settings.source)
    given = given_options(TASK, settings._replace(source=None), OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    column = LAST if values["column"] == "last" else int(values["column"]) - 1
    is_together = values["layout"] == TOGETHER or (told.is_together and values["layout"] == "auto")
    key_column = column - 1 if is_together else column
    scheme = told.scheme if values["scheme"] == "auto" else Scheme(values["scheme"])
    form = told.form if values["labels"] == "auto" else LabelForm(values["labels"])
    mode = Mode(values["compatible"])
    return ColumnsOptions(mode, scheme, key_column, column, told.token_column, form, given)


class _InferredSettings(NamedTuple):
    """Settings detected from files: the scheme, whether one file contains both sides, the token column,
    and the label form.
    """

    scheme: Scheme | None = None
    is_together: bool = False
    token_column: int = 0
    form: LabelForm | None = None


def _parse_configuration(name: Path | str | None) -> _InferredSettings:
    """Parse the detected settings from a configuration name such as `IOB2 together token=2`."""
    if name is None:
        return _InferredSettings()
    words = str(name).split(" ")
    scheme = next((Scheme[word] for word in words if word in Scheme.__members__), None)
    form = next((form for form in LabelForm if f"{LABELS}{form.value}" in words), None)
    column = next((word for word in words if _TOKEN.fullmatch(word)), "")
    wanted = [*([scheme.value] if scheme else []), *([TOGETHER] if TOGETHER in words else [])]
    wanted += [f"{LABELS}{form.value}" if form else "", column]
    if isinstance(name, Path) or words != [word for word in wanted if word]:
        raise SettingsError([f"{name}: only the MUC tasks have configuration files; omit the configuration"])
    return _InferredSettings(
        scheme, TOGETHER in words, int(column.removeprefix(TOKEN)) - 1 if column else 0, form
    )


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS; None if there is none."""
    if problem := plain_value_problem(name, values, OPTIONS):
        return problem
    if name == "column" and not _is_column(values[0]):
        return f"column={values[0]}: it must be `last`, or a number of at least 2"
    return None


def _is_column(value: str) -> bool:
    return value == "last" or (value.isascii() and value.isdecimal() and len(value) < 4 and int(value) > 1)
