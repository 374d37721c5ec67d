"""Makes pairs live, and loads their files."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from keytally.engine.engine import Engine, Wanted
from keytally.engine.languages import language_in
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.project.pair import Pair
from keytally.project.reach import Reach
from keytally.text.buffer import TextBuffer
from keytally_server.session.disk import UnreadableError
from keytally_server.session.disk_texts import DiskTexts
from keytally_server.session.family_failures import FamilyFailures
from keytally_server.session.faults import fault_line
from keytally_server.session.first_screens import first_screen
from keytally_server.session.long_files import LongFiles
from keytally_server.session.pair_map import PairMap
from keytally_server.session.pair_settings import PairSettings
from keytally_server.session.snapshot import Snapshot
from keytally_server.session.warnings import Warnings


class Pairing:
    """Keeps the wanted pairs live in an engine, and loads open files without a pair.

    `open_files` are those that an editor has open; their texts are in the engine, others come from disk.
    `long_files` are those that are still being read.
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

    def buffer(self, path: Path) -> TextBuffer:
        """The whole text of a file, loaded or not; KeyError for an unknown file."""
        return self.long_files.buffer(path)

    def is_loading(self, path: Path) -> bool:
        """Whether a file, or another that its findings and marks depend on, is still loading."""
        if not self.long_files:
            return False
        depends_on = {part for live in self._engine.pairs_of(path) for part in files_of(live.pair)}
        return self.long_files.has_any({path, *depends_on})

    def waits(self, pair: Pair) -> bool:
        """Whether a file of a pair is still loading."""
        return self.long_files.has_any(files_of(pair))

    def read_on(self, stop: Callable[[], bool]) -> set[Path]:
        """Load until all is loaded or `stop` returns true; returns the open files to show now."""
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
        """Judge files that have been read, open ones first, until `stop` returns true; returns those done."""
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
        """Edit a file as `Engine.edit` does, and one that is still being read as well."""
        try:
            return self.long_files.edit(path, changes)
        except Exception as error:
            return self._family_failed(path, error)

    def _family_failed(self, path: Path, error: Exception) -> set[Path]:
        """A file cannot be read any more: the engine keeps its text alone, and the person is told.

        Raises the error where it is not the fault of a family of another distribution.
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
        """Make the wanted pairs live and no others; returns the files of pairs that were added or removed.

        With `renew`, pairs whose configuration has changed are replaced. The files of `read_alike` are read
        in the encodings of these pairs, which are not made live.
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
        """Read files again whose encoding is another in the wanted pairs; returns as `replace` does."""
        changed = [path for path in self._disk.follow(wanted) if path in self._engine]
        return set().union(*map(self.read_again, changed))

    def read_again(self, path: Path) -> set[Path]:
        """Replace the text of a file by that on disk, unless an editor has it open."""
        return set() if path in self._open_files else self.replace(path, self._disk.text_or_nothing(path))

    def read_alone(self, path: Path, language: Language | None) -> None:
        """Read an open file that is in no pair; with None it is no longer read."""
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
        """Make a pair live or renew it; if that fails, other pairs go on."""
        try:
            touched = self._renew(pair, live)
        except Exception as error:
            self.failures.tell(pair.response, fault_line(error))
            return set().union(*map(self._end, self._live(pair)))
        if self._live(pair):
            self.failures.end(pair.response)
        return touched

    def _live(self, pair: Pair) -> list[LivePair]:
        """The live pairs that are equal to a pair."""
        path = next(iter((*pair.responses, *pair.keys)), None)
        return [] if path is None else [live for live in self._engine.pairs_of(path) if live.pair == pair]

    def _renew(self, pair: Pair, live: LivePair | None) -> set[Path]:
        """Make a pair live, or score a live one by what its configuration says now."""
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
        """Load a file into the engine, a long one in parts. Raises UnreadableError."""
        if path not in self._engine:
            self.long_files.take(path, self._disk.text(path), language)
        else:
            self.long_files.begin_again(path, language)

    def first_screen(self, path: Path, pair: Pair, wanted: Wanted) -> Snapshot | None:
        """What can be told of the beginning of a file before all of a live pair is read."""
        parts = [path, pair.other(path)]
        if any(part is None or part not in self._engine for part in parts):
            return None
        evaluation = self._settings.evaluation(pair)
        texts = {part: str(self.buffer(part)) for part in parts if part is not None}
        return None if evaluation is None else first_screen(pair, path, texts, evaluation, wanted)

    def evaluation(self, pair: Pair) -> Evaluation | None:
        """What a pair is scored by; None, with a warning to the person, where that has errors."""
        return self._settings.evaluation(pair)

    def companion_texts(self, companions: Mapping[str, Path | str]) -> dict[str, str]:
        """The texts of companion files, without those that cannot be read, of which the person is told."""
        return self._settings.companion_texts(companions)

    def _forget_unused(self) -> None:
        for path in self._engine.paths:
            if path not in self._open_files:
                self._engine.close(path)
        self.long_files.forget(self._engine.paths)

    def _neighbours(self, path: Path) -> Iterator[Path]:
        """The open files that depend on a file's text."""
        together = {path, *(follower.path for follower in self._engine.followers_of(path))}
        for live in self._engine.pairs:
            if path in files_of(live.pair):
                together |= {*live.pair.keys, *live.pair.responses}
        return (other for other in together if other in self._open_files)


def files_of(pair: Pair) -> list[Path]:
    """The files of a pair that the engine reads, each after those that it is compared with."""
    texts = [pair.texts] if pair.texts is not None else []
    return [*texts, *pair.keys, *pair.responses]


def _reads_alike(live: LivePair, evaluation: Evaluation) -> bool:
    """Whether an evaluation reads the files of a pair with the same languages as now."""
    files = [(path, Role.KEY) for path in live.pair.keys]
    files += [(path, Role.RESPONSE) for path in live.pair.responses]
    return all(
        live.side(role).reading(path).language == language_in(live.pair, evaluation, path, role)
        for path, role in files
    )
