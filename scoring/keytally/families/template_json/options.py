"""Options of the tasks, and the schema of templates."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from keytally.families.contract import Settings, SettingsError
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
from keytally.families.template_json.recognition import ROLE_FILLING, TEMPLATE_FILLING
from keytally.tallies.status import signature
from keytally.text.files import Within, decode, reason_of, regular_bytes
from keytally.text.json_text import json_fault

PARTS = ("types", "roles")


@dataclass(frozen=True, slots=True)
class Schema:
    """The names of types and the names of roles; each is None if the schema does not restrict these names.
    `digest` is the digest of its text.
    """

    types: frozenset[str] | None
    roles: frozenset[str] | None
    digest: str = ""

    def has_type(self, name: str) -> bool:
        """Return whether a type is defined; in a combined type such as `attack / bombing`, every part must
        be.
        """
        types = self.types
        return types is None or name in types or all(part.strip() in types for part in name.split("/"))

    def has_role(self, name: str) -> bool:
        """Return whether a role is defined."""
        return self.roles is None or name in self.roles


def read_schema(text: str, name: str) -> Schema:
    """Return the schema in a file: an object with a list of strings `types`, a list of strings `roles`, or
    both.

    Raises SettingsError for anything else; `name` is the file name in messages.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError([f"{name}: the schema is not valid JSON: {json_fault(error)}"]) from error
    if not isinstance(value, dict) or not value or not value.keys() <= {*PARTS}:
        raise SettingsError([f"{name}: a schema must be an object with the lists {' and '.join(PARTS)}"])
    for part in value:
        if not isinstance(value[part], list) or not all(isinstance(each, str) for each in value[part]):
            raise SettingsError([f"{name}: {part} must be a list of strings"])
    types, roles = (frozenset(value[part]) if part in value else None for part in PARTS)
    return Schema(types, roles, f"sha256-{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}")


PROGRAMS = {TEMPLATE_FILLING: "gtt", ROLE_FILLING: "grit"}
DOCUMENT = "document"
_SCHEMA = "schema"


def options_of(task: str) -> Mapping[str, Option]:
    """Return the options of a task."""
    program = PROGRAMS[task]
    documentation = (
        f"The output: all measures of the task (`{DOCUMENT}`), or that of a program (`{program}`)."
    )
    return by_name(
        compatible_option(documentation, [DOCUMENT, PROGRAMS[task]]),
        Option(
            _SCHEMA,
            Kind.FILE,
            (),
            "A JSON file that lists the types and the roles, for `json-type` and `json-role`.",
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
        """Return a string with keytally's version, the task and every option that is not at its default."""
        defaults, given = signature_defaults(options_of(self.task).values()), dict(self.given)
        if self.schema is not None:
            defaults[_SCHEMA], given[_SCHEMA] = (), (self.schema.digest,)
        return signature(self.task, given, defaults)


def template_options(task: str, settings: Settings) -> TemplateOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    table = options_of(task)
    given = given_options(task, settings, table, lambda name, values: value_problem(task, name, values))
    values = last_values(given, table)
    text, name = _schema_text(settings, values[_SCHEMA]), values[_SCHEMA] or _SCHEMA
    schema = None if text is None else read_schema(text, name)
    return TemplateOptions(task, values["compatible"] != DOCUMENT, schema, text or "", given)


def without_files(settings: Settings, options: TemplateOptions) -> Settings:
    """Return settings that name no file; the text of the schema is a companion."""
    stated = [option for option in settings.options if option[0].lower() != _SCHEMA]
    known = {_SCHEMA: options.schema_text} if options.schema is not None else {}
    return settings._replace(options=stated, companions={**settings.companions, **known})


def problem_in_schema(path: Path, within: Within | None = None) -> str | None:
    """Return a one-line reason why a schema cannot be used; None if it can."""
    try:
        read_schema(_text(path, within), str(path))
    except SettingsError as error:
        return error.problems[0].removeprefix(f"{path}: ")
    return None


def _schema_text(settings: Settings, value: str) -> str | None:
    """Return the text of the specified schema; None if there is none. Raises SettingsError."""
    path = path_of(value)
    return settings.companions.get(_SCHEMA) if path is None else _text(path, settings.within)


def _text(path: Path, within: Within | None) -> str:
    try:
        data = regular_bytes(path, within=within)
    except (OSError, ValueError) as error:
        raise SettingsError([f"{path}: cannot read the schema: {reason_of(error)}"]) from error
    return decode(data).text


def value_problem(task: str, name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of an option of a task, or None."""
    return plain_value_problem(name, values, options_of(task))
