"""JSON Schemas for keytally.toml and for each JSON document that keytally prints."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from keytally.families import registry
from keytally.families.family import Family, Kind, Option, Task
from keytally.findings.finding import Rule
from keytally.findings.selection import GRADES
from keytally.project.reach import PROJECT_FILE
from keytally.text.files import package_text

# Generates the JSON Schema of keytally.toml from the facts of the families, for TOML servers in editors.
#
# It accepts everything that keytally accepts: values that ignore case are completed as documented, and
# accepted in any spelling. Problems that depend on files, such as a missing file, are left to findings. It
# has no `$id`, because Taplo rejects a schema with one that is not an absolute address.


Schema = dict[str, Any]

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The dialect that TOML language servers support: Taplo and Tombi read draft 7."""

_FILE = "A file name, relative to the directory of this file."
_ONE: Schema = {"type": "string", "pattern": r"\S"}
_SEVERAL: Schema = {"anyOf": [_ONE, {"type": "array", "items": _ONE}]}
_WORD: Schema = {"type": ["string", "number", "boolean"]}
_WORDS: Schema = {"anyOf": [_WORD, {"type": "array", "items": _WORD}]}
_RULE: Schema = {"$ref": "#/definitions/rule"}
_RULES: Schema = {"anyOf": [_RULE, {"type": "array", "items": _RULE}]}
_TAKEN: Schema = {"$ref": "#/definitions/taken"}
_ANY_CASE: Schema = {"[A-Z]": True}
"""Option names may be written in any case; a schema can only accept all names with capital letters."""


def project_schema(families: Sequence[Family], rules: Mapping[str, Rule]) -> Schema:
    """Return the schema of a keytally.toml with tasks of these families and these rules."""
    tasks = [task for family in families for task in family.tasks]
    shared = {"rule": {"enum": sorted(rules)}, "taken": {"allOf": [*_by_tasks(families)]}}
    tables = {
        "pair": _listed("Keys and their responses.", _pair(families, tasks)),
        "adjudication": _listed("Gold files and their annotators.", _adjudication(families, tasks)),
        "rules": _rules(rules),
    }
    about = "The pairing of files, and the selection of rules."
    return {"$schema": DIALECT, "title": "keytally.toml", **_table(about, tables), "definitions": shared}


def _table(description: str, properties: Schema, required: Sequence[str] = ()) -> Schema:
    needed = {"required": [*required]} if required else {}
    about = {"description": description, "type": "object", "properties": properties}
    return {**about, **needed, "additionalProperties": False}


def _listed(description: str, table: Schema) -> Schema:
    return {"description": description, "type": "array", "items": table}


def _described(description: str, schema: Schema) -> Schema:
    return {"description": description, **schema}


def _pair(families: Sequence[Family], tasks: Sequence[Task]) -> Schema:
    named = {
        "task": _task(tasks),
        "key": _described(f"The key. {_FILE}", _ONE),
        "responses": _described("The responses: file names, or patterns such as runs/*/out.sgml.", _SEVERAL),
    }
    table = _table("A key and its responses.", {**named, **_settings(families)}, [*named])
    return {**table, "allOf": [_TAKEN]}


def _adjudication(families: Sequence[Family], tasks: Sequence[Task]) -> Schema:
    people = {"type": "object", "minProperties": 2, "additionalProperties": _ONE}
    finished = {"type": "object", "additionalProperties": _SEVERAL}
    named = {
        "task": _task(tasks),
        "gold": _described(f"The gold, which need not exist yet. {_FILE}", _ONE),
        "annotators": _described(
            'The file of each annotator: { anna = "anna.sgml", ben = "ben.sgml" }.', people
        ),
        "done": _described("The documents that an annotator has finished (default: all).", finished),
    }
    table = _table("A gold and its annotators.", {**named, **_settings(families)}, ["task", "annotators"])
    compared = _is_task(task.name for task in tasks if not task.annotated)
    stated: Schema = {"required": ["gold"]}
    return {**table, "allOf": [{"if": compared, "then": {"not": stated}, "else": stated}, _TAKEN]}


def _task(tasks: Sequence[Task]) -> Schema:
    return {"description": "The task.", "enum": [task.name for task in tasks]}


