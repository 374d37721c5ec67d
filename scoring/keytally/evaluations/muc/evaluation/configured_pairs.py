"""MUC configuration files: the pair that one names, and warnings about it.

This implements `keytally.evaluations.family.Configurations` for the MUC tasks.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from keytally.evaluations.family import ConfiguredPair, NamedFile, Source
from keytally.text.paths import absolute
from keytally.text.span import Span

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.config.document import ConfigUnit

Options = Sequence[tuple[str, tuple[str, ...]]]

_BEFORE_OPTIONS = re.compile(r"(?:[ \t]*\n|;[^\n]*)*")
_OPTION = re.compile(r"^:([A-Za-z][\w-]*)(?=\s|$)", re.M)


class MucConfigurations:
    """The configuration files of the MUC scorer. `tasks` are the tasks that one may name."""

    title = "MUC configuration"
    language = "muc-config"

    def __init__(self, tasks: Sequence[str]) -> None:
        self._tasks = tasks

    def names(self) -> Sequence[str]:
        """The names of the built-in configurations."""
        return self._builtin_names

    @cached_property
    def _builtin_names(self) -> Sequence[str]:
        from keytally.evaluations.muc.builtin.configurations import builtin_names  # noqa: PLC0415 - only names pay for it

        return builtin_names()

    def is_configuration(self, head: str) -> bool:
        """Whether a file that begins with `head` is a configuration.

        Its first line that is neither blank nor comment begins with `:` and a name, and at least one line
        begins with the name of a known option.
        """
        text = head.replace("\r", "\n")
        before = _BEFORE_OPTIONS.match(text)
        if _OPTION.match(text, before.end() if before else 0) is None:
            return False
        from keytally.evaluations.muc.formats.config.options import find_option  # noqa: PLC0415 - only configurations pay for it

        return any(find_option(option[1]) for option in _OPTION.finditer(text))

    def pair(self, path: Path, text: str) -> ConfiguredPair | None:
        """The pair that the configuration at `path` names; None if it names no known task.

        Other errors of the configuration do not matter here.
        """
        unit = _parsed(text)
        task = _task_of(unit)
        if task is None or task not in self._tasks:
            return None
        key, response = (file_named(path, unit, option) for option in ("key_file", "response_file"))
        return ConfiguredPair(task, key, response, _compares_keys(unit, ()))

    def named_files(self, path: Path, text: str) -> Sequence[NamedFile]:
        """The key and the response that the configuration at `path` states, at their names."""
        unit = _parsed(text)
        stated = ((option, unit.last_value(option)) for option in ("key_file", "response_file"))
        base = unit.last_value("muc_base_directory")
        named = ((file_named(path, unit, option), value or base) for option, value in stated)
        return [NamedFile(file, Span(value.start, value.end)) for file, value in named if value]

    def checked_pair(self, path: Path, options: Options) -> tuple[ConfiguredPair, tuple[Path, Path]]:
        """The pair of a configuration without errors, and its two files as messages show them."""
        from keytally.evaluations.muc.evaluation.resolution import load_configuration  # noqa: PLC0415 - only configurations pay for it

        configuration = load_configuration(path, options)
        names = (configuration.key_file, configuration.response_file)
        key, response = (path.parent / configuration.based(name) for name in names)
        both_keys = configuration.scoring_method == "key2key"
        base = configuration.muc_base_directory
        pair = ConfiguredPair(configuration.scoring_task, absolute(key), absolute(response), both_keys, base)
        return pair, (key, response)

    def text_of(self, source: Path | str) -> str:
        """The text of a configuration file, or of a built-in configuration."""
        from keytally.evaluations.muc.evaluation.resolution import source_text  # noqa: PLC0415 - only configurations pay for it

        return source_text(source)[0]

    def task(self, text: str) -> str | None:
        """The task that a configuration names, known or not; None if it names none."""
        return _task_of(_parsed(text))

    def compares_keys(self, text: str | None, options: Options) -> bool:
        """Whether two keys are compared under a configuration and the options after it."""
        return _compares_keys(None if text is None else _parsed(text), options)

    def read_option(self, argument: str) -> tuple[str, tuple[str, ...]]:
        """The option and the values in `name=value`: the value is parsed like the rest of a line."""
        from keytally.evaluations.muc.formats.config.option_line import parsed_override  # noqa: PLC0415 - only options pay for it

        return parsed_override(argument)

    def is_made(self, source: Source, companions: Mapping[str, str]) -> bool:
        """Whether the configuration of a pair is derived from its BNF."""
        if source.configuration is not None or "bnf" not in companions or source.task is None:
            return False
        from keytally.evaluations.muc.evaluation.defaults import default_configuration  # noqa: PLC0415 - only a BNF pays for it

        return default_configuration(source.task, companions["bnf"]).made

    def warnings(self, source: Source, companions: Mapping[str, str]) -> list[str]:
        """The oddities in a pair's configuration, a line each, and a line if it is derived from a BNF."""
        from keytally.evaluations.muc.evaluation import resolution  # noqa: PLC0415 - only MUC tasks pay for it

        if self.is_made(source, companions) and source.task is not None:
            from keytally.evaluations.muc.evaluation.defaults import default_configuration  # noqa: PLC0415 - only a BNF needs it

            text, name, _ = default_configuration(source.task, companions["bnf"])
            made = f"keytally init --bnf {source.companions['bnf']} --task {source.task}"
            notes = [f"no configuration is named, so it is what {made} prints"]
        else:
            (text, name), notes = resolution.source_text(source.configuration, source.task, source.within), []
        return notes + resolution.warnings_of(resolution.unit_of(text), source.options, source.task, name)


def file_named(configuration: Path, unit: "ConfigUnit", option: str) -> Path:
    """The file that an option of the configuration file names.

    `muc_base_directory` is put before the name without a slash between them (manual); the result is relative
    to the configuration's folder.
    """
    name = _value(unit, "muc_base_directory") + _value(unit, option)
    return absolute(configuration.parent / name)


def _parsed(text: str) -> "ConfigUnit":
    from keytally.evaluations.muc.formats.config.parsing import parse  # noqa: PLC0415 - only configurations pay for it

    return parse(text)


def _task_of(unit: "ConfigUnit") -> str | None:
    return _value(unit, "scoring_task").strip().lower() or None


def _compares_keys(unit: "ConfigUnit | None", options: Options) -> bool:
    methods = [_value(unit, "scoring_method")] if unit is not None else []
    methods += [values[0] for name, values in options if name.lower() == "scoring_method" and values]
    return bool(methods) and methods[-1].strip().lower() == "key2key"


def _value(unit: "ConfigUnit", name: str) -> str:
    from keytally.evaluations.muc.formats.config.options import default_value, find_option  # noqa: PLC0415 - only configurations pay for it

    value = unit.last_value(name)
    if value is not None:
        return value.content
    option = find_option(name)
    return default_value(option) if option else ""
