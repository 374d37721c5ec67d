"""The language of configuration files, and the resolution of a file and overriding options to one
configuration.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from keytally.families.contract import Language, Role
from keytally.families.family import Kind
from keytally.families.muc.builtin import DEFAULT_NAMES, builtin_names, builtin_text
from keytally.families.muc.configuration.document import (
    ConfigUnit,
    option_line,
    parse_configuration,
    typed_configuration,
)
from keytally.families.muc.configuration.options import REQUIRED, find_option
from keytally.families.muc.configuration.rules import Targets, check_configuration
from keytally.families.muc.model import Configuration, ConfigurationError
from keytally.findings.finding import Finding, Severity
from keytally.findings.spelling import short_text
from keytally.findings.table.config import BAD_OPTION_VALUE, MISSING_OPTION
from keytally.text.files import Within, decode, reason_of, regular_bytes
from keytally.text.positions import count_line_ends
from keytally.text.rendering import quantity

if TYPE_CHECKING:
    from keytally.families.muc.bnf import Bnf


class _ConfigLanguageFields(NamedTuple):
    bnf: "Bnf | None" = None
    name: str = "muc-config"
    lookahead: int = 1


class ConfigLanguage(_ConfigLanguageFields, Language):
    """The language `muc-config`. A configuration has no unit boundaries: after any edit, the whole file is
    parsed again.

    `bnf` is the BNF of the scored files; it defines the classes that slots may point to.
    """

    __slots__ = ()

    def boundaries(self, text: str) -> list[int]:
        """Return no boundaries, because the meaning of a line depends on the lines before it."""
        return []

    def read(self, text: str) -> ConfigUnit:
        """Parse a text as a configuration file; never fails."""
        return read_config(text, targets=_targets(self.bnf) if self.bnf else None)


def configuration_language(role: Role, bnf: str | None = None) -> ConfigLanguage:
    """Return the language of configuration files, which is the same for every role. `bnf` is the text of a
    BNF.
    """
    if bnf is None:
        return ConfigLanguage()
    from keytally.families.muc.bnf import bnf_of  # noqa: PLC0415 - only files with a BNF pay for it

    return ConfigLanguage(bnf_of(bnf))


def read_config(text: str, overrides_from: int | None = None, targets: Targets | None = None) -> ConfigUnit:
    """Parse a text as a configuration and collect its findings; never fails.

    Lines from the offset `overrides_from` on are overrides. `targets` are the classes that a BNF allows slots
    to point to; the rule for the order of classes uses them.
    """
    unit = parse_configuration(text, overrides_from)
    unit.findings = list(check_configuration(unit, targets))
    return unit


def _targets(bnf: "Bnf") -> Targets:
    """Return the classes that each slot may point to, for the slots that the BNF restricts."""
    slots = ((each.name.lower(), slot) for each in bnf.classes for slot in each.slots if slot.pointers)
    return {(owner, slot.name.lower()): bnf.targets(slot) or () for owner, slot in slots}


Overrides = Iterable[tuple[str, tuple[str, ...]]]
"""Options as (name, values) pairs, which are read as lines appended to the file."""

_MOST_PROBLEMS = 20
_NO_TASK = "no task is specified, so there is no built-in configuration; specify a task or a configuration"


def load_configuration(
    source: Path | str | None,
    overrides: Overrides = (),
    task: str | None = None,
    within: Within | None = None,
) -> Configuration:
    """Load a configuration from a file, a built-in name, or (if `source` is None) the default of a task.

    `task` is the requested task, if any; a configuration for another task is an error. Raises
    ConfigurationError for a file that cannot be read, is outside `within`, or has errors.
    """
    text, name = source_text(source, task, within)
    return resolve_configuration(configuration_unit(text), overrides, task, name)


@lru_cache(maxsize=1)
def configuration_unit(text: str) -> ConfigUnit:
    """Return the parsed configuration; cached because a run reads both its values and its warnings."""
    return read_config(text)


def resolve_configuration(
    unit: ConfigUnit, overrides: Overrides = (), task: str | None = None, source: str = "configuration"
) -> Configuration:
    """Return the configuration that a file and overriding options define; see `load_configuration`.

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


def configuration_warnings(
    unit: ConfigUnit, overrides: Overrides = (), task: str | None = None, source: str = "configuration"
) -> list[str]:
    """Return a line for each warning about a configuration, such as one about an unknown option."""
    return _problems(_with_overrides(unit, overrides, task), Severity.WARNING, source)


def source_text(
    source: Path | str | None, task: str | None = None, within: Within | None = None
) -> tuple[str, str]:
    """Return the text of a configuration and its name in messages.

    `source` is a built-in name or a path. Raises ConfigurationError if the file cannot be read, or if the
    task has no built-in configuration.
    """
    if source is None:
        source = DEFAULT_NAMES.get(task or "", task or "no task")
        if source not in builtin_names():
            raise ConfigurationError(
                [f"there is no built-in configuration for the task {task}" if task else _NO_TASK]
            )
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
            reason += f"; built-in names: {', '.join(builtin_names())}"
        raise ConfigurationError([f"{source}: cannot read the configuration: {reason}"]) from error


def value_problem(name: str, values: Sequence[str]) -> str | None:
    """Return the problem with the values of a flag or a choice, or None.

    The result is also None for options of other kinds, which can be checked only within a complete
    configuration.
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
    """Return the file with the overrides appended, and with the task if no line specifies a task."""
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
    """Return a line for each of the first findings with that severity, and a line with the number of
    further findings.
    """
    found = [finding for finding in unit.findings if finding.rule.severity is severity]
    rest = len(found) - _MOST_PROBLEMS
    lines = [_problem_line(unit, finding, source) for finding in found[:_MOST_PROBLEMS]]
    return [*lines, f"{source}: {quantity(rest, 'more finding')} not shown"] if rest > 0 else lines


def _problem_line(unit: ConfigUnit, finding: Finding, source: str) -> str:
    """Return a finding, preceded by its file and line or by the name of the overriding option.

    The option is omitted if the message already contains its name.
    """
    if finding.start == finding.end:
        return f"{source}: {finding.message}"
    if finding.start < unit.overrides_from:
        return f"{source}:{1 + count_line_ends(unit.text[: finding.start])}: {finding.message}"
    name = [line for line in unit.lines if line.start <= finding.start][-1].name
    if name in re.split(r"[\s;,]+", finding.message):
        return finding.message
    return f"option {short_text(name)}: {finding.message}"
