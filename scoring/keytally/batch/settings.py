"""What a run is scored by: the task, and the options that come after a configuration's."""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import beginning_of, filled_text, read_text, shown
from keytally.evaluations.muc.builtin.configurations import builtin_names
from keytally.evaluations.muc.builtin.task_definitions import builtin_bnf, builtin_bnf_names
from keytally.evaluations.registry import TASKS
from keytally.findings.suggestion import did_you_mean
from keytally.project import tasks
from keytally.project.configurations import absolute, compares_keys, task_of_configuration
from keytally.project.folders import FIRST_PART
from keytally.project.pair import Pair

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.config.document import ConfigUnit

FilePath = str | PathLike[str]
OptionValue = str | bool | int | float
Overrides = Sequence[tuple[str, tuple[str, ...]]]
OptionValues = Mapping[str, OptionValue | Sequence[OptionValue]] | Overrides


class Chosen(NamedTuple):
    """The task of a run, and whether both files are keys."""

    task: str
    both_keys: bool


def as_overrides(options: OptionValues) -> Overrides:
    """Options as lines of a configuration give them: True is `yes`, False `no`."""
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


def check_task(task: str) -> None:
    """Raise KeytallyError for a task that there is not."""
    if task not in TASKS:
        known = ", ".join(TASKS)
        raise KeytallyError(f"there is no task {task!r}{did_you_mean(task, TASKS)}; there is: {known}")


def check_options(task: str, overrides: Overrides) -> None:
    """Raise KeytallyError for options that MUC tasks do not have; the other tasks tell of theirs themselves.

    In a configuration file such an option is only a warning, since the MUC scorer passes over it.
    """
    if task not in tasks.MUC_TASKS or not overrides:
        return
    from keytally.evaluations.muc.formats.config.options import OPTIONS  # noqa: PLC0415 - only options of MUC tasks pay for it

    names = dict.fromkeys(name for name, _ in overrides if name.lower() not in OPTIONS)
    if names:
        raise KeytallyError(
            *(f"{task} has no option {name!r}{did_you_mean(name.lower(), OPTIONS)}" for name in names)
        )


def task_for(
    task: str | None, source: Path | str | None, overrides: Overrides, key: Path, response: Path
) -> Chosen:
    """The task asked for, else the configuration's, else the one that the key and the response are for."""
    if task is not None:
        check_task(task)
    unit = _parsed(source) if source is not None else None
    found = task or (task_of_configuration(unit) if unit is not None else None) or _told_by(key, response)
    return Chosen(found, compares_keys(unit, overrides))


def source_of(config: FilePath | None) -> Path | str | None:
    """The name of a built-in configuration where no file has it, else a file's path."""
    if config is None:
        return None
    path = Path(config)
    return str(config) if str(config) in builtin_names() and not path.exists() else absolute(path)


def bnf_source_of(bnf: FilePath | None) -> Path | str | None:
    """The name of a built-in BNF where no file has it, else a file's path."""
    if bnf is None:
        return None
    path = Path(bnf)
    return str(bnf) if str(bnf) in builtin_bnf_names() and not path.exists() else absolute(path)


def bnf_text(source: Path | str) -> str:
    """The text of a BNF file, or of a built-in BNF. Raises KeytallyError."""
    if isinstance(source, str):
        return builtin_bnf(source)
    beginning_of(shown(source), 0)
    return read_text(shown(source)).text


def check_bnf(bnf: FilePath) -> None:
    """Raise KeytallyError for a BNF that is neither a file nor built in."""
    source = bnf_source_of(bnf)
    if isinstance(source, Path) and not source.exists():
        names = ", ".join(builtin_bnf_names())
        raise KeytallyError(f"{bnf}: there is no such file; those built in are {names}")
    if source is not None:
        bnf_text(source)


def task_named_by(source: Path | str) -> str | None:
    """The task that a configuration is for; None where it names none."""
    return task_of_configuration(_parsed(source))


def _parsed(source: Path | str) -> "ConfigUnit":
    from keytally.evaluations.muc.evaluation.resolution import source_text  # noqa: PLC0415 - only MUC tasks and configurations pay for it
    from keytally.evaluations.muc.formats.config.parsing import parse  # noqa: PLC0415 - only MUC tasks and configurations pay for it

    with readable_settings():
        return parse(source_text(shown(source))[0])


def _told_by(key: Path, response: Path) -> str:
    if key.is_dir():
        raise KeytallyError(f"{key}: this is a folder; give a file, or name a task that scores folders")
    from keytally.project.conventions import task_by_extension, task_of  # noqa: PLC0415 - only a task that is not named pays for it
    from keytally.project.substitutions import answer_task  # noqa: PLC0415 - only a task that is not named pays for it

    task = task_by_extension(key.name) or task_of(beginning_of(key, FIRST_PART))
    if task is None:
        filled_text(key)
        raise KeytallyError(f"{key}: nothing in the key tells its task; give --task TASK")
    if task in tasks.LEXSUB_TASKS and not response.is_dir():
        return answer_task(task, beginning_of(response)) or task
    return task


def is_made_from_bnf(pair: Pair) -> bool:
    """Whether a pair is scored by a configuration that is made from its BNF.

    Raises KeytallyError for a BNF that cannot be read, or that gives none.
    """
    if pair.configuration is not None or pair.bnf is None or pair.task not in tasks.TEMPLATE_TASKS:
        return False
    from keytally.evaluations.muc.evaluation.defaults import default_configuration  # noqa: PLC0415 - only MUC tasks and configurations pay for it

    with readable_settings():
        return default_configuration(pair.task, bnf_text(pair.bnf)).made


def configuration_warnings(pair: Pair, overrides: Overrides) -> list[str]:
    """What is odd about a pair's configuration but does not keep it from being scored by."""
    if pair.task not in tasks.MUC_TASKS:
        return []
    from keytally.evaluations.muc.evaluation import defaults, resolution  # noqa: PLC0415 - only MUC tasks and configurations pay for it
    from keytally.evaluations.muc.language import configuration as reading  # noqa: PLC0415 - only MUC tasks and configurations pay for it

    if is_made_from_bnf(pair) and pair.bnf is not None:
        text, name, _ = defaults.default_configuration(pair.task, bnf_text(pair.bnf))
        bnf = shown(pair.bnf)
        told = [
            f"no configuration is named, so it is what keytally init --bnf {bnf} --task {pair.task} prints"
        ]
    else:
        (text, name), told = resolution.source_text(shown(pair.configuration), pair.task), []
    return told + resolution.warnings_of(reading.read_config(text), overrides, pair.task, name)
