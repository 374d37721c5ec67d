"""The state between messages: the open files, and the live pairs."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from pathlib import Path

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.error_analysis.analysis import GainCache
from keytally.families import registry
from keytally.families.contract import Evaluation, Role
from keytally.findings.finding import Finding, Rule
from keytally.project.pair import Pair
from keytally.text.buffer import TextBuffer
from keytally.text.files import set_bound
from keytally_server.session.adjudications import Adjudications, AnnotatorsFiles
from keytally_server.session.file_texts import ShowWarning, UnreadableError, Warnings, text_on_disk
from keytally_server.session.loading import FirstScreens
from keytally_server.session.pairing import Pairing, UnpairedFiles, files_of
from keytally_server.session.settings import MAXIMUM_FILE_SIZE, Settings
from keytally_server.session.snapshot import OpenFile, Snapshot
from keytally_server.session.texts_beside import TextsBeside
from keytally_server.session.workspace import (
    CompanionReadings,
    SelectedResponses,
    ShownPairs,
    Workspace,
    naming_texts,
)


class Gains:
    """Keeps the gains of the live pairs of an engine.

    `evaluation` returns the evaluation of a pair; None if its configuration has errors.
    """

    def __init__(self, engine: Engine, evaluation: Callable[[Pair], Evaluation | None]) -> None:
        self._engine = engine
        self._evaluation = evaluation
        self._kept: dict[LivePair, GainCache] = {}

    def of(self, live: LivePair) -> GainCache | None:
        """Return the gains of a pair; None for a task without classes of differences."""
        if live.evaluation.classifier is None:
            return None
        self.forget_ended()
        if live not in self._kept:
            self._kept[live] = GainCache(live, self._evaluation(live.pair))
        return self._kept[live]

    def forget_ended(self) -> None:
        """Forget the pairs that are no longer live."""
        for live in self._kept.keys() - set(self._engine.pairs):
            del self._kept[live]


class Session:
    """Open files, the live pairs that contain them, and the engine that reads and scores them.

    Methods that take a change return the open files whose findings may have changed. `show_warning` is called
    with one line for the user about each problem.
    """

    def __init__(self, show_warning: ShowWarning) -> None:
        self.settings = Settings()
        self.open_files: dict[Path, OpenFile] = {}
        self.workspace = Workspace(self.open_files)
        self.engine = Engine(self._wants)
        self._visited: Pair | None = None
        self._arranged: ShownPairs | None = None
        self._arranged_at = 0
        self.warnings = Warnings(show_warning)
        self._apply_bounds()
        self._active_responses = SelectedResponses(self.workspace)
        self._pairing = Pairing(self.engine, self.open_files, self.workspace.reach, self.warnings)
        self._companions = CompanionReadings(self.engine, self.workspace, self._pairing.companion_texts)
        self.adjudications = Adjudications(
            self.engine, self.open_files, self.workspace, self._pairing, self.warnings
        )
        self.annotators_files = AnnotatorsFiles(
            self.workspace, self.adjudications, self.evaluation, lambda: self.arrangement
        )
        self.gains = Gains(self.engine, self.evaluation)
        self._first_screens = FirstScreens(self._first_screen)
        self._texts_beside = TextsBeside(
            self.engine, self.open_files, self._pairing, self.workspace.folders_above
        )
        self._unpaired_files = UnpairedFiles(
            self.workspace, self.open_files, self._pairing, self.warnings, self.adjudications.is_gold
        )

    def _wants(self, path: Path, finding: Finding) -> bool:
        return self.graded(path, finding.rule) is not None

    def graded(self, path: Path, rule: Rule) -> Rule | None:
        """Return a rule with the severity from keytally.toml, then from the settings; None if it is off."""
        by_project = self.workspace.selection(path).graded(rule)
        return by_project and self.settings.rules.graded(by_project)

    # Files that an editor opens, changes and closes

    def opened(self, path: Path, text: str, file: OpenFile) -> set[Path]:
        """Record that an editor has opened a file."""
        self.open_files.pop(path, None)
        self.open_files[path] = file
        touched = self._pairing.replace(path, text)
        self._active_responses.opened(path)
        if self._visited is not None and path in files_of(self._visited):
            self._visited = None
        touched |= {path} | self._follow() | self._apply_settings_file(path)
        self._pairing.encodings.opened(path)
        return self._open_ones(touched)

    def misread(self, path: Path) -> str | None:
        """Return the encoding of an open file if the editor has decoded the file with another encoding;
        otherwise None.
        """
        return self._pairing.encodings.misread(path)

    def changed(self, path: Path, version: int, changes: Iterable[tuple[int, int, str]]) -> set[Path]:
        """Apply an editor's changes to a file. Raises KeyError for a file that is not open.

        `changes` are in the form of `Engine.edit`; each change applies to the result of the previous ones.
        """
        self.open_files[path] = self.open_files[path]._replace(version=version)
        touched = self._pairing.edit(path, changes) | self._apply_settings_file(path)
        self._pairing.encodings.changed(path)
        touched |= self._unpaired_files.edited(path)
        touched = self._open_ones(touched | self._follow() if self._pairing.failures else touched)
        if self.is_reading:
            self._first_screens.end(path for path in self.open_files if not self.has_findings(path))
        return touched

    def closed(self, path: Path) -> set[Path]:
        """Record that an editor has closed a file, so that its content on disk is used again."""
        self.open_files.pop(path, None)
        self._active_responses.closed(path, list(self.open_files))
        self._pairing.encodings.closed(path)
        self.annotators_files.closed(path)
        touched = self._follow()
        if path in self.engine:
            touched |= self._pairing.read_again(path)
        return self._open_ones(touched | self._apply_settings_file(path))

    # Files that change without an editor

    def disk_changed(self, paths: Iterable[Path]) -> set[Path]:
        """Record that files were created, changed or removed on disk."""
        paths = list(paths)
        touched = self._unpaired_files.disk_changed(paths)
        if self.workspace.refresh(paths):
            self.engine.refilter()
            touched |= self._follow(renew=True) | set(self.open_files)
        for path in paths:
            if path in self.engine:
                touched |= self._pairing.read_again(path)
        self._pairing.encodings.disk_changed(paths, self.open_files)
        touched |= self._texts_beside.follow()
        return self._open_ones(touched | set(paths))

    def set_roots(self, roots: Sequence[Path]) -> set[Path]:
        """Set the workspace's folders."""
        self.workspace.set_roots(roots)
        self.engine.refilter()
        return self._open_ones(self._follow(renew=True) | set(self.open_files))

    def configure(self, settings: Settings) -> set[Path]:
        """Set the user's settings, which may be unchanged."""
        if settings == self.settings:
            return set()
        before, self.settings = self.settings, settings
        if settings.rules != before.rules:
            self.engine.refilter()
        if settings.bounds != before.bounds:
            self._apply_bounds()
            self._follow(renew=True)
        return self._open_ones(set(self.open_files))

    def choose_response(self, key: Path, response: Path) -> set[Path]:
        """Make a response the active response of its key. Raises KeyError if the two files are not a pair."""
        if not any(pair.response == response for pair in self.workspace.pairs_of(key)):
            raise KeyError(response)
        self._active_responses.choose(key, response)
        return self._open_ones(self._follow() | {key})

    def visit(self, pair: Pair | None) -> set[Path]:
        """Make a pair live without open files, until a file is opened or another pair is visited."""
        self._visited = pair
        return self._open_ones(self._follow())

    def scoring_failed(self, live: LivePair, error: Exception) -> bool:
        """Show a warning if a plugin or a lack of memory caused scoring to fail; return whether this was
        the case.
        """
        return self._pairing.failures.in_scoring(live.pair, error)

    def read_on(self, stop: Callable[[], bool] = lambda: False) -> set[Path]:
        """Load more of the long files, or compute findings of loaded ones, until `stop` returns true.

        Scoring takes place in between, because it does not need findings.
        """
        files = self._pairing.long_files
        touched = self._pairing.read_on(stop) if files else self._pairing.judge_on(stop)
        if not files and not files.unjudged:
            touched |= self.adjudications.catch_up(stop)
        return touched & self.open_files.keys()

    # What the protocol layer and the features see

    @property
    def is_reading(self) -> bool:
        """Return whether long files are still loading, or findings or adjudications are still incomplete
        because of them.
        """
        files = self._pairing.long_files
        return bool(files) or bool(files.unjudged) or self.adjudications.waits

    @property
    def unread(self) -> int:
        """Return the number of code points of long files that have not been read yet."""
        return self._pairing.long_files.unread

    def is_loading(self, path: Path) -> bool:
        """Return whether a file, or a file with which it is compared, is still loading."""
        return self._pairing.is_loading(path) or self.adjudications.is_loading(path)

    def is_read(self, path: Path) -> bool:
        """Return whether a file and the files with which it is compared are loaded and, for a gold, all
        its documents are judged.
        """
        return not self.is_loading(path) and not self.adjudications.is_waiting(path)

    def has_findings(self, path: Path) -> bool:
        """Return whether the findings of a file are complete."""
        return self.is_read(path) and not self._pairing.long_files.awaits_judgement(path)

    @property
    def generation(self) -> int:
        """Return a number that grows with every change in how files are read."""
        return self._pairing.generation

    @property
    def arrangement(self) -> ShownPairs:
        """Return the pair shown by each file; a new object after files or pairs may have changed."""
        if self._arranged is None or self._arranged_at != self.generation:
            self._arranged_at = self.generation
            self._arranged = ShownPairs(
                self.engine,
                self.open_files,
                self.workspace.settings_files(),
                self._pairing.waits,
                self.is_active,
            )
        return self._arranged

    @property
    def live_pairs(self) -> list[LivePair]:
        """Return the live, loaded pairs: active pairs first, and in each group, pairs with the most
        recently opened responses first.
        """
        return list(self.arrangement.ranks)

    @property
    def unopened_files(self) -> list[Path]:
        """Return the files of live, loaded pairs that are not open in an editor."""
        files = chain.from_iterable(files_of(live.pair) for live in self.live_pairs)
        return [path for path in dict.fromkeys(files) if path not in self.open_files]

    @property
    def followed(self) -> set[Path]:
        """Return the files to watch: open files, and the parts of live pairs."""
        pairs = [pair for path in self.open_files for pair in self.workspace.pairs_of(path)]
        judged_by = self.workspace.settings_files() | self.adjudications.files | self._texts_beside.paths
        return {*self.open_files, *judged_by, *(part for pair in pairs for part in files_of(pair))}

    def is_active(self, pair: Pair) -> bool:
        """Return whether the key of a pair shows the verdicts of this pair."""
        return self._active_responses.is_active(pair)

    def pairs_after(self, pair: Pair, path: Path) -> list[Pair]:
        """Return the active pairs of the other keys of a file's project in order, starting after a pair."""
        return self._active_responses.pairs_after(pair, path)

    def known_pairs(self, found: Sequence[Pair] | None = None) -> list[Pair]:
        """Return all pairs of the workspace, as `found` by its search, and all pairs of the open files;
        without `found`, the workspace is searched first.
        """
        pairs = list(self.workspace.search()(lambda files: None) if found is None else found)
        known = {(pair.key, pair.response) for pair in pairs}
        for path in self.open_files:
            for pair in self.workspace.pairs_of(path):
                if (pair.key, pair.response) not in known or pair not in pairs:
                    pairs.append(pair)
                    known.add((pair.key, pair.response))
        return pairs

    def active_among(self, pairs: Iterable[Pair]) -> dict[Path, Pair]:
        """Return the active pair of each key among `pairs`."""
        return self._active_responses.active_among(pairs)

    def version(self, path: Path) -> int | None:
        """Return the client's version of a file; None for a file that is not open."""
        file = self.open_files.get(path)
        return file.version if file is not None else None

    def buffer(self, path: Path) -> TextBuffer:
        """Return the whole text of a file; raises KeyError for an unknown file."""
        return self._pairing.buffer(path)

    def snapshot(self, path: Path) -> Snapshot | None:
        """Return a snapshot of a file; None if its language is unknown or if the file is still loading.

        A gold is shown without verdicts against its annotators, because it need not agree with them.
        """
        if path not in self.engine or self.is_loading(path):
            return None
        reading = self.engine.reading(path)
        if reading is None:
            return None
        live = self.active_pair(path)
        role = live.role_of(path) if live is not None else Role.UNKNOWN
        adjudication = self.adjudications.of(path)
        if live is not None and self.adjudications.compares(live.pair):
            live = None if self.adjudications.is_gold(path) else live
        texts = self._texts_beside
        beside, declarations = texts.of(path), texts.declarations(path)
        buffer = self.engine.source(path).buffer
        return Snapshot(path, buffer, reading, role, live, adjudication, beside, declarations)

    def evaluation(self, pair: Pair) -> Evaluation | None:
        """Return the evaluation of a pair; None, with a warning, if its configuration has errors."""
        return self._pairing.evaluation(pair)

    def companion(self, path: Path, kind: str) -> tuple[Path, Reading] | None:
        """Return a file's companion file of a certain kind, if it exists on disk.

        The result is None if the file has no such companion, or if its companion is built in.
        """
        return self._companions.of(path, kind)

    def naming_texts(self, renamed: Collection[Path]) -> list[tuple[Path, str]]:
        """Return the project files, with their texts, that may refer to files which are about to be
        renamed.
        """
        texts = {path: str(self.buffer(path)) for path in self.open_files}
        return list(naming_texts(self.workspace, texts, renamed))

    def first_screen(self, path: Path) -> Snapshot | None:
        """Return a snapshot of the beginning of a file that is still loading, as far as it is final; None
        for any other file.
        """
        return self._first_screens.of(path) if self.is_loading(path) else None

    def judged_beginning(self, path: Path) -> Snapshot | None:
        """Return a snapshot of the beginning of a file whose findings have not been computed yet, as far
        as it is final; None for any other file.
        """
        return None if self.has_findings(path) else self._first_screens.of(path)

    def _first_screen(self, path: Path) -> Snapshot | None:
        live = self.active_pair(path)
        if live is None:
            return None
        try:
            return self._pairing.first_screen(path, live.pair, self._wants)
        except Exception as error:
            if not registry.fault_of(error):
                raise
            return None

    def active_pair(self, path: Path) -> LivePair | None:
        """Return the pair whose verdicts a file shows, or None; for a key, this is the pair with its
        active response.
        """
        return self.arrangement.pair_of(path)

    # What a change makes necessary

    def _follow(self, renew: bool = False) -> set[Path]:
        """Make exactly the pairs live that the open files need."""
        self._arranged = None
        if renew and self._visited is not None:
            self._visited = self._active_responses.as_stated(self._visited)
        wanted = self._active_responses.wanted_pairs(self.open_files)
        if self._visited is not None and self._visited not in wanted:
            wanted.append(self._visited)
        touched = self._pairing.follow(wanted, renew, self.adjudications.pairs)
        touched |= self.adjudications.follow()
        touched |= self._unpaired_files.update()
        touched |= self._texts_beside.follow()
        self.gains.forget_ended()
        self.warnings.update("families", registry.problems())
        return touched

    def _apply_bounds(self) -> None:
        """Apply the settings for reading, and search the workspace again."""
        set_bound(self.settings.maximum_file_size, MAXIMUM_FILE_SIZE)
        self.workspace.allow(self.settings.allowed_folders)

    def _apply_settings_file(self, path: Path) -> set[Path]:
        """Apply an open configuration, if the edited file is a configuration."""
        if path not in self.arrangement.settings_files:
            return set()
        return self._follow(renew=True)

    def _open_ones(self, touched: set[Path]) -> set[Path]:
        """Return the touched files that are open; first screens of loading files are discarded."""
        self._first_screens.forget()
        return touched & self.open_files.keys()


def project_text(session: Session, path: Path) -> str | None:
    """Return the text of a keytally.toml from an editor, otherwise from disk; None if it cannot be read."""
    if path in session.open_files:
        return str(session.buffer(path))
    try:
        return text_on_disk(path, within=session.workspace.reach(path).holds)
    except UnreadableError:
        return None
