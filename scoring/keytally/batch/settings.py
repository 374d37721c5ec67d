"""The settings of a run: the task, and the options added to a configuration."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import beginning_of, filled_text, read_text, shown
from keytally.evaluations import registry
from keytally.evaluations.family import Configurations, Source
from keytally.findings.suggestion import did_you_mean, nearest_name
from keytally.project.pair import Pair
from keytally.text.beginning import FIRST_PART
from keytally.text.paths import absolute
from keytally.text.regular import Within, fault_of, is_file, is_folder, is_there, reason_of

FilePath = str | PathLike[str]
OptionValue = str | bool | int | float
Overrides = Sequence[tuple[str, tuple[str, ...]]]
OptionValues = Mapping[str, OptionValue | Sequence[OptionValue]] | Overrides


class Chosen(NamedTuple):
    """The task of a run, and whether both files are keys."""

    task: str
    both_keys: bool


def as_overrides(options: OptionValues) -> Overrides:
    """Options as lines of a configuration state them: True is `yes`, False `no`."""
    if isinstance(options, Mapping):
        return [(name, _words(value)) for name, value in options.items()]
    return options


def _words(value: OptionValue | Sequence[OptionValue]) -> tuple[str, ...]:
    if isinstance(value, str | bool | int | float):
        return (_word(value),)
    return tuple(_word(each) for each in value)


def _word(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def as_folders(allow: FilePath | Iterable[FilePath]) -> list[Path]:
    """Folders as paths; a string is one folder, not one for each of its characters."""
    return [Path(allow)] if isinstance(allow, str | PathLike) else [Path(folder) for folder in allow]


def check_task(task: str) -> None:
    """Raise KeytallyError for an unknown task."""
    if registry.find_task(task) is None:
        tasks = registry.tasks()
        hint, known = did_you_mean(task, tasks), ", ".join(tasks)
        raise KeytallyError(
            f"there is no task {task!r}{hint}{' There are' if hint else '; there are'}: {known}"
        )


def check_options(task: str, overrides: Overrides) -> None:
    """Raise KeytallyError for options that are unknown to a task with configurations.

    In a configuration file such an option is only a warning, since other scorers ignore it; tasks without
    configurations check their own options.
    """
    if not overrides or registry.find_task(task) is None or registry.configurations_of(task) is None:
        return
    options = registry.options_of(task).table
    known = {name.lower(): name for name in options}
    unknown = dict.fromkeys(name for name, _ in overrides if name.lower() not in known)
    if unknown:
        raise KeytallyError(*(f"{task} has no option {name!r}{_hint(name, known)}" for name in unknown))


def _hint(name: str, known: Mapping[str, str]) -> str:
    """The nearest option as a hint, as it is documented; `known` has the options by lower case."""
    near = nearest_name(name.lower(), known)
    return f"; did you mean {known[near]}?" if near else ""


def task_for(
    task: str | None, source: Path | str | None, overrides: Overrides, key: Path, response: Path
) -> Chosen:
    """The task asked for, else the configuration's, else the one detected from the key and the response."""
    if task is not None:
        check_task(task)
    found = task or (configured_task(source) if source is not None else None) or _detected_task(key, response)
    return Chosen(found, _compares_keys(found, source, overrides))


def task_told(files: Sequence[FilePath], config: FilePath | None = None, options: OptionValues = ()) -> str:
    """The task that a configuration names, else the one that the first two of annotators' files tell."""
    key, response = Path(files[0]), Path(files[-1] if len(files) == 1 else files[1])
    return task_for(None, source_of(config), as_overrides(options), key, response).task


def _compares_keys(task: str, source: Path | str | None, overrides: Overrides) -> bool:
    configurations = registry.configurations_of(task) if registry.find_task(task) else None
    if configurations is None or (source is None and not overrides):
        return False
    with readable_settings():
        text = None if source is None else configurations.text_of(shown(source))
        return configurations.compares_keys(text, overrides)


def source_of(config: FilePath | None) -> Path | str | None:
    """The name of a built-in configuration if no file has that name, else a file's path."""
    if config is None:
        return None
    path = Path(config)
    is_built_in = any(str(config) in each.names() for each in registry.configurations())
    return str(config) if is_built_in and not is_there(path) else absolute(path)


def companion_of(kind: str, file: FilePath) -> Path | str:
    """The name of a built-in companion file of a kind if no file has that name, else a file's path."""
    path = Path(file)
    built_in = registry.companions()[kind].built_in()
    return str(file) if str(file) in built_in and not is_there(path) else absolute(path)


