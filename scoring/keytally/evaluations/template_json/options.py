"""The options of the tasks, and how they are read from settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

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
from keytally.evaluations.settings import Settings, SettingsError
from keytally.evaluations.template_json.formats.schema import Schema, read_schema
from keytally.evaluations.template_json.tasks import ROLE_FILLING, TEMPLATE_FILLING
from keytally.tallies.signature import signature
from keytally.text.decoding import decode
from keytally.text.regular import Within, reason_of, regular_bytes

PROGRAMS = {TEMPLATE_FILLING: "gtt", ROLE_FILLING: "grit"}
DOCUMENT = "document"
_SCHEMA = "schema"


def options_of(task: str) -> Mapping[str, Option]:
    """The options of a task."""
    documentation = "Whose output is printed: the task's with all measures, or that of a program."
    return by_name(
        compatible_option(documentation, [DOCUMENT, PROGRAMS[task]]),
        Option(
            _SCHEMA,
            Kind.FILE,
            (),
            "The types and the roles that there are, for `json-type` and `json-role`: a JSON file.",
            source="keytally",
        ),
    )


@dataclass(frozen=True, slots=True)
class TemplateOptions:
    """The settings of a pair."""

    task: str
    is_program: bool = False
    schema: Schema | None = None
    schema_text: str = ""
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Name, version, task and every option that is not at its default."""
        defaults, given = signature_defaults(options_of(self.task).values()), dict(self.given)
        if self.schema is not None:
            defaults[_SCHEMA], given[_SCHEMA] = (), (self.schema.digest,)
        return signature(self.task, given, defaults)


def template_options(task: str, settings: Settings) -> TemplateOptions:
    """The options in settings. Raises SettingsError with a line for each problem."""
    table = options_of(task)
    given = given_options(task, settings, table, lambda name, values: value_problem(task, name, values))
    values = last_values(given, table)
    text, name = _schema_text(settings, values[_SCHEMA]), values[_SCHEMA] or _SCHEMA
    schema = None if text is None else read_schema(text, name)
    return TemplateOptions(task, values["compatible"] != DOCUMENT, schema, text or "", given)


def without_files(settings: Settings, options: TemplateOptions) -> Settings:
    """Settings that name no file: the text of the schema is a companion."""
    stated = [each for each in settings.options if each[0].lower() != _SCHEMA]
    known = {_SCHEMA: options.schema_text} if options.schema is not None else {}
    return settings._replace(options=stated, companions={**settings.companions, **known})


def problem_in_schema(path: Path, within: Within | None = None) -> str | None:
    """Why a schema cannot be used, in one line; None if it can."""
    try:
        read_schema(_text(path, within), str(path))
    except SettingsError as error:
        return error.problems[0].removeprefix(f"{path}: ")
    return None


def _schema_text(settings: Settings, value: str) -> str | None:
    """The text of the schema that is given; None for none. Raises SettingsError."""
    path = path_of(value)
    return settings.companions.get(_SCHEMA) if path is None else _text(path, settings.within)


def _text(path: Path, within: Within | None) -> str:
    try:
        data = regular_bytes(path, within=within)
    except (OSError, ValueError) as error:
        raise SettingsError([f"{path}: cannot read the schema: {reason_of(error)}"]) from error
    return decode(data).text


def value_problem(task: str, name: str, values: Sequence[str]) -> str | None:
    """The problem with the values of an option of a task; None if there is none."""
    return plain_value_problem(name, values, options_of(task))
