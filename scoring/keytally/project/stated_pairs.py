"""Resolves the pair entries of a keytally.toml to pairs of existing files."""

from collections.abc import Callable, Sequence
from pathlib import Path

from keytally.evaluations import registry
from keytally.findings.finding import Finding
from keytally.findings.suggestion import did_you_mean
from keytally.findings.table.project import (
    BAD_PATTERN,
    FOLDER_FOR_FILE,
    KEY_AS_RESPONSE,
    MISSING_FILE,
    MIXED_PAIR,
    NEITHER_FILE_NOR_BUILT_IN,
    PATTERN_BEYOND_FOLDER,
    PATTERN_WITHOUT_FILE,
    UNREADABLE_FILE,
    MixedPair,
)
from keytally.project.folder_pairs import with_files
from keytally.project.pair import Pair
from keytally.project.toml_file import NAME, PairEntry
from keytally.project.toml_tables import Stated
from keytally.text.decoding import decode
from keytally.text.lines import count_line_ends
from keytally.text.paths import absolute

_WILDCARDS = frozenset("*?[")


def stated_pairs(path: Path, text: str, entries: Sequence[PairEntry]) -> tuple[list[Pair], list[Finding]]:
    """The pairs that the keytally.toml at `path` states, and findings on missing files.

    A pair's `origin` is the line of its entry. Responses are in the order of their names.
    """
    pairs: list[Pair] = []
    findings: list[Finding] = []
    for entry in entries:
        resolver = _Resolver(path.parent, entry)
        line = count_line_ends(text[: entry.place.start]) + 1
        pairs += resolver.pairs(f"line {line}")
        findings += resolver.findings
    return pairs, findings


