"""Makes pairs live with the texts of their files, and determines the language of files without a pair."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from keytally.adjudication.decisions import DecisionsLanguage
from keytally.engine.engine import Engine, Wanted
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import language_in
from keytally.families import registry
from keytally.families.contract import Evaluation, Language, Role, Settings, SettingsError
from keytally.findings.finding import Finding
from keytally.project.adjudications import DECISIONS
from keytally.project.discovery import read_stated_project
from keytally.project.pair import Pair
from keytally.project.pair_entries import naming_files
from keytally.project.reach import Reach, is_project_file
from keytally.text.buffer import TextBuffer
from keytally.text.files import memory_problem
from keytally_server.session.file_texts import (
    DiskTexts,
    EditorEncodings,
    UnreadableError,
    Warnings,
    fault_line,
    text_on_disk,
)
from keytally_server.session.loading import LongFiles, first_screen
from keytally_server.session.snapshot import OpenFile, Snapshot
from keytally_server.session.workspace import PairMap, Workspace


class FamilyFailures:
    """The files that a family failed to read, with a warning to the user for each; as a condition, the
    object is true if there are any.
    """

    def __init__(self, warnings: Warnings) -> None:
        self._warnings = warnings
        self._files: set[Path] = set()

    def __bool__(self) -> bool:
        return bool(self._files)

    def tell(self, path: Path, *problems: str) -> None:
        """Record that a file cannot be read, and show the reasons, one line for each problem."""
        self._files.add(path)
        self._warnings.update(("family", path), [f"{path}: {problem}" for problem in problems])

    def end(self, path: Path) -> None:
        """Record that a file has been read."""
        if path in self._files:
            self._files.discard(path)
            self._warnings.update(("family", path), ())

    def in_scoring(self, pair: Pair, error: Exception) -> bool:
        """Show a warning if a family or a lack of memory caused scoring to fail; return whether this was
        the case.
        """
        problem = memory_problem() if isinstance(error, MemoryError) else registry.fault_of(error)
        if problem:
            subject = ("scoring", pair.key, pair.response)
            self._warnings.update(subject, [f"{pair.response}: {problem}"])
        return bool(problem)


class PairSettings:
    """Creates the evaluations of pairs, with warnings about errors.

    `open_files` are open in an editor; `buffer` returns the text of an open file, and `reach` the directories
    that a file may refer to.
    """

    def __init__(
        self,
        open_files: Mapping[Path, object],
        buffer: Callable[[Path], TextBuffer],
        reach: Callable[[Path], Reach],
        warnings: Warnings,
    ) -> None:
        self._open_files = open_files
        self._buffer = buffer
        self._reach = reach
        self._warnings = warnings

    def evaluation(self, pair: Pair) -> Evaluation | None:
        """Return the evaluation of a pair; None, with a warning, if its configuration has errors.

        If the configuration is open in an editor, its errors are shown there instead.
        """
        source, text = pair.configuration, None
        is_open = isinstance(source, Path) and source in self._open_files
        if isinstance(source, Path) and is_open:
            text = str(self._buffer(source))
        options = tuple(pair.options.items())
        try:
            companions = self.companion_texts(pair.companions)
            settings = Settings(source, text, options, companions, pair.settings_within)
            evaluation = registry.evaluation(pair.task, settings)
        except SettingsError as error:
            self._warnings.update((pair.key, pair.configuration), () if is_open else error.problems)
            return None
        except KeyError:
            self._warnings.update(
                (pair.key, pair.configuration),
                [f"{pair.key}: scoring is not yet supported for {pair.task}"],
            )
            return None
        self._warnings.update((pair.key, pair.configuration), ())
        return evaluation

    def companion_texts(self, companions: Mapping[str, Path | str]) -> dict[str, str]:
        """Return the texts of companion files; unreadable files are skipped with a warning."""
        texts = ((kind, self._companion_text(kind, source)) for kind, source in companions.items())
        return {kind: text for kind, text in texts if text is not None}

    def _companion_text(self, kind: str, source: Path | str) -> str | None:
        """Return the text of a companion file: from an editor, from disk, or built in; None, with a
        warning, if the file cannot be read.
        """
        try:
            if isinstance(source, str):
                text = registry.companions()[kind].text_of(source)
            else:
                is_open = source in self._open_files
                text = str(self._buffer(source)) if is_open else self._text_on_disk(source)
        except UnreadableError as problem:
            self._warnings.update(source, [str(problem)])
            return None
        self._warnings.update(source, ())
        return text

    def _text_on_disk(self, source: Path) -> str:
        return text_on_disk(source, within=self._reach(source).holds)


class Pairing:
    """Keeps the required pairs live in an engine, and loads open files without a pair.

    `open_files` are the files that are open in an editor; their texts are in the engine, and other texts are
    read from disk. `long_files` are the files that are still being read.
    """

    def __init__(
        self,
        engine: Engine,
        open_files: Mapping[Path, object],
        reach: Callable[[Path], Reach],
        warnings: Warnings,
    ) -> None:
        self.long_files = LongFiles(engine)
        self.generation = 0
        self._engine = engine
        self._open_files = open_files
        self._warnings = warnings
        self.failures = FamilyFailures(warnings)
        self._settings = PairSettings(open_files, self.buffer, reach, warnings)
        self._disk = DiskTexts(files_of, reach, warnings)
        self.encodings = EditorEncodings(self._disk.decoded, self.buffer)

    def buffer(self, path: Path) -> TextBuffer:
        """Return the whole text of a file, whether or not it is loaded; raises KeyError for an unknown
        file.
        """
        return self.long_files.buffer(path)

    def is_loading(self, path: Path) -> bool:
        """Return whether a file, or a file on which its findings and marks depend, is still loading."""
        if not self.long_files:
            return False
        depends_on = {part for live in self._engine.pairs_of(path) for part in files_of(live.pair)}
        return self.long_files.has_any({path, *depends_on})

    def waits(self, pair: Pair) -> bool:
        """Return whether a file of a pair is still loading."""
        return self.long_files.has_any(files_of(pair))

    def read_on(self, stop: Callable[[], bool]) -> set[Path]:
        """Load files until all are loaded or `stop` returns true; return the open files to show now."""
        ready: set[Path] = set()
        is_over = False
        while self.long_files and not is_over:
            path = self.long_files.next
            try:
                is_done = self.long_files.step(path)
            except Exception as error:
                self._family_failed(path, error)
                continue
            if is_done:
                self.generation += 1
                ready |= {other for other in self._neighbours(path) if not self.is_loading(other)}
            is_over = stop()
        return ready

    def judge_on(self, stop: Callable[[], bool]) -> set[Path]:
        """Judge files that have been read, open files first, until `stop` returns true; return the files
        that are complete.
        """
        done: set[Path] = set()
        for path in sorted(self.long_files.unjudged, key=lambda path: path not in self._open_files):
            while self.long_files.awaits_judgement(path):
                try:
                    if self.long_files.judge(path):
                        done |= {path, *self._neighbours(path)}
                except Exception as error:
                    done |= self._family_failed(path, error)
                if stop():
                    return done
        return done

    def edit(self, path: Path, changes: Iterable[tuple[int, int, str]]) -> set[Path]:
        """Edit a file in the same way as `Engine.edit`, including a file that is still being read."""
        try:
            return self.long_files.edit(path, changes)
        except Exception as error:
            return self._family_failed(path, error)

    def _family_failed(self, path: Path, error: Exception) -> set[Path]:
        """Handle a file that can no longer be read: only its text is kept in the engine, and the user is
        warned.

        Raises the error again if it was not caused by a plugin.
        """
        problem = registry.fault_of(error)
        if not problem:
            raise error
        touched = {path}
        for live in self._engine.pairs_of(path):
            touched |= self._end(live)
        self.long_files.give_up(path)
        self.failures.tell(path, problem)
        return touched

    def replace(self, path: Path, text: str) -> set[Path]:
        """Replace the text of a file."""
        if path not in self.long_files:
            return self._engine.open(path, text)
        buffer = self.buffer(path)
        return {path} if str(buffer) == text else self.edit(path, [(0, len(buffer), text)])

    def follow(
        self, wanted: Iterable[Pair], renew: bool = False, read_alike: Iterable[Pair] = ()
    ) -> set[Path]:
        """Make exactly the required pairs live, and return the files of added and removed pairs.

        With `renew`, pairs whose configuration has changed are replaced. The pairs in `read_alike` are not
        made live, but determine the encodings of their files.
        """
        wanted = list(wanted)
        touched = self._encode([*wanted, *read_alike])
        kept = PairMap((pair, pair) for pair in wanted)
        for live in self._engine.pairs:
            if kept.get(live.pair) is None:
                touched |= self._end(live)
        before = PairMap((live.pair, live) for live in self._engine.pairs)
        for pair in wanted:
            existing = before.get(pair)
            if existing is None or renew:
                touched |= self._renew_or_tell(pair, existing)
        self._forget_unused()
        return touched

    def _encode(self, wanted: Iterable[Pair]) -> set[Path]:
        """Read files again if the required pairs declare a different encoding for them. Returns the same
        as `replace`.
        """
        changed = [path for path in self._disk.follow(wanted) if path in self._engine]
        return set().union(*map(self.read_again, changed))

    def read_again(self, path: Path) -> set[Path]:
        """Replace the text of a file with its content on disk, unless it is open in an editor."""
        return set() if path in self._open_files else self.replace(path, self._disk.text_or_nothing(path))

    def read_alone(self, path: Path, language: Language | None) -> None:
        """Read an open file that has no pair; with None as the language, stop reading it."""
        try:
            self._engine.read_as(path, language)
            is_alone = not self._engine.pairs_of(path)
            if language and is_alone and self.long_files.begin_again(path, language):
                self._engine.read_as(path, language)
            self._engine.reading(path)
        except Exception as error:
            self._family_failed(path, error)
        else:
            self.failures.end(path)

    def _renew_or_tell(self, pair: Pair, live: LivePair | None) -> set[Path]:
        """Make a pair live or renew it; if that fails, the other pairs are not affected."""
        try:
            touched = self._renew(pair, live)
        except Exception as error:
            self.failures.tell(pair.response, fault_line(error))
            return set().union(*map(self._end, self._live(pair)))
        if self._live(pair):
            self.failures.end(pair.response)
        return touched

    def _live(self, pair: Pair) -> list[LivePair]:
        """Return the live pairs that are equal to a pair."""
        path = next(iter((*pair.responses, *pair.keys)), None)
        return [] if path is None else [live for live in self._engine.pairs_of(path) if live.pair == pair]

    def _renew(self, pair: Pair, live: LivePair | None) -> set[Path]:
        """Make a pair live, or score a live pair with its current configuration."""
        evaluation = self._settings.evaluation(pair)
        if live is not None and evaluation is not None:
            reads_alike = _reads_alike(live, evaluation)
            if reads_alike and evaluation.signature == live.evaluation.signature:
                return set()
            if reads_alike:
                self._engine.add_pair(pair, evaluation)
                return self._end(live)
        touched = self._end(live) if live is not None else set()
        return touched | self._make_live(pair, evaluation) if evaluation is not None else touched

    def _end(self, live: LivePair) -> set[Path]:
        self._engine.remove_pair(live)
        self.generation += 1
        return {*live.pair.keys, *live.pair.responses}

    def _make_live(self, pair: Pair, evaluation: Evaluation) -> set[Path]:
        subject = pair.key, pair.response
        try:
            for path in files_of(pair):
                self.read_file(path, language_in(pair, evaluation, path))
        except UnreadableError as problem:
            self._warnings.update(subject, [str(problem)])
            return set()
        self._warnings.update(subject, ())
        self._engine.add_pair(pair, evaluation)
        self.generation += 1
        return {*pair.keys, *pair.responses}

    def read_file(self, path: Path, language: Language) -> None:
        """Load a file into the engine; a long file is loaded in parts. Raises UnreadableError."""
        if path not in self._engine:
            self.long_files.take(path, self._disk.text(path), language)
        else:
            self.long_files.begin_again(path, language)

    def first_screen(self, path: Path, pair: Pair, wanted: Wanted) -> Snapshot | None:
        """Return the first screen of a file before the live pair is read completely; None if a first
        screen is not possible yet.
        """
        parts = [path, pair.other(path)]
        if any(part is None or part not in self._engine for part in parts):
            return None
        evaluation = self._settings.evaluation(pair)
        texts = {part: str(self.buffer(part)) for part in parts if part is not None}
        return None if evaluation is None else first_screen(pair, path, texts, evaluation, wanted)

    def evaluation(self, pair: Pair) -> Evaluation | None:
        """Return the evaluation of a pair; None, with a warning, if its configuration has errors."""
        return self._settings.evaluation(pair)

    def companion_texts(self, companions: Mapping[str, Path | str]) -> dict[str, str]:
        """Return the texts of companion files; unreadable files are skipped with a warning."""
        return self._settings.companion_texts(companions)

    def _forget_unused(self) -> None:
        for path in self._engine.paths:
            if path not in self._open_files:
                self._engine.close(path)
        self.long_files.forget(self._engine.paths)

    def _neighbours(self, path: Path) -> Iterator[Path]:
        """Yield the open files that depend on a file's text."""
        together = {path, *(follower.path for follower in self._engine.followers_of(path))}
        for live in self._engine.pairs:
            if path in files_of(live.pair):
                together |= {*live.pair.keys, *live.pair.responses}
        return (other for other in together if other in self._open_files)