def _settings(families: Sequence[Family]) -> Schema:
    """Return the settings of any pair, apart from its files; `_by_tasks` returns the settings of
    individual tasks.
    """
    parts: Schema = {
        "texts": _described(f"The unannotated texts. {_FILE}", _ONE),
        "config": _described("A configuration: a file, or the name of a built-in one.", _ONE),
    }
    for family in families:
        for companion in family.companions:
            parts[companion.name] = _companion(companion.title, companion.built_in())
        for option in family.file_options:
            parts[option.name] = _described(_FILE, _ONE)
    for name in registry.table_option_names():
        parts[name] = {"description": f"The option `{name}` of the task, as a table.", "type": "object"}
    parts["encoding"] = _described("The encoding of all files of the pair, if it is not UTF-8.", _ONE)
    options = "Options of the task: { name = value }."
    parts["options"] = {"description": options, "type": "object", "additionalProperties": True}
    return parts


def _companion(title: str, built_in: Sequence[str]) -> Schema:
    own = f"A {title} of your own, or the name of a built-in one."
    return _described(own, {"anyOf": [{"enum": [*built_in]}, _ONE]} if built_in else _ONE)


def _by_tasks(families: Sequence[Family]) -> Iterator[Schema]:
    """Yield the settings of the tasks, grouped by equal options."""
    every = {option.name for family in families for option in family.file_options}
    for family in families:
        alike: dict[tuple[Option, ...], list[str]] = {}
        for task in family.tasks:
            alike.setdefault((*family.options(task.name).table.values(),), []).append(task.name)
        for options, names in alike.items():
            yield {"if": _is_task(names), "then": {"properties": _parts_of_task(family, options, every)}}


def _parts_of_task(family: Family, options: Sequence[Option], every: Set[str]) -> Schema:
    """Return the parts of a pair that depend on its task; False for a part that the task does not accept."""
    parts: Schema = dict.fromkeys(sorted(every - {option.name for option in family.file_options}), False)
    if family.configurations is None:
        parts["config"] = False
    elif names := family.configurations().names():
        parts["config"] = {"anyOf": [{"enum": [*names]}, _ONE]}
    properties = {option.name: _option(option) for option in options}
    parts["options"] = {
        "properties": properties,
        "patternProperties": _ANY_CASE,
        "additionalProperties": False,
    }
    return parts


def _is_task(names: Iterable[str]) -> Schema:
    return {"properties": {"task": {"enum": [*names]}}, "required": ["task"]}


def _option(option: Option) -> Schema:
    """Return the schema of an option's values; for a choice or a flag, it lists the values for completion
    but accepts them in any case.
    """
    about = _described(_first_paragraph(option.documentation), {})
    default = {"default": option.default[0]} if option.default and len(option.default) == 1 else {}
    if option.kind is Kind.CHOICE:
        return {**about, **default, "anyOf": [{"enum": [*option.choices]}, _WORDS]}
    if option.kind is Kind.FLAG:
        return {**about, **default, "anyOf": [{"enum": ["yes", "no"]}, _WORDS]}
    return {**about, **default, **_WORDS}


def _first_paragraph(markdown: str) -> str:
    return " ".join(markdown.strip().split("\n\n")[0].split())


def _rules(rules: Mapping[str, Rule]) -> Schema:
    grades = {each: _described(rule.summary, {"enum": [*GRADES]}) for each, rule in sorted(rules.items())}
    properties = {
        "select": _described("Run only these rules.", _RULES),
        "ignore": _described("Skip these rules.", _RULES),
        "severity": _table("The severity of a rule, or off.", grades),
    }
    return _table("The selection of rules, and their severities.", properties)


DOCUMENTS = (
    *("score", "project-scores", "findings", "compare", "errors"),
    *("agreement", "merge", "convert", "pairs", "bnf"),
)
"""The names of the schemas of documents; each schema is in a separate file, and some refer to others by
name.
"""

NAMES = (PROJECT_FILE, *DOCUMENTS)
_INSTALLED = Path(__file__).parents[1] / "schemas"
_CHECKOUT = Path(__file__).parents[3] / "docs" / "schemas"


def schema_file_name(name: str) -> str:
    """Return the file name of a schema, by which other schemas refer to it."""
    return f"{name}.schema.json"


def schema_text(name: str) -> str:
    """Return the text of the schema with one of the names in `NAMES`; the schema of keytally.toml covers the
    installed families.

    Raises OSError if the installed package lacks the file.
    """
    if name == PROJECT_FILE:
        schema = project_schema(registry.families(), registry.rules())
        return json.dumps(schema, indent=2) + "\n"
    try:
        return package_text(_INSTALLED / schema_file_name(name))
    except FileNotFoundError:
        return package_text(_CHECKOUT / schema_file_name(name))
