"""The options of the task `records`: comparators, fields, and the schema."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from keytally.families.contract import Settings, SettingsError
from keytally.families.family import (
    Kind,
    Option,
    by_name,
    given_options,
    last_values,
    path_of,
    plain_value_problem,
    signature_defaults,
)
from keytally.families.records.comparators import NAMES, Comparator, ComparatorError, comparator
from keytally.families.records.fields import Choices, FieldRule
from keytally.families.records.schema import Schema, SchemaError, SchemaView, read_schema
from keytally.tallies.status import signature
from keytally.text.files import Within, decode, is_folder, reason_of, regular_bytes

TASK = "records"
SCHEMA = "schema"
COMPANION = "schema.json"
PROGRAM_NAMES = ("kieval", "docubench", "omni", "extractbench")
_OF_DOCUMENT = "document:"
_BY_TYPE = "type"
_FIELDS = "fields"
_OF_LIST = ("order", "id")
_DATE = "date"

OPTIONS = by_name(
    Option(
        "compare",
        Kind.CHOICE,
        (_BY_TYPE,),
        "The comparator of all fields that have no entry in `[pair.fields]`. By default it is the one that "
        "the schema specifies, or otherwise the one for the type of the value.",
        (_BY_TYPE, *NAMES),
        "keytally",
    ),
    Option(
        "compatible",
        Kind.CHOICE,
        ("no",),
        "The program whose scores are printed (in JSON, as `program`); `keytally compare` then compares its "
        "headline measure. `all` prints the headline measures of all programs.",
        ("no", *PROGRAM_NAMES, "all"),
        "KIEval, DocuBench, omni-extract-bench, ExtractBench",
    ),
    Option(
        "null",
        Kind.CHOICE,
        ("absent",),
        "Whether `null` means that a value is absent (`absent`), or counts as a value (`value`).",
        ("absent", "value"),
        "keytally",
    ),
    Option(
        "id",
        Kind.TEXT,
        (),
        "The field with the id of a document; `line` numbers the records instead. The default is the first "
        "of `id`, `doc_id`, `docid`, `_id`, `name` and `file` that all records of a file have.",
        source="keytally",
    ),
    Option(
        SCHEMA,
        Kind.FILE,
        (),
        "A JSON Schema of the records, or a directory with a schema `ID.json` for each document.",
        source="keytally",
    ),
    Option(
        _FIELDS,
        Kind.TABLE,
        (),
        "The comparators of fields, in the table `[pair.fields]` of a pair in keytally.toml. Each key is a "
        "pattern that matches fields. Its value is a comparator, or a table with `compare` and its settings, "
        "`order` or `id`.",
        source="keytally",
    ),
)


@dataclass(frozen=True, slots=True)
class RecordsOptions:
    """The settings of a pair; `schemas` contains the schemas of single documents, and `texts` the text of
    each schema by name.
    """

    rules: tuple[FieldRule, ...] = ()
    forced: Comparator | None = None
    null_counts: bool = False
    id_name: str = ""
    compatible: str = "no"
    schema: Schema | None = None
    schemas: Mapping[str, Schema] = field(default_factory=dict)
    digest: str = ""
    texts: Mapping[str, str] = field(default_factory=dict, compare=False)
    given: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)

    @property
    def signature(self) -> str:
        """Return a string with keytally's version, the task and every option that is not at its default."""
        defaults, given = signature_defaults(OPTIONS.values()), dict(self.given)
        if self.digest:
            defaults[SCHEMA], given[SCHEMA] = (), (self.digest,)
        return signature(TASK, given, defaults)

    def choices(self) -> Choices:
        """Return the comparators of the fields."""
        return Choices(self.rules, self.forced, self.schema)

    @property
    def defined(self) -> frozenset[str]:
        """Return the names that the schema, or any of several schemas, defines at the top level of a
        record.
        """
        known = [*([self.schema] if self.schema else []), *self.schemas.values()]
        return frozenset(name for each in known for name in SchemaView(each, each).names)


