"""All families: those built into keytally, and those of other installed distributions.

A distribution offers a family as an entry point of the group `keytally.families`, whose value is
`module:FAMILY`. The code of a task is imported when the task is used, so that a command loads only what it
needs.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from keytally.evaluations.abilities import ReadsByName
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
from keytally.findings.rule import Rule
from keytally.findings.table import RULES, add_rules

BUILT_IN: tuple[Family, ...] = (MUC, LEXSUB, M2, CPA)

ENTRY_POINTS = "keytally.families"

_PLAIN_OPTION = re.compile(r"""([\w-]+)=([^\s"']+)""")

_problems: list[str] = []


@cache
def families() -> tuple[Family, ...]:
    """Every family, the built-in ones first; `problems` lists those that cannot be used."""
    found = list(BUILT_IN)
    for family in _installed():
        if clash := _clash(family, found):
            _problems.append(f"the family {family.name} cannot be used: {clash}")
        else:
            found.append(family)
            add_rules(family.rules)
    return tuple(found)


def problems() -> tuple[str, ...]:
    """A line for each family of another distribution that cannot be used; empty before `families` has run."""
    return tuple(_problems)


def _installed() -> Iterator[Family]:
    """The families of installed distributions, sorted by name."""
    for point in entry_points_of(ENTRY_POINTS):
        try:
            family = point.load()
        except Exception as error:
            _problems.append(f"the family {point.name} cannot be loaded: {type(error).__name__}: {error}")
            continue
        if isinstance(family, Family):
            yield family
        else:
            _problems.append(f"the family {point.name} cannot be used: {point.value} is no Family")


def _clash(family: Family, others: list[Family]) -> str:
    """The names that a family must not share with those before it but does; "" for none."""
    known_tasks = [task.name for other in others for task in other.tasks]
    known_languages = [facts.id for other in others for facts in other.languages]
    for what, names, taken in (
        ("family", [family.name], [other.name for other in others]),
        ("task", [task.name for task in family.tasks], known_tasks),
        ("language", [facts.id for facts in family.languages], known_languages),
        ("rule", [rule.name for rule in family.rules], list(RULES)),
    ):
        if both := sorted({*names} & {*taken}):
            return f"there is a {what} {both[0]} already"
    return ""


def rules() -> Mapping[str, Rule]:
    """Every rule by name, including those of all families."""
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
    if plain := _PLAIN_OPTION.fullmatch(argument):
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
