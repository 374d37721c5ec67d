"""The public surface of what is scored: tasks, options, languages, rules, and what a family states."""

import re
from collections.abc import Iterator
from pathlib import Path

import keytally
import keytally_server
from keytally.conversion.converting import formats
from keytally.families import family as facts
from keytally.families.registry import BUILT_IN, ENTRY_POINTS
from keytally.findings.all_rules import RULES
from release.surface.item import Item

VALUES = (
    facts.Family,
    facts.Task,
    facts.LanguageFacts,
    facts.Companion,
    facts.FileOption,
    facts.FolderLayout,
    facts.Options,
    facts.Naming,
)
_VARIABLE = re.compile(r"""["'](KEYTALLY_[A-Z_]+)["']""")


def items() -> Iterator[Item]:
    """The names that stand in people's files: configurations, keytally.toml, comments, environments."""
    for family in BUILT_IN:
        for task in family.tasks:
            yield Item("task", family.name, task.name, f"headline {task.headline}, language {task.language}")
            for option in sorted(family.options(task.name).table):
                yield Item("scoring option", task.name, option)
        yield from (Item("language", family.name, language.id) for language in family.languages)
        yield from (Item("companion", family.name, companion.name) for companion in family.companions)
    for rule in RULES.values():
        yield Item("rule", "keytally", rule.name, rule.severity.name.lower())
    yield from (Item("conversion", "keytally convert", name) for name in sorted(formats()))
    yield from _entry_points()
    yield from (Item("variable", "environment", name) for name in sorted(_variables()))


def _entry_points() -> Iterator[Item]:
    """What a family of another distribution states."""
    yield Item("entry point", "keytally", ENTRY_POINTS)
    for value in VALUES:
        for field in value._fields:
            known = "may be left out" if field in value._field_defaults else "required"
            yield Item("field", f"keytally.families.family.{value.__name__}", field, known)


def _variables() -> set[str]:
    """The variables of the environment that the sources read."""
    folders = [Path(package.__file__).parent for package in (keytally, keytally_server) if package.__file__]
    sources = (path for folder in folders for path in folder.rglob("*.py"))
    return {name for path in sources for name in _VARIABLE.findall(path.read_text(encoding="utf-8"))}
