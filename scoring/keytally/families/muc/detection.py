"""Detects the task of a MUC key, and reads the file pair that a configuration names."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from keytally.families.family import ConfiguredPair, NamedFile, Source
from keytally.text.files import absolute
from keytally.text.positions import Span

if TYPE_CHECKING:
    from keytally.families.muc.configuration.document import ConfigUnit


_COREF_TAG = re.compile(r"<COREF[\s>]", re.I)
_NAME_TAG = re.compile(r"<(?:ENAMEX|TIMEX|NUMEX)[\s>]", re.I)
_OBJECT = r"<(?=[^<>\s]{3,200}>)[^-<>\s]+-[^-<>\s]+-[^-<>\s][^<>\s]*>"
_HEADER = re.compile(rf"^[ \t]*{_OBJECT}[ \t]*:=", re.M)
_TEMPLATE = re.compile(rf"^[ \t]*(?=<(?ai:TEMPLATE)-){_OBJECT}[ \t]*:=", re.M)
_POINTER = re.compile(rf"^[ \t]*(?:[^\s:<>\"'#;]{{1,200}}:)?[ \t]*/?[ \t]*{_OBJECT}(?![ \t]*:=)", re.M)
_LINK = re.compile(r"##\d{1,9}#\d{1,9}#([^#\s]{1,200})")
_TAGGED = ("named_entity", "coreference")
_NUMBER_TAG = re.compile(r"<(DOCNO|DOCID)[\s>]", re.I)
_OF_MUC_7 = {"named_entity": "muc7-ne", "coreference": "muc7-co"}
_MARKED_TAG = re.compile(
    r"<(?:ENAMEX|TIMEX|NUMEX|COREF)\b[^<>]{0,400}?\s"
    r"(?:(?:ALT|MIN|STATUS)[ \t]*=|TYPE[ \t]*=[ \t]*\"\w{1,40}\|)",
    re.I,
)
_MARKED_FILL = re.compile(
    r"^[ \t]*(?:[^\W\d][\w-]{0,80}:[ \t]*)?/[ \t]*[\"'<\w]|^[ \t]*OBJ_STATUS:[ \t]*[\"']?OPT", re.I | re.M
)


def detected_task(first_part: str) -> str | None:
    """Detect the task of a key from its beginning; None if the beginning does not determine it."""
    text = first_part.replace("\r", "\n")
    if _COREF_TAG.search(text):
        return "coreference"
    if _NAME_TAG.search(text):
        return "named_entity"
    if _TEMPLATE.search(text):
        return "scenario_template"
    if not _HEADER.search(text):
        return None
    return "template_relation" if _POINTER.search(text) else "template_element"


def marked_as_key(task: str, text: str) -> bool | None:
    """Return True if a text has marks that occur only in keys, such as alternatives; otherwise None."""
    marks = _MARKED_TAG if task in _TAGGED else _MARKED_FILL
    return True if marks.search(text.replace("\r", "\n")) else None


def detected_configuration(task: str, text: str) -> str | None:
    """Return the MUC-7 configuration for a tagged key with documents numbered only by `DOCID`; otherwise
    None.

    MUC-6 documents are numbered by `DOCNO`; some have a `DOCID` as well.
    """
    tags = {match[1].upper() for match in _NUMBER_TAG.finditer(text)}
    return _OF_MUC_7.get(task) if tags == {"DOCID"} else None


def linked_texts_name(key: str) -> str | None:
    """Return the name of the texts file in the first link of a template key; None if there is no link."""
    link = _LINK.search(key)
    return link[1] if link else None


# MUC configuration files: the pair that one names, and warnings about it.
#
# This implements `keytally.families.family.Configurations` for the MUC tasks.


Options = Sequence[tuple[str, tuple[str, ...]]]

_BEFORE_OPTIONS = re.compile(r"(?:[ \t]*\n|;[^\n]*)*")
_OPTION = re.compile(r"^:([A-Za-z][\w-]*)(?=\s|$)", re.M)


class MucConfigurations:
    """The configuration files of the MUC scorer. `tasks` are the tasks that a configuration may specify."""

    title = "MUC configuration"
    language = "muc-config"

    def __init__(self, tasks: Sequence[str]) -> None:
        self._tasks = tasks

    def names(self) -> Sequence[str]:
        """Return the names of the built-in configurations."""
        return self._builtin_names

    @cached_property
    def _builtin_names(self) -> Sequence[str]:
        from keytally.families.muc.builtin import builtin_names  # noqa: PLC0415 - only names pay for it

        return builtin_names()

    def is_configuration(self, head: str) -> bool:
        """Return whether a file that begins with `head` is a configuration.

        The first line that is neither empty nor a comment must begin with `:` and a name, and at least one
        line must begin with the name of a known option.
        """
        text = head.replace("\r", "\n")
        before = _BEFORE_OPTIONS.match(text)
        if _OPTION.match(text, before.end() if before else 0) is None:
            return False
        from keytally.families.muc.configuration.options import find_option  # noqa: PLC0415 - only configurations pay for it

        return any(find_option(option[1]) for option in _OPTION.finditer(text))

    def pair(self, path: Path, text: str) -> ConfiguredPair | None:
        """Return the pair that the configuration at `path` names; None if it does not specify a known task.

        Other errors of the configuration are ignored here.
        """
        unit = _parsed_configuration(text)
        task = _task_of(unit)
        if task is None or task not in self._tasks:
            return None
        key, response = (configured_file(path, unit, option) for option in ("key_file", "response_file"))
        return ConfiguredPair(task, key, response, _compares_keys(unit, ()))

    def named_files(self, path: Path, text: str) -> Sequence[NamedFile]:
        """Return the key and the response that the configuration at `path` names, with the positions of
        their names.
        """
        unit = _parsed_configuration(text)
        stated = ((option, unit.last_value(option)) for option in ("key_file", "response_file"))
        base = unit.last_value("muc_base_directory")
        named = ((configured_file(path, unit, option), value or base) for option, value in stated)
        return [NamedFile(file, Span(value.start, value.end)) for file, value in named if value]

    def checked_pair(self, path: Path, options: Options) -> tuple[ConfiguredPair, tuple[Path, Path]]:
        """Return the pair of a configuration without errors, and the paths of its two files for messages."""
        from keytally.families.muc.configuration.resolution import load_configuration  # noqa: PLC0415 - only configurations pay for it

        configuration = load_configuration(path, options)
        names = (configuration.key_file, configuration.response_file)
        key, response = (path.parent / configuration.based(name) for name in names)
        both_keys = configuration.scoring_method == "key2key"
        base = configuration.muc_base_directory
        pair = ConfiguredPair(configuration.scoring_task, absolute(key), absolute(response), both_keys, base)
        return pair, (key, response)

    def text_of(self, source: Path | str) -> str:
        """Return the text of a configuration file or of a built-in configuration."""
        from keytally.families.muc.configuration.resolution import source_text  # noqa: PLC0415 - only configurations pay for it

        return source_text(source)[0]

    def task(self, text: str) -> str | None:
        """Return the task that a configuration specifies, known or not; None if it specifies none."""
        return _task_of(_parsed_configuration(text))

    def compares_keys(self, text: str | None, options: Options) -> bool:
        """Return whether a configuration and the options after it request a comparison of two keys."""
        return _compares_keys(None if text is None else _parsed_configuration(text), options)

    def read_option(self, argument: str) -> tuple[str, tuple[str, ...]]:
        """Return the option and its values from `name=value`; the value is parsed as in a configuration
        file.
        """
        from keytally.families.muc.configuration.document import parsed_override  # noqa: PLC0415 - only options pay for it

        return parsed_override(argument)

    def is_made(self, source: Source, companions: Mapping[str, str]) -> bool:
        """Return whether the configuration of a pair is derived from its BNF."""
        if source.configuration is not None or "bnf" not in companions or source.task is None:
            return False
        from keytally.families.muc.bnf_configurations import default_configuration  # noqa: PLC0415 - only a BNF pays for it

        return default_configuration(source.task, companions["bnf"]).made

    def warnings(self, source: Source, companions: Mapping[str, str]) -> list[str]:
        """Return a line for each warning about a pair's configuration, and a line if the configuration is
        derived from a BNF.
        """
        from keytally.families.muc.configuration import resolution as configuration_resolution  # noqa: PLC0415 - only MUC tasks pay for it

        if self.is_made(source, companions) and source.task is not None:
            from keytally.families.muc.bnf_configurations import default_configuration  # noqa: PLC0415 - only a BNF needs it

            text, name, _ = default_configuration(source.task, companions["bnf"])
            made = f"keytally init --bnf {source.companions['bnf']} --task {source.task}"
            notes = [f"no configuration is specified; using the output of {made}"]
        else:
            (text, name), notes = (
                configuration_resolution.source_text(source.configuration, source.task, source.within),
                [],
            )
        return notes + configuration_resolution.configuration_warnings(
            configuration_resolution.configuration_unit(text), source.options, source.task, name
        )


def configured_file(configuration: Path, unit: "ConfigUnit", option: str) -> Path:
    """Return the path of the file that an option of the configuration names.

    `muc_base_directory` is prepended to the name without inserting a slash (manual); the result is relative
    to the configuration's directory.
    """
    name = _option_value(unit, "muc_base_directory") + _option_value(unit, option)
    return absolute(configuration.parent / name)


def _parsed_configuration(text: str) -> "ConfigUnit":
    from keytally.families.muc.configuration.document import parse_configuration  # noqa: PLC0415 - only configurations pay for it

    return parse_configuration(text)


def _task_of(unit: "ConfigUnit") -> str | None:
    return _option_value(unit, "scoring_task").strip().lower() or None


def _compares_keys(unit: "ConfigUnit | None", options: Options) -> bool:
    methods = [_option_value(unit, "scoring_method")] if unit is not None else []
    methods += [values[0] for name, values in options if name.lower() == "scoring_method" and values]
    return bool(methods) and methods[-1].strip().lower() == "key2key"


def _option_value(unit: "ConfigUnit", name: str) -> str:
    from keytally.families.muc.configuration.options import default_value, find_option  # noqa: PLC0415 - only configurations pay for it

    value = unit.last_value(name)
    if value is not None:
        return value.content
    option = find_option(name)
    return default_value(option) if option else ""
