"""The state between messages: which files are open, and which pairs live."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.evaluations import registry
from keytally.evaluations.interface import Evaluation, Role
from keytally.evaluations.settings import Settings as Scoring
from keytally.evaluations.settings import SettingsError
from keytally.findings.finding import Finding
from keytally.findings.rule import Rule
from keytally.project.pair import Pair
from keytally_server.session.choice import wanted_pairs
from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.settings import Settings
from keytally_server.session.snapshot import Snapshot
from keytally_server.session.workspace import Workspace

Complain = Callable[[str], None]


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
        self.workspace = Workspace()
        self.open_files: dict[Path, OpenFile] = {}
        self._complain = complain
        self._complaints: set[str] = set()
        self._chosen: dict[Path, Path] = {}
        self.engine = Engine(self._wants)

    def _wants(self, path: Path, finding: Finding) -> bool:
        return self.graded(path, finding.rule) is not None

    def graded(self, path: Path, rule: Rule) -> Rule | None:
        """A rule as keytally.toml, then the settings grade it for a file; None where it is off."""
        by_project = self.workspace.selection(path).graded(rule)
        return by_project and self.settings.rules.graded(by_project)

    # Files that an editor opens, changes and closes

    def opened(self, path: Path, text: str, file: OpenFile) -> set[Path]:
        """An editor has opened a file."""
        self.open_files[path] = file
        self.engine.open(path, text)
        for pair in self.workspace.pairs_of(path):
            if pair.response == path:
                self._chosen[pair.key] = path
        return {path} | self._follow() | self._settle(path)

    def changed(self, path: Path, version: int, changes: Iterable[tuple[int, int, str]]) -> set[Path]:
        """An editor has changed a file; raises KeyError for one that is not open.

        `changes` are those of `Engine.edit`; each is asked for when those before it are done.
        """
        self.open_files[path] = self.open_files[path]._replace(version=version)
        return self.engine.edit(path, changes) | self._settle(path)

    def closed(self, path: Path) -> set[Path]:
        """An editor has closed a file: what is on disk counts again."""
        self.open_files.pop(path, None)
        touched = self._follow()
        if path in self.engine:
            touched |= self._take_from_disk(path)
            self.engine.close(path)
        return touched | self._settle(path)

    # Files that change without an editor

    def disk_changed(self, paths: Iterable[Path]) -> set[Path]:
        """Files were made, changed or removed on disk."""
        touched: set[Path] = set()
        paths = list(paths)
        for path in paths:
            if path in self.engine and path not in self.open_files:
                touched |= self._take_from_disk(path)
        if self.workspace.refresh(paths):
            touched |= self._follow(renew=True)
        return touched

    def set_roots(self, roots: Sequence[Path]) -> set[Path]:
        """The workspace's folders are now these."""
        self.workspace.set_roots(roots)
        return self._follow(renew=True)

    def configure(self, settings: Settings) -> set[Path]:
        """The person has changed the settings."""
        self.settings = settings
        self.engine.refilter()
        return set(self.open_files)

    def choose_response(self, key: Path, response: Path) -> set[Path]:
        """Make a response the active one of its key. Raises KeyError where they are no pair."""
        if not any(pair.response == response for pair in self.workspace.pairs_of(key)):
            raise KeyError(response)
        self._chosen[key] = response
        return self._follow()

    # What others see

    @property
    def live_pairs(self) -> list[LivePair]:
        """The live pairs, those of the file opened last first."""
        latest = {path: at for at, path in enumerate(self.open_files)}
        return sorted(self.engine.pairs, key=lambda live: -latest.get(live.pair.response, -1))

    @property
    def followed(self) -> set[Path]:
        """The files that count and that no editor has open."""
        parts = (part for live in self.engine.pairs for part in files_of(live.pair))
        return {part for part in parts if part not in self.open_files}

    def known_pairs(self) -> list[Pair]:
        """Every pair of the workspace and of the open files."""
        pairs = self.workspace.everything()
        for path in self.open_files:
            pairs.extend(pair for pair in self.workspace.pairs_of(path) if pair not in pairs)
        return pairs

    def snapshot(self, path: Path) -> Snapshot | None:
        """A file as features see it; None for a file that is of no known language."""
        if path not in self.engine:
            return None
        reading = self.engine.reading(path)
        if reading is None:
            return None
        live = self.active_pair(path)
        role = Role.UNKNOWN
        if live is not None:
            role = Role.KEY if live.pair.key == path else Role.RESPONSE
        return Snapshot(path, self.engine.source(path).buffer, reading, role, live)

    def active_pair(self, path: Path) -> LivePair | None:
        """The pair whose verdicts a file shows: for a key that with its active response."""
        pairs = self.engine.pairs_of(path)
        chosen = self._chosen.get(path)
        for live in pairs:
            if live.pair.response in (path, chosen):
                return live
        return pairs[0] if pairs else None

    # Bringing pairs to life

    def _follow(self, renew: bool = False) -> set[Path]:
        """Let the pairs live that the open files ask for, and no others."""
        wanted = wanted_pairs(self.workspace, self.open_files, self._chosen)
        touched: set[Path] = set()
        for live in self.engine.pairs:
            if renew or live.pair not in wanted:
                self.engine.remove_pair(live)
                touched |= {live.pair.key, live.pair.response}
        living = [live.pair for live in self.engine.pairs]
        for pair in wanted:
            if pair not in living and self._bring_to_life(pair):
                touched |= {pair.key, pair.response}
        self._read_alone()
        return touched & set(self.open_files)

    def _bring_to_life(self, pair: Pair) -> bool:
        try:
            for path in files_of(pair):
                if path not in self.engine:
                    self.engine.open(path, text_on_disk(path, pair.encoding))
            self.engine.add_pair(pair, self._evaluation(pair))
        except (UnreadableError, SettingsError) as problem:
            self._complain_once(str(problem))
            return False
        return True

    def _evaluation(self, pair: Pair) -> Evaluation:
        source = pair.configuration
        text = None
        if isinstance(source, Path) and source in self.open_files:
            text = self.engine.source(source).text
        return registry.evaluation(pair.task, Scoring(source, text, tuple(pair.options.items())))

    def _read_alone(self) -> None:
        """Give each open file that is in no pair a language of its own."""
        for path, file in self.open_files.items():
            name = self.workspace.language_of(path, file.language, self.engine.source(path).buffer)
            if name in registry.LANGUAGES:
                role = self.workspace.role_of(path)
                self.engine.read_as(path, registry.language(name, role))

    def _settle(self, path: Path) -> set[Path]:
        """A configuration in an editor: what it says counts at once."""
        if not self.workspace.depends_on(path):
            return set()
        return self._follow(renew=True)

    def _take_from_disk(self, path: Path) -> set[Path]:
        encoding = next((live.pair.encoding for live in self.engine.pairs_of(path)), None)
        try:
            return self.engine.open(path, text_on_disk(path, encoding))
        except UnreadableError as problem:
            self._complain_once(str(problem))
            return self.engine.open(path, "")

    def _complain_once(self, line: str) -> None:
        if line not in self._complaints:
            self._complaints.add(line)
            self._complain(line)


def files_of(pair: Pair) -> list[Path]:
    """The files of a pair that the engine reads."""
    return [path for path in (pair.key, pair.response, pair.texts) if path is not None]
