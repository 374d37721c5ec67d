"""Resolves a configuration file and the options after it to one typed configuration."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

from keytally.evaluations.muc.builtin.configurations import DEFAULT_NAMES, builtin_names, builtin_text
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.option_line import option_line
from keytally.evaluations.muc.formats.config.options import REQUIRED, find_option
from keytally.evaluations.muc.formats.config.typed import typed_configuration
from keytally.evaluations.muc.language.configuration import read_config
from keytally.evaluations.muc.model.configuration import Configuration, ConfigurationError
from keytally.evaluations.options import Kind
from keytally.findings.finding import Finding
from keytally.findings.rule import Severity
from keytally.findings.spelling import shown
from keytally.findings.table.config import BAD_OPTION_VALUE, MISSING_OPTION
from keytally.text.decoding import decode
from keytally.text.lines import count_line_ends
from keytally.text.regular import Within, reason_of, regular_bytes

Overrides = Iterable[tuple[str, tuple[str, ...]]]
"""Options as (name, values), each read as a line after the file's lines."""

_MOST_PROBLEMS = 20


def load_configuration(
    source: Path | str | None,
    overrides: Overrides = (),
    task: str | None = None,
    within: Within | None = None,
) -> Configuration:
    """The configuration of a file, of a built-in name, or (None) of a task's default.

    `task` is the task asked for, if any; a configuration for another task is an error. Raises
    ConfigurationError for a file that cannot be read, or lies not `within`, or that has errors.
    """
    text, name = source_text(source, task, within)
    return configuration_of(unit_of(text), overrides, task, name)


@lru_cache(maxsize=1)
def unit_of(text: str) -> ConfigUnit:
    """The unit of a configuration, which a run asks for twice: for its values, and for what is odd in it."""
    return read_config(text)


def configuration_of(
    unit: ConfigUnit, overrides: Overrides = (), task: str | None = None, source: str = "configuration"
) -> Configuration:
    """The configuration that a file and the options after it define; see `load_configuration`.

    `source` is the name of the file in error messages.
    """
    whole = _with_overrides(unit, overrides, task)
    problems = _problems(whole, Severity.ERROR, source)
    found = whole.last_value("scoring_task")
    if task and found and found.content.strip().lower() != task:
        problems.append(f"{source}: the configuration is for {found.content.strip()}, not for {task}")
    lacking = [] if problems else [name for name in REQUIRED if not whole.lines_of(name)]
    problems += [f"{source}: {MISSING_OPTION.message.format(option=name)}" for name in lacking]
    if problems:
        raise ConfigurationError(problems)
    return typed_configuration(whole)


def warnings_of(
    unit: ConfigUnit, overrides: Overrides = (), task: str | None = None, source: str = "configuration"
) -> list[str]:
    """The oddities in a configuration that are no errors, such as an unknown option: a line each."""
    return _problems(_with_overrides(unit, overrides, task), Severity.WARNING, source)


def source_text(
    source: Path | str | None, task: str | None = None, within: Within | None = None
) -> tuple[str, str]:
    """The text of a configuration, and its name in messages.

    A string is a built-in name, else a path. Raises ConfigurationError if there is no such file.
    """
    if source is None:
        source = DEFAULT_NAMES.get(task or "", task or "no task")
        if source not in builtin_names():
            raise ConfigurationError([f"there is no built-in configuration for {task or 'no task'}"])
    if isinstance(source, str) and source in builtin_names():
        return builtin_text(source), source
    return _text_of(Path(source), within), str(source)


def _text_of(source: Path, within: Within | None) -> str:
    try:
        data = regular_bytes(source, within=within)
        if b"\0" in data:
            raise ValueError("the file is binary, not text")
        return decode(data).text
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        if isinstance(error, FileNotFoundError):
            reason += f"; those built in are {', '.join(builtin_names())}"
        raise ConfigurationError([f"{source}: cannot read the configuration: {reason}"]) from error


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """The problem with the values of a flag or a choice; None if there is none.

    None also for all other options, which can be checked only within a whole configuration.
    """
    option = find_option(name)
    if option is None or option.kind not in (Kind.FLAG, Kind.CHOICE):
        return None
    try:
        unit = read_config(option_line(name, values))
    except ConfigurationError as error:
        return error.problems[0]
    return next((found.message for found in unit.findings if found.rule is BAD_OPTION_VALUE), None)


def _with_overrides(unit: ConfigUnit, overrides: Overrides, task: str | None) -> ConfigUnit:
    """The file with the overrides as further lines, and the task if no line gives one."""
    options = list(overrides)
    given = {line.name.lower() for line in unit.lines} | {name.lower() for name, _ in options}
    if task and "scoring_task" not in given:
        options.append(("scoring_task", (task,)))
    lines = [option_line(name, values) for name, values in options]
    if not lines or unit.is_oversized:
        return unit
    text = unit.text + "\n"
    return read_config(text + "\n".join(lines), overrides_from=len(text))


def _problems(unit: ConfigUnit, severity: Severity, source: str) -> list[str]:
    """A line for each of the first findings of that severity, and one for the number of the others."""
    found = [finding for finding in unit.findings if finding.rule.severity is severity]
    rest = len(found) - _MOST_PROBLEMS
    lines = [_problem_line(unit, finding, source) for finding in found[:_MOST_PROBLEMS]]
    return [*lines, f"{source}: {rest} more of the kind"] if rest > 0 else lines


def _problem_line(unit: ConfigUnit, finding: Finding, source: str) -> str:
    """A finding after its file and line, or after the option that was given besides the file.

    An option that the message names itself is not named twice.
    """
    if finding.start == finding.end:
        return f"{source}: {finding.message}"
    if finding.start < unit.overrides_from:
        return f"{source}:{1 + count_line_ends(unit.text[: finding.start])}: {finding.message}"
    name = [line for line in unit.lines if line.start <= finding.start][-1].name
    if name in re.split(r"[\s;,]+", finding.message):
        return finding.message
    return f"option {shown(name)}: {finding.message}"
