"""The live adjudications: those of which a file is open in an editor."""

from collections.abc import Callable, Mapping
from pathlib import Path

from keytally.adjudication.begun_text import can_begin_with_texts
from keytally.adjudication.followed import FollowedAdjudication
from keytally.adjudication.language import DecisionsLanguage
from keytally.engine.engine import Engine
from keytally.evaluations.annotated import Annotates
from keytally.evaluations.interface import Evaluation, Role
from keytally.project.adjudications import Adjudication
from keytally.project.pair import Pair
from keytally.text.regular import is_file
from keytally_server.session.disk import UnreadableError
from keytally_server.session.pairing import Pairing
from keytally_server.session.warnings import Warnings
from keytally_server.session.workspace import Workspace


class Adjudications:
    """Keeps the adjudications of open files live in an engine.

    `pairing` makes their evaluations, and loads their files into the engine.
    """

    def __init__(
        self,
        engine: Engine,
        open_files: Mapping[Path, object],
        workspace: Workspace,
        pairing: Pairing,
        warnings: Warnings,
    ) -> None:
        self._engine = engine
        self._open_files = open_files
        self._workspace = workspace
        self._pairing = pairing
        self._warnings = warnings
        self._live: dict[Path, tuple[FollowedAdjudication, str]] = {}

    def of(self, path: Path) -> FollowedAdjudication | None:
        """The live adjudication whose gold, or else an annotator's file, a file is; None for others."""
        if path in self._live:
            return self._live[path][0]
        return next((each for each, _ in self._live.values() if path in each.paths), None)

    def is_gold(self, path: Path) -> bool:
        """Whether a file is the gold of a live adjudication."""
        return path in self._live

    def is_waiting(self, path: Path) -> bool:
        """Whether a file is a gold whose adjudication is not complete: a file is loading, or items wait."""
        if path not in self._live:
            return False
        followed, _ = self._live[path]
        return followed.waits or self._pairing.long_files.has_any(followed.paths)

    @property
    def waits(self) -> bool:
        """Whether documents of an adjudication are still to be judged."""
        return any(followed.waits for followed, _ in self._live.values())

    def catch_up(self, stop: Callable[[], bool]) -> set[Path]:
        """Judge documents that wait, until `stop` returns true; returns the golds that are complete now."""
        waiting = [followed for followed, _ in self._live.values() if followed.waits]
        for followed in waiting:
            if self._pairing.long_files.has_any(followed.paths):
                continue
            followed.catch_up(stop)
            if stop():
                break
        return {followed.path for followed in waiting if not self.is_waiting(followed.path)}

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of golds with annotators by which the files of adjudications are read."""
        return [each.pair(name) for each in self._wanted().values() for name in each.annotators]

    @property
    def files(self) -> set[Path]:
        """The files of live adjudications."""
        return {path for each, _ in self._live.values() for path in each.paths}

    def follow(self) -> set[Path]:
        """Make the adjudications of open files live and no others; returns files whose findings changed."""
        wanted = self._wanted()
        touched: set[Path] = set()
        for gold in [gold for gold in self._live if gold not in wanted]:
            touched |= self._end(gold)
        for gold, adjudication in wanted.items():
            touched |= self._renew(gold, adjudication)
        return touched

    def _wanted(self) -> dict[Path, Adjudication]:
        """The adjudications of open files by their golds, which are on disk or open."""
        found = (each for path in self._open_files for each in self._workspace.adjudications_of(path))
        return {
            each.gold: each
            for each in found
            if each.gold is not None and (each.gold in self._open_files or is_file(each.gold))
        }

    def _renew(self, gold: Path, adjudication: Adjudication) -> set[Path]:
        evaluation = self._pairing.evaluation(adjudication.pair(next(iter(adjudication.annotators))))
        live, signature = self._live.get(gold, (None, ""))
        if evaluation is not None and live is not None:
            is_same = signature == evaluation.signature and live.adjudication == adjudication
            if is_same and self._holds_readings(live):
                self._show(gold, evaluation)
                return set()
        touched = self._end(gold) if live is not None else set()
        if evaluation is None or not isinstance(evaluation, Annotates):
            return touched
        return touched | self._begin(adjudication, evaluation)

    def _holds_readings(self, live: FollowedAdjudication) -> bool:
        """Whether the engine still has the readings: a file may have been closed and opened again."""
        readings = {reading for path in live.paths for reading in self._engine.source(path).readings}
        return readings.issuperset(live.readings)

    def _begin(self, adjudication: Adjudication, evaluation: Evaluation) -> set[Path]:
        gold, decisions = adjudication.gold, adjudication.decisions
        assert gold is not None and decisions is not None and isinstance(evaluation, Annotates)
        language = evaluation.language(Role.KEY)
        try:
            for path in (gold, *adjudication.annotators.values()):
                self._pairing.read_file(path, language)
            self._read_decisions(decisions, adjudication.document_of)
        except UnreadableError as problem:
            self._warnings.update(("adjudication", gold), [str(problem)])
            return set()
        self._warnings.update(("adjudication", gold), ())
        texts = self._read_texts(adjudication, evaluation)
        live = FollowedAdjudication(
            self._engine, adjudication, evaluation, texts, self._pairing.long_files.__contains__
        )
        self._engine.add_follower(live)
        self._live[gold] = live, evaluation.signature
        self._show(gold, evaluation)
        return {gold}

    def _show(self, gold: Path, evaluation: Evaluation) -> None:
        """Show the gold as the adjudication reads it, also where it is in no pair yet."""
        if not self._engine.pairs_of(gold):
            self._engine.read_as(gold, evaluation.language(Role.KEY))

    def _read_texts(self, adjudication: Adjudication, evaluation: Evaluation) -> Path | None:
        """Load the texts if the gold can begin with them; they have to have the form of a key."""
        path = adjudication.settings.texts
        if path is None or not can_begin_with_texts(evaluation):
            return None
        try:
            self._pairing.read_file(path, evaluation.language(Role.KEY))
        except UnreadableError:
            return None
        return path

    def _read_decisions(self, path: Path, document_of: Callable[[str], str]) -> None:
        """Load the decisions, which need not be there."""
        if path in self._engine or is_file(path):
            self._pairing.read_file(path, DecisionsLanguage(document_of=document_of))
        else:
            self._engine.open(path, "")

    def _end(self, gold: Path) -> set[Path]:
        live, _ = self._live.pop(gold)
        self._engine.remove_follower(live)
        for path in live.paths:
            if path not in self._open_files:
                self._engine.close(path)
        return {gold}
