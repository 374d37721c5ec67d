"""The JSON Schema of keytally.toml, made from the facts of the families, for servers of TOML in editors.

It refuses nothing that keytally takes: values whose case does not count are completed as they are documented,
and taken in any spelling. What only files can tell, such as a name that is not there, is left to findings. It
has no `$id`, since Taplo refuses a schema with one that is no whole address.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from keytally.evaluations.family import Family, Task
from keytally.evaluations.options import Kind, Option
from keytally.findings.rule import Rule
from keytally.findings.selection import GRADES

Schema = dict[str, Any]

DIALECT = "http://json-schema.org/draft-07/schema#"
"""The dialect that servers of TOML know: Taplo and Tombi read draft 7."""

_FILE = "The name of a file, relative to the folder of this one."
_ONE: Schema = {"type": "string", "pattern": r"\S"}
_SEVERAL: Schema = {"anyOf": [_ONE, {"type": "array", "items": _ONE}]}
_WORD: Schema = {"type": ["string", "number", "boolean"]}
_WORDS: Schema = {"anyOf": [_WORD, {"type": "array", "items": _WORD}]}
_RULE: Schema = {"$ref": "#/definitions/rule"}
_RULES: Schema = {"anyOf": [_RULE, {"type": "array", "items": _RULE}]}
_TAKEN: Schema = {"$ref": "#/definitions/taken"}
_ANY_CASE: Schema = {"[A-Z]": True}
"""Names of options may be written in any case; a schema can only let all pass that are not in lower case."""


def project_schema(families: Sequence[Family], rules: Mapping[str, Rule]) -> Schema:
    """The schema of a keytally.toml that states tasks of these families and grades these rules."""
    tasks = [task for family in families for task in family.tasks]
    shared = {"rule": {"enum": sorted(rules)}, "taken": {"allOf": [*_by_tasks(families)]}}
    tables = {
        "pair": _listed("Keys with their responses.", _pair(families, tasks)),
        "adjudication": _listed("Gold files with their annotators.", _adjudication(families, tasks)),
        "rules": _rules(rules),
    }
    about = "Which files belong together, and which rules count."
    return {"$schema": DIALECT, "title": "keytally.toml", **_table(about, tables), "definitions": shared}


def _table(description: str, properties: Schema, required: Sequence[str] = ()) -> Schema:
    needed = {"required": [*required]} if required else {}
    about = {"description": description, "type": "object", "properties": properties}
    return {**about, **needed, "additionalProperties": False}


def _listed(description: str, table: Schema) -> Schema:
    return {"description": description, "type": "array", "items": table}


def _told(description: str, schema: Schema) -> Schema:
    return {"description": description, **schema}


def _pair(families: Sequence[Family], tasks: Sequence[Task]) -> Schema:
    named = {
        "task": _task(tasks),
        "key": _told(f"The key. {_FILE}", _ONE),
        "responses": _told("The responses: names of files, or patterns such as runs/*/out.sgml.", _SEVERAL),
    }
    table = _table("A key and its responses.", {**named, **_settings(families)}, [*named])
    return {**table, "allOf": [_TAKEN]}


def _adjudication(families: Sequence[Family], tasks: Sequence[Task]) -> Schema:
    people = {"type": "object", "minProperties": 2, "additionalProperties": _ONE}
    finished = {"type": "object", "additionalProperties": _SEVERAL}
    named = {
        "task": _task(tasks),
        "gold": _told(f"The gold, which need not be there yet. {_FILE}", _ONE),
        "annotators": _told('The file of each annotator: { anna = "anna.sgml", ben = "ben.sgml" }.', people),
        "done": _told("The documents that an annotator has finished; without an entry all are.", finished),
    }
    table = _table("A gold and its annotators.", {**named, **_settings(families)}, ["task", "annotators"])
    compared = _is_task(task.name for task in tasks if not task.annotated)
    stated: Schema = {"required": ["gold"]}
    return {**table, "allOf": [{"if": compared, "then": {"not": stated}, "else": stated}, _TAKEN]}


def _task(tasks: Sequence[Task]) -> Schema:
    return {"description": "The task.", "enum": [task.name for task in tasks]}


def _settings(families: Sequence[Family]) -> Schema:
    """What any pair may state besides its files; `_by_task` says what a task takes."""
    parts: Schema = {
        "texts": _told(f"The texts that were annotated. {_FILE}", _ONE),
        "config": _told("A configuration: a file, or the name of a built-in one.", _ONE),
    }
    for family in families:
        for companion in family.companions:
            parts[companion.name] = _companion(companion.title, companion.built_in())
        for option in family.file_options:
            parts[option.name] = _told(_FILE, _ONE)
    parts["encoding"] = _told("The encoding of all files of the pair, where it is not UTF-8.", _ONE)
    options = "Options of the task: { name = value }."
    parts["options"] = {"description": options, "type": "object", "additionalProperties": True}
    return parts


def _companion(title: str, built_in: Sequence[str]) -> Schema:
    own = f"A {title} of your own, or the name of a built-in one."
    return _told(own, {"anyOf": [{"enum": [*built_in]}, _ONE]} if built_in else _ONE)


def _by_tasks(families: Sequence[Family]) -> Iterator[Schema]:
    """What the tasks take, those with the same options together."""
    every = {option.name for family in families for option in family.file_options}
    for family in families:
        alike: dict[tuple[Option, ...], list[str]] = {}
        for task in family.tasks:
            alike.setdefault((*family.options(task.name).table.values(),), []).append(task.name)
        for options, names in alike.items():
            yield {"if": _is_task(names), "then": {"properties": _taken(family, options, every)}}


def _taken(family: Family, options: Sequence[Option], every: Set[str]) -> Schema:
    """The parts of a pair that depend on its task; False stands for one that the task has no use for."""
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
    """The values of an option; a choice and a flag are completed, and taken in any case."""
    about = _told(_first_paragraph(option.documentation), {})
    default = {"default": option.default[0]} if option.default and len(option.default) == 1 else {}
    if option.kind is Kind.CHOICE:
        return {**about, **default, "anyOf": [{"enum": [*option.choices]}, _WORDS]}
    if option.kind is Kind.FLAG:
        return {**about, **default, "anyOf": [{"enum": ["yes", "no"]}, _WORDS]}
    return {**about, **default, **_WORDS}


def _first_paragraph(markdown: str) -> str:
    return " ".join(markdown.strip().split("\n\n")[0].split())


def _rules(rules: Mapping[str, Rule]) -> Schema:
    grades = {each: _told(rule.summary, {"enum": [*GRADES]}) for each, rule in sorted(rules.items())}
    properties = {
        "select": _told("Only these rules.", _RULES),
        "ignore": _told("Not these rules.", _RULES),
        "severity": _table("Another severity for a rule, or off.", grades),
    }
    return _table("Which rules count, and how much.", properties)