def files_of(pair: Pair) -> list[Path]:
    """Return the files of a pair that the engine reads, each after the files with which it is compared."""
    texts = [pair.texts] if pair.texts is not None else []
    return [*texts, *pair.keys, *pair.responses]


def _reads_alike(live: LivePair, evaluation: Evaluation) -> bool:
    """Return whether an evaluation reads the files of a pair in the same languages as now."""
    files = [(path, Role.KEY) for path in live.pair.keys]
    files += [(path, Role.RESPONSE) for path in live.pair.responses]
    return all(
        live.side(role).reading(path).language == language_in(live.pair, evaluation, path, role)
        for path, role in files
    )


@dataclass(frozen=True, slots=True, eq=False)
class ProjectUnit:
    """A whole project file; it is not scored."""

    text: str
    findings: Sequence[Finding]
    document: str | None = None


@dataclass(frozen=True, slots=True)
class ProjectLanguage(Language):
    """The language of the keytally.toml at `path` (keytally.families.contract.Language); the file may refer
    to files in `reach`.

    `looks` increases when the files to which it refers may have changed on disk, so that the language
    compares as different.
    """

    path: Path
    reach: Reach
    looks: int = 0
    name: str = "toml"
    lookahead: int = 0

    def boundaries(self, text: str) -> list[int]:
        """Return no boundaries: the file is one unit."""
        return []

    def read(self, text: str) -> ProjectUnit:
        """Parse and check the file; the files that it names are looked up on disk."""
        return ProjectUnit(text, read_stated_project(self.path, text, self.path.name, self.reach).findings)