def companion_text(kind: str, source: Path | str, within: Within | None = None) -> str:
    """The text of a companion file, or of a built-in one. Raises KeytallyError."""
    if isinstance(source, str):
        return registry.companions()[kind].text_of(source)
    beginning_of(shown(source), 0)
    return read_text(shown(source), within=within).text


def companion_texts(companions: Mapping[str, Path | str], within: Within | None = None) -> dict[str, str]:
    """The texts of companion files by kind. Raises KeytallyError."""
    return {kind: companion_text(kind, source, within) for kind, source in companions.items()}


def check_companion(kind: str, file: FilePath) -> None:
    """Raise KeytallyError for a companion file that is neither a file nor built in."""
    source = companion_of(kind, file)
    if isinstance(source, Path) and isinstance(fault := fault_of(source), FileNotFoundError):
        names = ", ".join(registry.companions()[kind].built_in())
        raise KeytallyError(f"{file}: {reason_of(fault)}; those built in are {names}")
    companion_text(kind, source)


def configured_task(source: Path | str) -> str | None:
    """The task that a configuration names; None if it names none."""
    configurations = configurations_for(source)
    with readable_settings():
        return configurations.task(configurations.text_of(shown(source)))


def configurations_for(source: Path | str) -> Configurations:
    """The configuration files of the family of `source`; those of the first family if nothing decides it."""
    known = list(registry.configurations())
    if isinstance(source, str):
        return next(each for each in known if source in each.names())
    if len(known) > 1 and is_file(source):
        head = beginning_of(shown(source))
        return next((each for each in known if each.is_configuration(head)), known[0])
    return known[0]


def _detected_task(key: Path, response: Path) -> str:
    if is_folder(key):
        raise KeytallyError(f"{key}: this is a folder; give a file, or name a task that scores folders")
    from keytally.project.conventions import task_by_name, task_of, task_with  # noqa: PLC0415 - only a task that is not named pays for it

    task = task_by_name(key.name) or task_of(beginning_of(key, FIRST_PART))
    if task is None:
        text = filled_text(key, wanted="a key with something to score in it tells its task")
        problem = f"{key}: nothing in the key tells its task; give --task TASK"
        raise KeytallyError(problem, *_order_of(key, text, response))
    if registry.family_of(task).naming().task_with is not None and not is_folder(response):
        return task_with(task, beginning_of(response)) or task
    return task


def configuration_told(task: str, key: Path, response: Path) -> str | None:
    """The built-in configuration that a key tells, where none is named; None for the task's default.

    A file that is key and response tells it as both.

    Raises KeytallyError for a key that cannot be read.
    """
    if registry.find_task(task) is None or registry.family_of(task).naming().configuration_of is None:
        return None
    from keytally.project.conventions import configuration_of  # noqa: PLC0415 - few families tell it

    return configuration_of(task, beginning_of(key), in_one=absolute(key) == absolute(response))


def _order_of(key: Path, text: str, response: Path) -> list[str]:
    """A line if the response is what a key is, and the key what a response is."""
    if not is_file(response):
        return []
    from keytally.batch.exchange import are_texts_exchanged, wrong_order  # noqa: PLC0415 - it is an error
    from keytally.project.conventions import task_of  # noqa: PLC0415 - it is an error

    head = beginning_of(response, FIRST_PART)
    task = task_of(head)
    is_exchanged = task is not None and are_texts_exchanged(task, text, head)
    return [wrong_order(key, response)] if is_exchanged else []


def is_made_from_companions(pair: Pair) -> bool:
    """Whether the configuration of a pair is derived from its companion files.

    Raises KeytallyError for a companion file that cannot be read, or that gives no configuration.
    """
    configurations = registry.configurations_of(pair.task)
    if configurations is None or pair.configuration is not None or not pair.companions:
        return False
    with readable_settings():
        texts = companion_texts(pair.companions, pair.settings_within)
        return configurations.is_made(_source(pair, ()), texts)


def configuration_warnings(pair: Pair, overrides: Overrides) -> list[str]:
    """The oddities in a pair's configuration that do not prevent scoring, a line each."""
    configurations = registry.configurations_of(pair.task)
    if configurations is None:
        return []
    texts = companion_texts(pair.companions, pair.settings_within)
    return configurations.warnings(_source(pair, overrides), texts)


def _source(pair: Pair, overrides: Overrides) -> Source:
    companions = {kind: shown(source) for kind, source in pair.companions.items()}
    return Source(pair.task, shown(pair.configuration), overrides, companions, pair.settings_within)
