"""The settings of a run (task and options), and detection of swapped keys and responses."""

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from keytally.families import registry
from keytally.families.contract import Role
from keytally.families.family import Configurations, Source
from keytally.findings.spelling import did_you_mean, nearest_name
from keytally.project.pair import Pair
from keytally.runs.files import (
    KeytallyError,
    beginning_of,
    filled_text,
    read_text,
    readable_settings,
    shown_path,
)
from keytally.text.files import (
    FIRST_PART,
    Within,
    absolute,
    fault_of,
    is_file,
    is_folder,
    is_there,
    reason_of,
)

PART = 1 << 16
"""The size of the part of a response that is searched for features of keys."""


def swapped_files(pair: Pair, key: str, response: str, shown: tuple[Path, Path]) -> list[str]:
    """Return a warning if the files of a pair, given with their texts, seem to be swapped.

    Content takes precedence over names. If the pair is not given on the command line, names can only confirm
    its order: a project that pairs `key` with `response` is assumed to be right.
    """
    if pair.both_keys or pair.key == pair.response:
        return []
    if pair.key_files is not None:
        is_exchanged = _are_folders_exchanged(pair)
    else:
        is_exchanged = are_texts_exchanged(pair.task, key, response)
    if is_exchanged is None and pair.is_given:
        is_exchanged = _roles(pair.key, pair.response) == (Role.RESPONSE, Role.KEY)
    elif is_exchanged and not pair.is_given:
        is_exchanged = _roles(pair.key, pair.response) != (Role.KEY, Role.RESPONSE)
    return [wrong_order(*shown)] if is_exchanged else []


def wrong_order(key: Path, response: Path) -> str:
    """Return the warning that two files seem to be swapped."""
    return (
        f"the files seem to be swapped: {response} looks like the key and {key} like the response; "
        "specify the key first"
    )


def are_texts_exchanged(task: str, key: str, response: str) -> bool | None:
    """Return whether the contents of two files show that they are swapped; None if undecidable."""
    marked_as_key = registry.family_of(task).naming().marked_as_key
    if marked_as_key is None:
        return None
    theirs = marked_as_key(task, response[:PART])
    mine = marked_as_key(task, key if theirs else key[:PART])
    if mine == theirs:
        return None
    return bool(theirs) if theirs is not None else mine is False


def _roles(key: Path, response: Path) -> tuple[Role | None, Role | None]:
    """Return the roles that the names of two files show."""
    from keytally.project.conventions import role_of  # noqa: PLC0415 - the content of most files decides

    return role_of(key), role_of(response)


def _are_folders_exchanged(pair: Pair) -> bool | None:
    """Return whether only the response's directory is structured like a key; None if this is true of both
    directories or of neither.
    """
    layout = registry.task_named(pair.task).folder
    if layout is None:
        return None
    mine, theirs = (is_folder(side / layout.key_folder) for side in (pair.key, pair.response))
    return None if mine == theirs else theirs


FilePath = str | PathLike[str]
OptionValue = str | bool | int | float
Overrides = Sequence[tuple[str, tuple[str, ...]]]
OptionValues = Mapping[str, OptionValue | Sequence[OptionValue]] | Overrides


class Chosen(NamedTuple):
    """The task of a run, whether both files are keys, and a note on a task inferred from the response."""

    task: str
    both_keys: bool
    note: str = ""


def as_overrides(options: OptionValues) -> Overrides:
    """Return options as the lines of a configuration; True becomes `yes`, False `no`."""
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
    """Return directories as paths; a string is one directory, not one for each character."""
    return [Path(allow)] if isinstance(allow, str | PathLike) else [Path(folder) for folder in allow]