class UnpairedFiles:
    """Loads open files without a pair, and warns about problems in project files that may be the reason why a
    file has no pair.

    `is_gold` returns whether a file is the gold of a live adjudication, which determines how it is read.
    """

    def __init__(
        self,
        workspace: Workspace,
        open_files: Mapping[Path, OpenFile],
        pairing: Pairing,
        warnings: Warnings,
        is_gold: Callable[[Path], bool],
    ) -> None:
        self._workspace = workspace
        self._open_files = open_files
        self._pairing = pairing
        self._warnings = warnings
        self._is_gold = is_gold
        self._faulty: set[Path] = set()
        self._languages: dict[Path, Language | None] = {}
        self._names: dict[Path, str | None] = {}
        self._beginnings: dict[Path, tuple[Language, str]] = {}
        self._naming: set[Path] = set()
        self._looks = 0

    def update(self) -> set[Path]:
        """Load files without a pair after files have been opened, closed or paired, and show warnings.

        Returns the files that are now read differently.
        """
        before, self._languages = self._languages, {}
        self._names.clear()
        self._beginnings.clear()
        self._naming.clear()
        touched: set[Path] = set()
        for path, file in self._open_files.items():
            if self._is_gold(path):
                continue
            try:
                language = self._language(path, file)
                self._pairing.read_alone(path, language)
            except SettingsError as error:
                self._pairing.failures.tell(path, *error.problems)
                continue
            except Exception as error:
                self._pairing.failures.tell(path, fault_line(error))
                continue
            self._languages[path] = language
            if path not in before or before[path] != language:
                touched.add(path)
        self._warn()
        return touched

    def edited(self, path: Path) -> set[Path]:
        """Read an edited file as another language if its beginning requires it. Returns the same as
        `update`.
        """
        if path not in self._names or self._workspace.pairs_of(path):
            return set()
        name = self._language_name(path, self._open_files[path])
        is_same = name == self._names[path] and self._tells_the_same(path)
        return set() if is_same else self.update()

    def _tells_the_same(self, path: Path) -> bool:
        """Return whether the language detected from the beginning of an edited file is unchanged."""
        if path not in self._beginnings:
            return True
        language, before = self._beginnings[path]
        beginning = self._pairing.buffer(path).slice(0, language.telling)
        self._beginnings[path] = language, beginning
        if beginning == before or language.of_text is None:
            return True
        return language.of_text(beginning) == self._languages.get(path)

    def disk_changed(self, paths: Collection[Path]) -> set[Path]:
        """Check open project files again if they may refer to changed files; return the same as `update`.

        A configuration may refer to files above its own directory, a keytally.toml only to files in its
        directory or below.
        """
        projects = {path.parent for path in self._open_files if is_project_file(path)}
        is_near = not projects.isdisjoint(folder for path in paths for folder in path.parents)
        if not is_near and not self._naming:
            return set()
        self._looks += 1
        return self.update()

    def _warn(self) -> None:
        """Warn about problems in project files; an open project file shows its own problems."""
        problems: dict[Path, list[str]] = {path: [] for path in self._faulty}
        for unpaired in filter(self._should_be_paired, self._open_files):
            for path, message in self._workspace.problems_around(unpaired):
                if path not in self._open_files:
                    problems.setdefault(path, []).append(f"{path}: {message}")
        for path, lines in problems.items():
            self._warnings.update(path, lines)
        self._faulty = {path for path, lines in problems.items() if lines}

    def _should_be_paired(self, path: Path) -> bool:
        """Return whether a file has no pair although files in its language usually belong to pairs."""
        if self._workspace.pairs_of(path):
            return False
        name = None if is_project_file(path) else self._language_name(path, self._open_files[path])
        return name is not None and all(
            name != configuration.language for configuration in registry.configurations()
        )

    def _language_name(self, path: Path, file: OpenFile) -> str | None:
        """Return the id of the language of an open file if no pair determines the language.

        The result is None if the language is unknown.
        """
        name = self._workspace.language_of(path, file.language, self._pairing.buffer(path))
        return name if name in registry.languages() else None

    def _language(self, path: Path, file: OpenFile) -> Language | None:
        """Return the language of an open file if no pair determines the language; None if the language is
        unknown.
        """
        if is_project_file(path):
            return ProjectLanguage(path, self._workspace.reach(path), self._looks)
        if path.name.endswith(DECISIONS):
            adjudication = next(iter(self._workspace.adjudications_of(path)), None)
            document_of = str if adjudication is None else adjudication.document_of
            return DecisionsLanguage(document_of=document_of)
        name = self._names[path] = self._language_name(path, file)
        if name is None:
            return None
        taken = registry.languages()[name].companions
        companions = self._workspace.companions_of(path) if taken else {}
        judged_by = {kind: source for kind, source in companions.items() if kind in taken}
        texts = self._pairing.companion_texts(judged_by)
        language = registry.language(name, self._workspace.role_of(path), texts, path.name)
        if language.of_text is not None:
            beginning = self._pairing.buffer(path).slice(0, language.telling)
            self._beginnings[path] = language, beginning
            language = language.of_text(beginning)
        naming = naming_files(language, path, self._workspace.reach(path), self._looks)
        if naming is not language:
            self._naming.add(path)
        return naming