class _Resolver:
    """Finds the files of one entry."""

    def __init__(self, folder: Path, entry: PairEntry) -> None:
        self._folder = folder
        self._entry = entry
        self._task = registry.task_named(entry.task)
        self._configurations = registry.configurations_of(entry.task)
        self._file_options = registry.file_options_of(entry.task)
        self._is_part: Callable[[Path], bool] = Path.exists if self._task.folder else Path.is_file
        self.findings: list[Finding] = []

    def pairs(self, origin: str) -> list[Pair]:
        """A pair for each response; none if the key or the configuration does not exist."""
        entry = self._entry
        key = self._part(entry.key)
        texts = self._file(entry.texts)
        companions = self._companions()
        configuration = self._configuration()
        if key is None or (entry.config is not None and configuration is None):
            return []
        others = {key, texts, *companions.values(), configuration, self._folder / NAME}
        files = self._option_files()
        options = {**entry.options, **{name: (str(path),) for name, path in files.items()}}
        followed = tuple(path for name, path in files.items() if self._file_options[name].followed)
        both_keys = self._compares_keys(configuration)
        shared = (texts, companions, configuration, entry.encoding, options, followed, origin, both_keys)
        pairs = (Pair(entry.task, key, response, *shared) for response in self._responses(key, others))
        return [with_files(pair) for pair in pairs]

    def _responses(self, key: Path, others: set[Path | str | None]) -> list[Path]:
        found: set[Path] = set()
        for stated in self._entry.responses:
            if _WILDCARDS.isdisjoint(stated.value) or self._is_part(self._folder / stated.value):
                response = self._response(stated, key)
                found |= {response} if response is not None else set()
            else:
                matching = self._matching(stated) - others
                found |= {path for path in matching if path.is_dir() == key.is_dir()}
        return sorted(found, key=str)

    def _response(self, stated: Stated, key: Path) -> Path | None:
        """Resolve a response named without a pattern; it must be a file or a folder, like the key."""
        response = self._part(stated)
        if response is None:
            return None
        if response == key and not self._task.one_file:
            self.findings.append(KEY_AS_RESPONSE.finding(*stated.place, {}))
            return None
        if response.is_dir() != key.is_dir():
            mine, theirs = ("file", "folder") if response.is_dir() else ("folder", "file")
            arguments: MixedPair = {"key_kind": mine, "response": stated.value, "response_kind": theirs}
            self.findings.append(MIXED_PAIR.finding(*stated.place, arguments))
            return None
        return response

    def _matching(self, stated: Stated) -> set[Path]:
        """The files that match a pattern; adds a finding if there are none.

        A pattern that leads outside the folder must name its folders, so that no search covers a whole
        disk.
        """
        parts = Path(stated.value).parts
        if "**" in parts and (Path(stated.value).is_absolute() or ".." in parts):
            self.findings.append(PATTERN_BEYOND_FOLDER.finding(*stated.place, {"pattern": stated.value}))
            return set()
        try:
            start = Path(Path(stated.value).anchor) if Path(stated.value).is_absolute() else self._folder
            pattern = stated.value[len(Path(stated.value).anchor) :]
            matching = {absolute(path) for path in start.glob(pattern) if self._is_part(path)}
        except (ValueError, NotImplementedError, OSError) as error:
            self.findings.append(
                BAD_PATTERN.finding(*stated.place, {"pattern": stated.value, "problem": str(error)})
            )
            return set()
        if not matching:
            self.findings.append(PATTERN_WITHOUT_FILE.finding(*stated.place, {"pattern": stated.value}))
        return matching

    def _part(self, stated: Stated) -> Path | None:
        """Resolve a key or a response; it may be a folder if the task allows folders."""
        return self._there(stated, self._is_part)

    def _file(self, stated: Stated | None) -> Path | None:
        return self._there(stated, Path.is_file) if stated is not None else None

    def _there(self, stated: Stated, is_there: Callable[[Path], bool]) -> Path | None:
        path = absolute(self._folder / stated.value)
        if is_there(path):
            return path
        message = FOLDER_FOR_FILE if path.is_dir() else MISSING_FILE
        self.findings.append(message.finding(*stated.place, {"file": stated.value}))
        return None

    def _file_or_name(self, stated: Stated | None, what: str, built_in: Sequence[str]) -> Path | str | None:
        """A file, or else the name of a built-in resource."""
        if stated is None:
            return None
        path = absolute(self._folder / stated.value)
        if path.is_file():
            return path
        if stated.value in built_in:
            return stated.value
        hint = did_you_mean(stated.value, built_in)
        self.findings.append(
            NEITHER_FILE_NOR_BUILT_IN.finding(
                *stated.place, {"what": what, "name": stated.value, "hint": hint}
            )
        )
        return None

    def _companions(self) -> dict[str, Path | str]:
        """The companion files, or the names of built-in ones, by kind."""
        found = {}
        for name, stated in self._entry.companions.items():
            kind = registry.companions()[name]
            part = self._file_or_name(stated, kind.title, kind.built_in())
            if part is not None:
                found[name] = part
        return found

    def _configuration(self) -> Path | str | None:
        names = self._configurations.names() if self._configurations and self._entry.config else ()
        return self._file_or_name(self._entry.config, "configuration", names)

    def _option_files(self) -> dict[str, Path]:
        """The files that options of the task name, by option name."""
        found = {}
        for name, stated in self._entry.files.items():
            is_there = Path.exists if self._file_options[name].may_be_folder else Path.is_file
            path = self._there(stated, is_there)
            if path is not None:
                found[name] = path
        return found

    def _compares_keys(self, configuration: Path | str | None) -> bool:
        text = None
        if isinstance(configuration, Path):
            try:
                text = decode(configuration.read_bytes()).text
            except OSError as error:
                place = self._entry.config.place if self._entry.config else self._entry.place
                self.findings.append(UNREADABLE_FILE.finding(*place, {"problem": str(error.strerror)}))
        options = list(self._entry.options.items())
        return self._configurations is not None and self._configurations.compares_keys(text, options)