def check_task(task: str) -> None:
    """Raise KeytallyError for an unknown task."""
    if registry.find_task(task) is None:
        tasks = registry.tasks()
        hint, known = did_you_mean(task, tasks), ", ".join(tasks)
        raise KeytallyError(
            f"unknown task {task!r}{hint}{' Available tasks' if hint else '; available tasks'}: {known}"
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
    """Return the most similar option as a hint, spelled as documented; `known` contains the options by
    lower-case name.
    """
    near = nearest_name(name.lower(), known)
    return f"; did you mean {known[near]}?" if near else ""


def task_for(
    task: str | None, source: Path | str | None, overrides: Overrides, key: Path, response: Path
) -> Chosen:
    """Return the requested task, the task of the configuration, or the task inferred from the key and the
    response.
    """
    if task is not None:
        check_task(task)
    found = task or (configured_task(source) if source is not None else None)
    note = ""
    if found is None:
        found, note = _detected_task(key, response)
    return Chosen(found, _compares_keys(found, source, overrides), note)


def inferred_task(
    files: Sequence[FilePath], config: FilePath | None = None, options: OptionValues = ()
) -> str:
    """Return the task of a configuration, or the task inferred from the first two annotators' files."""
    key, response = Path(files[0]), Path(files[-1] if len(files) == 1 else files[1])
    return task_for(None, source_of(config), as_overrides(options), key, response).task


def _compares_keys(task: str, source: Path | str | None, overrides: Overrides) -> bool:
    configurations = registry.configurations_of(task) if registry.find_task(task) else None
    if configurations is None or (source is None and not overrides):
        return False
    with readable_settings():
        text = None if source is None else configurations.text_of(shown_path(source))
        return configurations.compares_keys(text, overrides)


def source_of(config: FilePath | None) -> Path | str | None:
    """Return a file's path, or a built-in configuration's name if there is no such file; None without a
    configuration.
    """
    if config is None:
        return None
    path = Path(config)
    is_built_in = any(str(config) in configuration.names() for configuration in registry.configurations())
    return str(config) if is_built_in and not is_there(path) else absolute(path)


def companion_of(kind: str, file: FilePath) -> Path | str:
    """Return a file's path, or a built-in companion's name if there is no such file."""
    path = Path(file)
    built_in = registry.companions()[kind].built_in()
    return str(file) if str(file) in built_in and not is_there(path) else absolute(path)


def companion_text(kind: str, source: Path | str, within: Within | None = None) -> str:
    """Return the text of a companion file, or of a built-in companion. Raises KeytallyError."""
    if isinstance(source, str):
        return registry.companions()[kind].text_of(source)
    beginning_of(shown_path(source), 0)
    return read_text(shown_path(source), within=within).text


def companion_texts(companions: Mapping[str, Path | str], within: Within | None = None) -> dict[str, str]:
    """Return the texts of companion files by kind. Raises KeytallyError."""
    return {kind: companion_text(kind, source, within) for kind, source in companions.items()}


def check_companion(kind: str, file: FilePath) -> None:
    """Raise KeytallyError for a companion file that is neither a file nor built in."""
    source = companion_of(kind, file)
    if isinstance(source, Path) and isinstance(fault := fault_of(source), FileNotFoundError):
        names = ", ".join(registry.companions()[kind].built_in())
        raise KeytallyError(f"{file}: {reason_of(fault)}; built-in names: {names}")
    companion_text(kind, source)


def configured_task(source: Path | str) -> str | None:
    """Return the task that a configuration names; None if it names none."""
    configurations = configurations_for(source)
    with readable_settings():
        return configurations.task(configurations.text_of(shown_path(source)))


def configurations_for(source: Path | str) -> Configurations:
    """Return the configuration files of the family of `source`, by default of the first family."""
    known = list(registry.configurations())
    if isinstance(source, str):
        return next(each for each in known if source in each.names())
    if len(known) > 1 and is_file(source):
        head = beginning_of(shown_path(source))
        return next((each for each in known if each.is_configuration(head)), known[0])
    return known[0]


def _detected_task(key: Path, response: Path) -> tuple[str, str]:
    """Return the task of a key and a response, with a note if it was inferred from the response."""
    if is_folder(key):
        return _task_of_folder(key), ""
    from keytally.project.conventions import task_by_name, task_of, task_with  # noqa: PLC0415 - only a task that is not named pays for it

    task = task_by_name(key.name) or task_of(beginning_of(key, FIRST_PART))
    if task is None:
        text = filled_text(key, wanted="the task is inferred from the content of the key")
        problem = f"{key}: cannot infer the task from the key; use --task TASK"
        raise KeytallyError(problem, *_order_of(key, text, response))
    if registry.family_of(task).naming().task_with is not None and not is_folder(response):
        inferred = task_with(task, beginning_of(response)) or task
        note = registry.task_named(inferred).inferred_note if inferred != task else ""
        return inferred, note and f"{response}: {note} (task {inferred})"
    return task, ""


def _task_of_folder(folder: Path) -> str:
    """Return the task that the names of the files in a directory indicate.

    Raises KeytallyError if they indicate no task or several.
    """
    from keytally.project.conventions import task_by_name  # noqa: PLC0415 - only a task that is not named pays

    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise KeytallyError(f"{folder}: {reason_of(error)}") from error
    found = {task for name in names if (task := task_by_name(name)) and registry.task_named(task).folder}
    if len(found) != 1:
        raise KeytallyError(
            f"{folder}: this is a directory; specify a file, or a task that scores directories"
        )
    return found.pop()


def inferred_configuration(task: str, key: Path, response: Path) -> str | None:
    """Return the built-in configuration inferred from a key; None for the task's default.

    For a file that is both key and response, it is inferred from both roles.

    Raises KeytallyError for a key that cannot be read.
    """
    if registry.find_task(task) is None or registry.family_of(task).naming().configuration_of is None:
        return None
    from keytally.project.conventions import configuration_of  # noqa: PLC0415 - few families infer it

    return configuration_of(task, beginning_of(key), in_one=absolute(key) == absolute(response))


def _order_of(key: Path, text: str, response: Path) -> list[str]:
    """Return a warning if the key and the response seem to be swapped."""
    if not is_file(response):
        return []
    from keytally.project.conventions import task_of  # noqa: PLC0415 - it is an error

    head = beginning_of(response, FIRST_PART)
    task = task_of(head)
    is_exchanged = task is not None and are_texts_exchanged(task, text, head)
    return [wrong_order(key, response)] if is_exchanged else []


def is_made_from_companions(pair: Pair) -> bool:
    """Return whether the configuration of a pair is derived from its companion files.

    Raises KeytallyError if a companion file cannot be read or does not define a configuration.
    """
    configurations = registry.configurations_of(pair.task)
    if configurations is None or pair.configuration is not None or not pair.companions:
        return False
    with readable_settings():
        texts = companion_texts(pair.companions, pair.settings_within)
        return configurations.is_made(_source(pair, ()), texts)


def configuration_warnings(pair: Pair, overrides: Overrides) -> list[str]:
    """Return a line for each configuration problem of a pair that does not prevent scoring."""
    configurations = registry.configurations_of(pair.task)
    if configurations is None:
        return []
    texts = companion_texts(pair.companions, pair.settings_within)
    return configurations.warnings(_source(pair, overrides), texts)


def _source(pair: Pair, overrides: Overrides) -> Source:
    companions = {kind: shown_path(source) for kind, source in pair.companions.items()}
    return Source(pair.task, shown_path(pair.configuration), overrides, companions, pair.settings_within)
