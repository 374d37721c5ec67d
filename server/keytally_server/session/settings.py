"""The user's settings, which every client sends under `keytally`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from keytally.evaluations import registry
from keytally.findings.selection import ALL_RULES, Selection, selection_of


@dataclass(frozen=True, slots=True)
class Settings:
    """The features and the rules that are on; clients decide by themselves whether to show marks."""

    code_lens: bool = True
    inlay_hints: bool = True
    chain_preview: bool = False
    rules: Selection = field(default=ALL_RULES)


def settings_of(values: object) -> tuple[Settings, list[str]]:
    """Settings from the values that a client sent, and one line on each unusable value.

    A value of the wrong type is ignored, and its default stays.
    """
    problems: list[str] = []
    table = _table(values, "keytally", problems)
    rules = _table(table.get("rules"), "keytally.rules", problems)
    registry.families()  # their rules can be named
    selection, wrong = selection_of(
        _names(rules.get("select"), "keytally.rules.select", problems),
        _names(rules.get("ignore"), "keytally.rules.ignore", problems),
        _grades(rules.get("severity"), problems),
    )
    _switch(table, "marks", problems)
    settings = Settings(
        code_lens=_switch(table, "codeLens", problems),
        inlay_hints=_switch(table, "inlayHints", problems),
        chain_preview=_switch(table, "chainPreview", problems, default=False),
        rules=selection,
    )
    return settings, problems + wrong


def _table(value: object, name: str, problems: list[str]) -> Mapping[str, Any]:
    if value is None or isinstance(value, Mapping):
        return value or {}
    problems.append(f"{name} is a table of settings, not {value!r}")
    return {}


def _switch(table: Mapping[str, Any], name: str, problems: list[str], *, default: bool = True) -> bool:
    value = _table(table.get(name), f"keytally.{name}", problems).get("enabled", default)
    if isinstance(value, bool):
        return value
    problems.append(f"keytally.{name}.enabled is true or false, not {value!r}")
    return default


def _names(value: object, name: str, problems: list[str]) -> Sequence[str]:
    if value is None:
        return ()
    if isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(v, str) for v in value):
        return value
    problems.append(f"{name} is a list of rule names, not {value!r}")
    return ()


def _grades(value: object, problems: list[str]) -> Mapping[str, str]:
    grades = _table(value, "keytally.rules.severity", problems)
    wrong = [name for name, grade in grades.items() if not isinstance(grade, str)]
    problems.extend(f"the severity of {name} is a word, not {grades[name]!r}" for name in wrong)
    return {name: grade for name, grade in grades.items() if name not in wrong}
