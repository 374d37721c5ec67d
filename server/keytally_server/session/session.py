"""The state between messages: which files are open, and which pairs live."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.interface import Language, Role
from keytally.findings.finding import Finding
from keytally.findings.rule import Rule
from keytally.project.pair import Pair
from keytally.text.buffer import TextBuffer
from keytally_server.session.choice import Choice
from keytally_server.session.complaints import Complain, Complaints
from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.pairing import Pairing, files_of
from keytally_server.session.project_file import ProjectLanguage, is_project_file
from keytally_server.session.settings import Settings
from keytally_server.session.snapshot import Snapshot
from keytally_server.session.workspace import Workspace


class OpenFile(NamedTuple):
    """A file that an editor has open: the client's version and name for its language."""

    version: int
    language: str


class Session:
    """Open files, the pairs that they bring to life, and the engine that follows them.

    Methods that take a change return the files whose findings may be others now. `complain` is
    called with one line for the person where something is amiss.
    """

    def __init__(self, complain: Complain) -> None:
        self.settings = Settings()
        self.open_files: dict[Path, OpenFile] = {}
        self.workspace = Workspace(self.open_files)
        self.engine = Engine(self._wants)
        self.complaints = Complaints(complain)
        self._faulty: set[Path] = set()
        self._choice = Choice(self.workspace)
        self._pairing = Pairing(self.engine, self.open_files, self.complaints)

    def _wants(self, path: Path, finding: Finding) -> bool:
        return self.graded(path, finding.rule) is not None

    def graded(self, path: Path, rule: Rule) -> Rule | None:
        """A rule as keytally.toml, then the settings grade it for a file; None where it is off."""
        by_project = self.workspace.selection(path).graded(rule)
        return by_project and self.settings.rules.graded(by_project)

    # Files that an editor opens, changes and closes

    def opened(self, path: Path, text: str, file: OpenFile) -> set[Path]:
        """An editor has opened a file."""
        self.open_files.pop(path, None)
        self.open_files[path] = file
        touched = self._pairing.replace(path, text)
        self._choice.opened(path)
        return self._shown({path} | touched | self._follow() | self._settle(path))

    def changed(self, path: Path, version: int, changes: Iterable[tuple[int, int, str]]) -> set[Path]:
        """An editor has changed a file; raises KeyError for one that is not open.

        `changes` are those of `Engine.edit`; each is asked for when those before it are done.
        """
        self.open_files[path] = self.open_files[path]._replace(version=version)
        return self._shown(self._pairing.edit(path, changes) | self._settle(path))

    def closed(self, path: Path) -> set[Path]:
        """An editor has closed a file: what is on disk counts again."""
        self.open_files.pop(path, None)
        self._choice.closed(path, list(self.open_files))
        touched = self._follow()
        if path in self.engine:
            touched |= self._take_from_disk(path)
        return self._shown(touched | self._settle(path))

    # Files that change without an editor

    def disk_changed(self, paths: Iterable[Path]) -> set[Path]:
        """Files were made, changed or removed on disk."""
        paths = list(paths)
        touched: set[Path] = set()
        if self.workspace.refresh(paths):
            self.engine.refilter()
            touched |= self._follow(renew=True) | set(self.open_files)
        for path in paths:
            if path in self.engine and path not in self.open_files:
                touched |= self._take_from_disk(path)
        return self._shown(touched)

    def set_roots(self, roots: Sequence[Path]) -> set[Path]:
        """The workspace's folders are now these."""
        self.workspace.set_roots(roots)
        self.engine.refilter()
        return self._shown(self._follow(renew=True) | set(self.open_files))

    def configure(self, settings: Settings) -> set[Path]:
        """The person has changed the settings, or has not and the client sends them all the same."""
        if settings == self.settings:
            return set()
        rules, self.settings = self.settings.rules, settings
        if settings.rules != rules:
            self.engine.refilter()
        return self._shown(set(self.open_files))

    def choose_response(self, key: Path, response: Path) -> set[Path]:
        """Make a response the active one of its key. Raises KeyError where they are no pair."""
        if not any(pair.response == response for pair in self.workspace.pairs_of(key)):
            raise KeyError(response)
        self._choice.choose(key, response)
        return self._shown(self._follow() | {key})

    def read_on(self, stop: Callable[[], bool] = lambda: False) -> set[Path]:
        """Read on in long files that were opened, until `stop` says so."""
        return self._pairing.read_on(stop)

    # What others see

    @property
    def is_reading(self) -> bool:
        """Whether long files wait to be read on."""
        return bool(self._pairing.loading)

    def is_loading(self, path: Path) -> bool:
        """Whether a file, or one that it is compared with, is still being read."""
        return self._pairing.is_loading(path)

    @property
    def generation(self) -> int:
        """A number that grows with every change in how files are read."""
        return self._pairing.generation

    @property
    def live_pairs(self) -> list[LivePair]:
        """The live pairs that are read, active ones first, then those of files opened last."""
        latest = {path: at for at, path in enumerate(self.open_files)}
        ready = [live for live in self.engine.pairs if not self._pairing.waits(live.pair)]

        def rank(live: LivePair) -> tuple[bool, int]:
            opened = max((latest.get(path, -1) for path in live.pair.responses), default=-1)
            return not self.is_active(live.pair), -opened

        return sorted(ready, key=rank)

    @property
    def followed(self) -> set[Path]:
        """The files that count: those open, and the parts of live pairs."""
        pairs = [pair for path in self.open_files for pair in self.workspace.pairs_of(path)]
        bnfs = (self.workspace.bnf_of(path) for path in self.open_files)
        judged_by = {part for pair in pairs for part in pair.settings_files}
        judged_by |= {bnf for bnf in bnfs if isinstance(bnf, Path)}
        return {*self.open_files, *judged_by, *(part for pair in pairs for part in files_of(pair))}

    def is_active(self, pair: Pair) -> bool:
        """Whether a pair is the one whose verdicts its key shows."""
        return self._choice.is_active(pair)

    def known_pairs(self) -> list[Pair]:
        """Every pair of the workspace and of the open files."""
        pairs = self.workspace.everything()
        for path in self.open_files:
            pairs.extend(pair for pair in self.workspace.pairs_of(path) if pair not in pairs)
        return pairs

    def version(self, path: Path) -> int | None:
        """The client's version of a file; None for one that is not open."""
        file = self.open_files.get(path)
        return file.version if file is not None else None

    def buffer(self, path: Path) -> TextBuffer:
        """The whole text of a file; raises KeyError for one that is not known."""
        return self._pairing.buffer(path)

    def snapshot(self, path: Path) -> Snapshot | None:
        """A file as features see it; None for one of no known language, or that is still being read."""
        if path not in self.engine or self._pairing.is_loading(path):
            return None
        reading = self.engine.reading(path)
        if reading is None:
            return None
        live = self.active_pair(path)
        role = live.role_of(path) if live is not None else Role.UNKNOWN
        return Snapshot(path, self.engine.source(path).buffer, reading, role, live)

    def active_pair(self, path: Path) -> LivePair | None:
        """The pair whose verdicts a file shows: for a key that with its active response."""
        pairs = self.engine.pairs_of(path)
        own = (live for live in pairs if path in live.response or self.is_active(live.pair))
        return next(own, next(iter(pairs), None))

    # Following what is open

    def _follow(self, renew: bool = False) -> set[Path]:
        """Let the pairs live that the open files ask for, and no others."""
        touched = self._pairing.follow(self._choice.wanted_pairs(self.open_files), renew)
        for path, file in self.open_files.items():
            if language := self._own_language(path, file):
                self._pairing.read_alone(path, language)
        self._complain_of_project()
        return touched

    def _complain_of_project(self) -> None:
        """Say what keeps open files out of any pair; a keytally.toml that is open shows it itself."""
        unpaired = [
            path
            for path, file in self.open_files.items()
            if not self.workspace.pairs_of(path) and self._can_be_paired(path, file)
        ]
        problems: dict[Path, list[str]] = {path: [] for path in self._faulty}
        for path, message in chain.from_iterable(map(self.workspace.problems_around, unpaired)):
            if path not in self.open_files:
                problems.setdefault(path, []).append(f"{path}: {message}")
        for path, lines in problems.items():
            self.complaints.about(path, lines)
        self._faulty = {path for path, lines in problems.items() if lines}

    def _can_be_paired(self, path: Path, file: OpenFile) -> bool:
        language = self._own_language(path, file)
        return language is not None and language.name not in ("toml", "muc-config")

    def _own_language(self, path: Path, file: OpenFile) -> Language | None:
        """How an open file is read that is in no pair."""
        if is_project_file(path):
            return ProjectLanguage(path)
        name = self.workspace.language_of(path, file.language, self.buffer(path))
        if name not in registry.LANGUAGES:
            return None
        judged = name in registry.JUDGED_BY_BNF
        bnf = self._pairing.bnf_text(self.workspace.bnf_of(path)) if judged else None
        return registry.language(name, self.workspace.role_of(path), bnf, path.name)

    def _settle(self, path: Path) -> set[Path]:
        """A configuration in an editor: what it says counts at once."""
        return self._follow(renew=True) if self.workspace.depends_on(path) else set()

    def _take_from_disk(self, path: Path) -> set[Path]:
        encoding = next((live.pair.encoding for live in self.engine.pairs_of(path)), None)
        try:
            text = text_on_disk(path, encoding)
        except UnreadableError as problem:
            self.complaints.about(path, [str(problem)])
            text = ""
        else:
            self.complaints.about(path, ())
        return self._pairing.replace(path, text)

    def _shown(self, touched: set[Path]) -> set[Path]:
        """Those of the touched files that an editor has open."""
        return touched & self.open_files.keys()