def records_options(settings: Settings) -> RecordsOptions:
    """Return the options in settings. Raises SettingsError with a line for each problem."""
    given = given_options(TASK, settings, OPTIONS, value_problem)
    values = last_values(given, OPTIONS)
    try:
        forced = None if values["compare"] == _BY_TYPE else comparator(values["compare"], {})
    except ComparatorError as error:
        raise SettingsError([f"compare={values['compare']}: {error}"]) from error
    texts = _schema_texts(settings, path_of(values[SCHEMA]))
    read = {name: _read(text, name) for name, text in texts.items()}
    of_documents = {
        name.rpartition("/")[2].removesuffix(".json"): schema
        for name, schema in read.items()
        if name.startswith(_OF_DOCUMENT)
    }
    return RecordsOptions(
        tuple(field_rules(json.loads(values[_FIELDS] or "{}"))),
        forced,
        values["null"] == "value",
        values["id"],
        values["compatible"],
        next((schema for name, schema in read.items() if not name.startswith(_OF_DOCUMENT)), None),
        of_documents,
        _digest(texts.values()) if texts else "",
        texts,
        given,
    )


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of one of OPTIONS; None if there is none."""
    problem = plain_value_problem(name, values, OPTIONS)
    if problem is not None or name != _FIELDS:
        return problem
    try:
        value = json.loads(values[0])
        list(field_rules(value))
    except SettingsError as error:
        return error.problems[0]
    except (ValueError, RecursionError):
        return f"{name} must be a table [pair.{name}] in keytally.toml, or a JSON object"
    return None


def field_rules(table: Mapping[str, Any]) -> Iterable[FieldRule]:
    """Return the rules in a table of field patterns. Raises SettingsError for unusable rules.

    More specific patterns come first: patterns with fewer wildcards, then longer patterns.
    """
    if not isinstance(table, Mapping):
        raise SettingsError([f"{_FIELDS} must be a table of fields"])
    rules = [_field_rule(pattern, value) for pattern, value in table.items()]
    return sorted(
        rules, key=lambda rule: (rule.pattern.count("*") + rule.pattern.count("?"), -len(rule.pattern))
    )


def _field_rule(pattern: str, value: Any) -> FieldRule:
    stated = {"compare": value} if isinstance(value, str) else value
    if not isinstance(stated, Mapping):
        raise SettingsError([f"fields: {pattern}: it must be a comparator or a table"])
    settings = {name: each for name, each in stated.items() if name not in ("compare", *_OF_LIST)}
    order, identity = stated.get("order", ""), str(stated.get("id", ""))
    if stated.get("compare") == _DATE and order in ("dmy", "mdy", "ymd", "ydm", "myd", "dym"):
        settings["order"], order = order, ""
    if order not in ("", "strict", "any"):
        dates = ', or an order of the date such as "dmy"' if stated.get("compare") == _DATE else ""
        raise SettingsError([f'fields: {pattern}: order must be "strict" or "any"{dates}, not {order!r}'])
    compared = None
    if "compare" in stated:
        try:
            compared = comparator(str(stated["compare"]), settings)
        except ComparatorError as error:
            raise SettingsError([f"fields: {pattern}: {error}"]) from error
    elif settings:
        raise SettingsError([f"fields: {pattern}: {next(iter(settings))!r} requires a comparator in compare"])
    return FieldRule(pattern, compared, order == "strict", identity)


def without_files(settings: Settings, options: RecordsOptions) -> Settings:
    """Return settings that name no file; the texts of the schemas are companions."""
    stated = [option for option in settings.options if option[0].lower() != SCHEMA]
    texts = {
        name if name.startswith(_OF_DOCUMENT) else COMPANION: text for name, text in options.texts.items()
    }
    return settings._replace(options=stated, companions={**settings.companions, **texts})


def _schema_texts(settings: Settings, path: Path | None) -> dict[str, str]:
    """Return the texts of the schemas by name; names of document schemas begin with _OF_DOCUMENT.

    Raises SettingsError for a file that cannot be read.
    """
    if path is None:
        return {
            name: text
            for name, text in settings.companions.items()
            if name == COMPANION or name.startswith(_OF_DOCUMENT)
        }
    if not is_folder(path):
        return {str(path): _text(path, settings.within)}
    try:
        files = sorted(each for each in path.iterdir() if each.suffix == ".json")
    except OSError as error:
        raise SettingsError([f"{path}: cannot read the schemas: {reason_of(error)}"]) from error
    return {f"{_OF_DOCUMENT}{each.as_posix()}": _text(each, settings.within) for each in files}


def _digest(texts: Iterable[str]) -> str:
    joined = "\0".join(texts).encode("utf-8", "surrogatepass")
    return f"sha256-{sha256(joined).hexdigest()[:12]}"


def _read(text: str, name: str) -> Schema:
    try:
        return read_schema(text)
    except SchemaError as error:
        raise SettingsError([f"{name.removeprefix(_OF_DOCUMENT)}: {error}"]) from error


def problem_in_schema(path: Path, within: Within | None = None) -> str | None:
    """Return a one-line reason why a schema cannot be used; None if it can."""
    try:
        for name, text in _schema_texts(Settings(within=within), path).items():
            _read(text, name)
    except SettingsError as error:
        return error.problems[0].removeprefix(f"{path}: ")
    return None


def _text(path: Path, within: Within | None) -> str:
    try:
        data = regular_bytes(path, within=within)
    except (OSError, ValueError) as error:
        raise SettingsError([f"{path}: cannot read the schema: {reason_of(error)}"]) from error
    return decode(data).text
