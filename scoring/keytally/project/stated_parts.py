"""Resolves the files that one entry of a keytally.toml names, with a finding on each that cannot be used."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from keytally.evaluations import registry
from keytally.findings.finding import Finding
from keytally.findings.suggestion import did_you_mean
from keytally.findings.table.project import MISSING_FILE, NEITHER_FILE_NOR_BUILT_IN
from keytally.project.named_files import content_problem, problem_of, text_problem, unreadable
from keytally.project.reach import Reach
from keytally.project.spelled import as_listed
from keytally.project.toml_settings import NO_OPTIONS, EntrySettings, Options
from keytally.project.toml_tables import Stated
from keytally.text.decoding import decode
from keytally.text.paths import absolute
from keytally.text.regular import is_file, regular_bytes, short


class PairSettings(NamedTuple):
    """The settings of an entry with its files found; the fields are those of `Pair`, in their order."""

    texts: Path | None = None
    companions: Mapping[str, Path | str] = MappingProxyType({})
    configuration: Path | str | None = None
    encoding: str | None = None
    options: Options = NO_OPTIONS
    option_files: tuple[Path, ...] = ()


NO_SETTINGS = PairSettings()


class StatedParts:
    """Finds the files of one entry; `findings` grows with each that cannot be used."""

    def __init__(self, folder: Path, task: str, reach: Reach) -> None:
        self._folder = folder
        self._reach = reach
        self._may_be_folder = registry.task_named(task).folder is not None
        self._configurations = registry.configurations_of(task)
        self._file_options = registry.file_options_of(task)
        self.findings: list[Finding] = []

    def side(self, stated: Stated) -> Path | None:
        """A key, a response or a file of that kind; it may be a folder if the task allows folders."""
        path = absolute(self._folder / stated.value)
        return self.text(path, stated, may_be_folder=self._may_be_folder)

    def text(self, path: Path, stated: Stated, *, may_be_folder: bool = False) -> Path | None:
        """The path of a text if it can be read, else a finding. What is no text is used, with a finding."""
        problem = problem_of(path, stated, self._reach, may_be_folder=may_be_folder)
        if problem is not None:
            self.findings.append(problem)
            return None
        if is_file(path) and (no_text := text_problem(path, self._reach)):
            self.findings.append(unreadable(stated, stated.value, no_text))
        return as_listed(path, self._folder)

    def settings(self, stated: EntrySettings) -> PairSettings | None:
        """The settings with their files; None where the configuration cannot be used."""
        texts = stated.texts and self.text(absolute(self._folder / stated.texts.value), stated.texts)
        companions = self._companions(stated.companions)
        configuration = self._configuration(stated.config)
        if stated.config is not None and configuration is None:
            return None
        files = self._option_files(stated.files)
        options = {**stated.options, **{name: (str(path),) for name, path in files.items()}}
        followed = tuple(path for name, path in files.items() if self._file_options[name].followed)
        return PairSettings(texts, companions, configuration, stated.encoding, options, followed)

    def compares_keys(self, settings: PairSettings) -> bool:
        """Whether two keys are compared; what cannot be read has been told of."""
        text = None
        if isinstance(settings.configuration, Path):
            try:
                text = decode(regular_bytes(settings.configuration, within=self._reach.holds)).text
            except OSError:
                text = None
        options = list(settings.options.items())
        return self._configurations is not None and self._configurations.compares_keys(text, options)

    def _configuration(self, stated: Stated | None) -> Path | str | None:
        names = self._configurations.names() if self._configurations and stated else ()
        return self._file_or_name(stated, "configuration", names)

    def _companions(self, stated: Mapping[str, Stated]) -> dict[str, Path | str]:
        """The companion files, or the names of built-in ones, by kind."""
        found = {}
        for name, each in stated.items():
            kind = registry.companions()[name]
            part = self._file_or_name(each, kind.title, kind.built_in())
            if part is not None:
                found[name] = part
        return found

    def _file_or_name(self, stated: Stated | None, what: str, built_in: Sequence[str]) -> Path | str | None:
        """A file, or else the name of a built-in resource."""
        if stated is None:
            return None
        path = absolute(self._folder / stated.value)
        problem = problem_of(path, stated, self._reach)
        if problem is None:
            return self.text(path, stated)
        if stated.value in built_in:
            return stated.value
        if problem.wording is MISSING_FILE:
            hint = did_you_mean(stated.value, built_in)
            problem = NEITHER_FILE_NOR_BUILT_IN.finding(
                *stated.place, {"what": what, "name": short(stated.value), "hint": hint}
            )
        self.findings.append(problem)
        return None

    def _option_files(self, stated: Mapping[str, Stated]) -> dict[str, Path]:
        """The files that options of the task name, by option; those that cannot be read are left out."""
        found = {}
        for name, each in stated.items():
            option = self._file_options[name]
            path = absolute(self._folder / each.value)
            problem = problem_of(path, each, self._reach, may_be_folder=option.may_be_folder)
            if problem is not None:
                self.findings.append(problem)
                continue
            found[name] = path
            if option.problem_in and (wrong := content_problem(path, option.problem_in, self._reach)):
                self.findings.append(unreadable(each, each.value, wrong))
        return found
