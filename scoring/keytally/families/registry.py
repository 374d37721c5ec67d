"""All families: those built into keytally, and those of other installed distributions."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from os import listdir
from typing import TYPE_CHECKING

from keytally.families.columns.family import FAMILY as COLUMNS
from keytally.families.conll.family import FAMILY as CONLL
from keytally.families.contract import Evaluation, Language, Role, Settings
from keytally.families.cpa.family import FAMILY as CPA
from keytally.families.family import (
    NOTHING,
    Companion,
    Configurations,
    Family,
    FileOption,
    LanguageFacts,
    Options,
    Task,
)
from keytally.families.lexsub.family import FAMILY as LEXSUB
from keytally.families.m2.family import FAMILY as M2
from keytally.families.muc.family import FAMILY as MUC
from keytally.families.records.family import FAMILY as RECORDS
from keytally.families.spans.family import FAMILY as SPANS
from keytally.families.template_json.family import FAMILY as TEMPLATE_JSON
from keytally.findings.finding import Rule

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


# Entry points of other installed distributions.
#
# The standard reader of entry points takes longer to load than most commands take to run. So it is loaded
# only if a distribution on the path declares the group; to find out, one small file of each is read.


_INFO = (".dist-info", ".egg-info")
_PACKED = (".zip", ".whl", ".egg")


def entry_points_of(group: str) -> list["EntryPoint"]:
    """Return the entry points of a group, sorted by name, then value."""
    if not any(_names(file, group) for file in _files()):
        return []
    from importlib.metadata import entry_points  # noqa: PLC0415 - see above

    return sorted(entry_points(group=group), key=lambda point: (point.name, point.value))


def _files() -> Iterator[str]:
    """Yield the files in which distributions on the path declare entry points; a zip file counts as one file.

    File names are strings in this function because there may be hundreds of distributions, and creating a
    `Path` costs as much as opening a file.
    """
    for place in dict.fromkeys(sys.path):
        folder = place or "."
        try:
            names = listdir(folder)  # noqa: PTH208 - see above
        except NotADirectoryError:
            yield place
        except OSError:
            continue
        else:
            yield from (f"{folder}/{name}/entry_points.txt" for name in names if name.endswith(_INFO))


def _names(file: str, group: str) -> bool:
    """Return whether a file may declare entry points of a group; False if it cannot be read."""
    if file.endswith(_PACKED):
        return True
    try:
        with open(file, "rb", buffering=0) as opened:  # noqa: PTH123 - see above
            return group.encode() in opened.read()
    except OSError:
        return False


# All families: those built into keytally, and those of other installed distributions.
#
# A distribution provides a family as an entry point of the group `keytally.families`, whose value is
# `module:FAMILY`. The code of a task is imported when the task is used, so that a command loads only the
# modules that it needs.


BUILT_IN: tuple[Family, ...] = (MUC, LEXSUB, M2, CPA, COLUMNS, CONLL, TEMPLATE_JSON, SPANS, RECORDS)

ENTRY_POINTS = "keytally.families"

_PLAIN_OPTION = r"""([\w-]+)=([^\s"']+)"""

_problems: list[str] = []
_packages: dict[str, str] = {}
"""The packages of other distributions that contain families, with the names of these families."""


@cache
def families() -> tuple[Family, ...]:
    """Return all families, the built-in ones first; `problems` lists those that cannot be used."""
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
    """Return a line for each unusable family of other distributions; empty before families are loaded."""
    return tuple(_problems)


def fault_of(error: BaseException, language: str = "") -> str:
    """Return a line on an error caused by a family of another distribution; "" for any other error.

    The family caused the error if its code was running or the error concerns a file in its `language`.
    """
    if not _packages:
        return ""
    from keytally.families import containment as families_containment  # noqa: PLC0415 - only where there are such families

    if families_containment.is_debugging():
        return ""
    of_language = {facts.id: family.name for family in families() for facts in family.languages}
    for package, name in _packages.items():
        if of_language.get(language) == name or families_containment.is_at_fault(package, error):
            return families_containment.fault(name, error, package)
    return ""


def _tell(problem: str) -> None:
    if problem not in _problems:
        _problems.append(problem)


def _usable(point: "EntryPoint", others: list[Family]) -> Family | None:
    """Return the family that an installed distribution provides; if it is unusable, report a line and
    return None.
    """
    try:
        family = point.load()
    except Exception as error:
        _tell(f"the family {point.name} cannot be loaded: {_in_one_line(error)}")
        return None
    if not isinstance(family, Family):
        _tell(f"the family {point.name} cannot be used: {point.value} is not a Family")
        return None
    from keytally.families.containment import contained  # noqa: PLC0415 - only where there is such a family

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
    """Return the package that contains an entry point, or its module if the module is not in a package."""
    return point.module.rpartition(".")[0] or point.module


def _in_one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _clash(family: Family, others: list[Family]) -> str:
    """Return a description of the names that a family shares with earlier families; "" if there are none."""
    from keytally.findings.all_rules import RULES  # noqa: PLC0415 - only further rules pay for all

    known_tasks = [task.name for other in others for task in other.tasks]
    known_languages = [facts.id for other in others for facts in other.languages]
    known_companions = [companion.name for other in others for companion in other.companions]
    extensions, known_extensions = _extensions([family]), _extensions(others)
    for what, names, taken in (
        ("family", [family.name], [other.name for other in others]),
        ("task", [task.name for task in family.tasks], known_tasks),
        ("language", [facts.id for facts in family.languages], known_languages),
        ("language with the extension", extensions, known_extensions),
        ("companion", [companion.name for companion in family.companions], known_companions),
        ("rule", [rule.name for rule in family.rules], list(RULES)),
    ):
        if both := sorted({*names} & {*taken}):
            return f"the {what} {both[0]} already exists"
    return ""


def _extensions(of: Iterable[Family]) -> list[str]:
    return [extension for each in of for facts in each.languages for extension in facts.extensions]


def rules() -> Mapping[str, Rule]:
    """Return all rules by name, including those of all families."""
    from keytally.findings.all_rules import RULES  # noqa: PLC0415 - a run that only scores needs few rules

    families()
    return RULES


def tasks() -> Mapping[str, Task]:
    """Return every task by name."""
    return _tasks_of(families())


@cache
def _tasks_of(of: tuple[Family, ...]) -> Mapping[str, Task]:
    return {task.name: task for family in of for task in family.tasks}


def find_task(name: str) -> Task | None:
    """Return the task of that name; None if there is none."""
    return _tasks_of(BUILT_IN).get(name) or tasks().get(name)


def task_named(name: str) -> Task:
    """Return the task of that name. Raises KeyError for an unknown task."""
    return _tasks_of(BUILT_IN).get(name) or tasks()[name]


def family_of(task: str) -> Family:
    """Return the family of a task. Raises KeyError for an unknown task."""
    known = BUILT_IN if task in _tasks_of(BUILT_IN) else families()
    return {each.name: family for family in known for each in family.tasks}[task]


@cache
def languages() -> Mapping[str, LanguageFacts]:
    """Return the facts of every language by id."""
    return {each.id: each for family in families() for each in family.languages}


@cache
def companions() -> Mapping[str, Companion]:
    """Return every kind of companion file by name."""
    return {companion.name: companion for family in families() for companion in family.companions}


@cache
def binary_files() -> Mapping[str, Callable[[bytes], str]]:
    """Return the functions that read binary files as text, by the extensions of the files."""
    return {each.extension: each.text_of for family in families() for each in family.binary_files}


@cache
def file_option_names() -> tuple[str, ...]:
    """Return the names of all options that keytally.toml may specify as parts of a pair."""
    return tuple(
        dict.fromkeys(file_option.name for family in families() for file_option in family.file_options)
    )


@cache
def table_option_names() -> tuple[str, ...]:
    """Return the names of all options that are separate tables in keytally.toml."""
    return tuple(dict.fromkeys(name for family in families() for name in family.table_options))


def file_options_of(task: str) -> Mapping[str, FileOption]:
    """Return the file options of a task by name. Raises KeyError for an unknown task."""
    return {file_option.name: file_option for file_option in family_of(task).file_options}


def configurations() -> Iterator[Configurations]:
    """Yield the configuration files of every family that has them."""
    return (family.configurations() for family in families() if family.configurations is not None)


def configurations_of(task: str) -> Configurations | None:
    """Return the configuration files that can be used to score a task; None if it does not use any."""
    found = family_of(task).configurations
    return None if found is None else found()


def part_languages(task: str) -> Mapping[str, str]:
    """Return the language ids of a task's files other than key and response, by part.

    The parts are `texts`, `configuration` and companion files. Raises KeyError for an unknown task.
    """
    found = {"texts": task_named(task).texts_language}
    found.update((companion.name, companion.language) for companion in family_of(task).companions)
    if configured := configurations_of(task):
        found["configuration"] = configured.language
    return {part: language for part, language in found.items() if language}


def read_option(argument: str) -> tuple[str, tuple[str, ...]]:
    """Return the option and the values in `name=value`. Raises SettingsError for text in any other form.

    A value that is a single plain word is used unchanged; any other value is parsed as in a configuration
    file.
    """
    if plain := re.fullmatch(_PLAIN_OPTION, argument):
        return plain[1], (plain[2],)
    return next(configurations()).read_option(argument)


def options_of(task: str) -> Options:
    """Return the options of a task. Raises KeyError for an unknown task."""
    return family_of(task).options(task)


def evaluation(task: str, settings: Settings) -> Evaluation:
    """Return the evaluation of a task under these settings.

    Raises KeyError for an unknown task, and SettingsError for unusable settings.
    """
    return family_of(task).evaluation(task, settings)


def language(name: str, role: Role, companion_texts: Mapping[str, str] = NOTHING, file: str = "") -> Language:
    """Return the language for a file outside any pair; raises KeyError for an unknown language.

    `companion_texts` contains the texts of companion files by name; each language uses the texts that it
    needs. `file` is the name of the file.
    """
    facts = languages()[name]
    texts = {each: text for each, text in companion_texts.items() if each in facts.companions}
    return named(facts.reader(role, texts), file)


def named(language: Language, file: str) -> Language:
    """Return the language for a file of that name."""
    return language if language.of_file is None else language.of_file(file, ())
