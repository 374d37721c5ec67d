"""All families: those built into keytally, and those of other installed distributions.

A distribution offers a family as an entry point of the group `keytally.families`, whose value is
`module:FAMILY`. The code of a task is imported when the task is used, so that a command loads only what it
needs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from keytally.evaluations.abilities import ReadsByName
from keytally.evaluations.columns.family import FAMILY as COLUMNS
from keytally.evaluations.conll.family import FAMILY as CONLL
from keytally.evaluations.cpa.family import FAMILY as CPA
from keytally.evaluations.family import (
    NOTHING,
    Companion,
    Configurations,
    Family,
    FileOption,
    LanguageFacts,
    Options,
    Task,
)
from keytally.evaluations.installed import entry_points_of
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.lexsub.family import FAMILY as LEXSUB
from keytally.evaluations.m2.family import FAMILY as M2
from keytally.evaluations.muc.family import FAMILY as MUC
from keytally.evaluations.settings import Settings
from keytally.evaluations.template_json.family import FAMILY as TEMPLATE_JSON
from keytally.findings.rule import Rule

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN: tuple[Family, ...] = (MUC, LEXSUB, M2, CPA, COLUMNS, CONLL, TEMPLATE_JSON)

ENTRY_POINTS = "keytally.families"

_PLAIN_OPTION = r"""([\w-]+)=([^\s"']+)"""

_problems: list[str] = []
_packages: dict[str, str] = {}
"""The packages of other distributions in which families stand, with the families' names."""


@cache
def families() -> tuple[Family, ...]:
    """Every family, the built-in ones first; `problems` lists those that cannot be used."""
    found = list(BUILT_IN)
    for point in entry_points_of(ENTRY_POINTS):
        if family := _usable(point, found):
            found.append(family)
            _packages[_package(point)] = family.name
            _add_rules(family)
    return tuple(found)


def _add_rules(family: Family) -> None:
    from keytally.findings.all_rules import add_rules  # noqa: PLC0415 - only further rules pay for all

    add_rules(family.rules)


def problems() -> tuple[str, ...]:
    """What is wrong with families of other distributions, a line each; none before they were looked for."""
    return tuple(_problems)


def fault_of(error: BaseException, language: str = "") -> str:
    """One line on an error that a family of another distribution has caused; "" for any other error.

    It has, where its code was running, or the error is about a file of a `language` of it.
    """
    if not _packages:
        return ""
    from keytally.evaluations import containment  # noqa: PLC0415 - only where there are such families

    if containment.is_debugging():
        return ""
    of_language = {facts.id: family.name for family in families() for facts in family.languages}
    for package, name in _packages.items():
        if of_language.get(language) == name or containment.is_at_fault(package, error):
            return containment.fault(name, error, package)
    return ""


def _tell(problem: str) -> None:
    if problem not in _problems:
        _problems.append(problem)


def _usable(point: "EntryPoint", others: list[Family]) -> Family | None:
    """The family that an installed distribution offers; None, with a line, for one that cannot be used."""
    try:
        family = point.load()
    except Exception as error:
        _tell(f"the family {point.name} cannot be loaded: {_in_one_line(error)}")
        return None
    if not isinstance(family, Family):
        _tell(f"the family {point.name} cannot be used: {point.value} is no Family")
        return None
    from keytally.evaluations.containment import contained  # noqa: PLC0415 - only where there is such a family

    try:
        clash = _clash(family, others)
        usable = contained(family, _package(point), _tell)
    except Exception as error:
        clash = _in_one_line(error)
    if clash:
        _tell(f"the family {family.name} cannot be used: {clash}")
        return None
    return usable


def _package(point: "EntryPoint") -> str:
    """The package in which an entry point stands; of a module by itself the module."""
    return point.module.rpartition(".")[0] or point.module


def _in_one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _clash(family: Family, others: list[Family]) -> str:
    """What a family shares with those before it and must not, in words; "" for nothing."""
    from keytally.findings.all_rules import RULES  # noqa: PLC0415 - only further rules pay for all

    known_tasks = [task.name for other in others for task in other.tasks]
    known_languages = [facts.id for other in others for facts in other.languages]
    known_companions = [each.name for other in others for each in other.companions]
    extensions, known_extensions = _extensions([family]), _extensions(others)
    for what, names, taken in (
        ("family", [family.name], [other.name for other in others]),
        ("task", [task.name for task in family.tasks], known_tasks),
        ("language", [facts.id for facts in family.languages], known_languages),
        ("language with the extension", extensions, known_extensions),
        ("companion", [each.name for each in family.companions], known_companions),
        ("rule", [rule.name for rule in family.rules], list(RULES)),
    ):
        if both := sorted({*names} & {*taken}):
            return f"there is a {what} {both[0]} already"
    return ""


def _extensions(of: Iterable[Family]) -> list[str]:
    return [extension for each in of for facts in each.languages for extension in facts.extensions]


def rules() -> Mapping[str, Rule]:
    """Every rule by its name, those of all families among them."""
    from keytally.findings.all_rules import RULES  # noqa: PLC0415 - a run that only scores needs few rules

    families()
    return RULES


def tasks() -> Mapping[str, Task]:
    """Every task by name."""
    return _tasks_of(families())


@cache
def _tasks_of(of: tuple[Family, ...]) -> Mapping[str, Task]:
    return {task.name: task for family in of for task in family.tasks}


def find_task(name: str) -> Task | None:
    """The task of that name; None if there is none."""
    return _tasks_of(BUILT_IN).get(name) or tasks().get(name)


def task_named(name: str) -> Task:
    """The task of that name. Raises KeyError for an unknown task."""
    return _tasks_of(BUILT_IN).get(name) or tasks()[name]


def family_of(task: str) -> Family:
    """The family of a task. Raises KeyError for an unknown task."""
    known = BUILT_IN if task in _tasks_of(BUILT_IN) else families()
    return {each.name: family for family in known for each in family.tasks}[task]


@cache
def languages() -> Mapping[str, LanguageFacts]:
    """The facts of every language by id."""
    return {each.id: each for family in families() for each in family.languages}


@cache
def companions() -> Mapping[str, Companion]:
    """Every kind of companion file by name."""
    return {each.name: each for family in families() for each in family.companions}


@cache
def file_option_names() -> tuple[str, ...]:
    """The names of all options that keytally.toml may state as parts of a pair."""
    return tuple(dict.fromkeys(each.name for family in families() for each in family.file_options))


def file_options_of(task: str) -> Mapping[str, FileOption]:
    """The file options of a task by name. Raises KeyError for an unknown task."""
    return {each.name: each for each in family_of(task).file_options}


def configurations() -> Iterator[Configurations]:
    """The configuration files of every family that has them."""
    return (family.configurations() for family in families() if family.configurations is not None)


def configurations_of(task: str) -> Configurations | None:
    """The configuration files that can score a task; None if it takes none."""
    found = family_of(task).configurations
    return None if found is None else found()


def part_languages(task: str) -> Mapping[str, str]:
    """The ids of the languages of a task's files besides key and response, by the names of the parts.

    The parts are `texts`, `configuration` and companion files. Raises KeyError for an unknown task.
    """
    found = {"texts": task_named(task).texts_language}
    found.update((each.name, each.language) for each in family_of(task).companions)
    if configured := configurations_of(task):
        found["configuration"] = configured.language
    return {part: language for part, language in found.items() if language}


def read_option(argument: str) -> tuple[str, tuple[str, ...]]:
    """The option and the values in `name=value`. Raises SettingsError for text of another form.

    A value that is one plain word is taken as it is; any other is parsed as in a configuration file.
    """
    if plain := re.fullmatch(_PLAIN_OPTION, argument):
        return plain[1], (plain[2],)
    return next(configurations()).read_option(argument)


def options_of(task: str) -> Options:
    """The options of a task. Raises KeyError for an unknown task."""
    return family_of(task).options(task)


def evaluation(task: str, settings: Settings) -> Evaluation:
    """The evaluation of a task under these settings.

    Raises KeyError for an unknown task, and SettingsError for unusable settings.
    """
    return family_of(task).evaluation(task, settings)


def language(name: str, role: Role, companion_texts: Mapping[str, str] = NOTHING, file: str = "") -> Language:
    """How a file of that language is read outside of any pair; raises KeyError for an unknown language.

    `companion_texts` are the texts of companion files by name; a language uses those that it needs. `file` is
    the name of the file.
    """
    facts = languages()[name]
    texts = {each: text for each, text in companion_texts.items() if each in facts.companions}
    return named(facts.reader(role, texts), file)


def named(language: Language, file: str) -> Language:
    """The language for a file of that name."""
    return language.of_file(file) if isinstance(language, ReadsByName) else language
