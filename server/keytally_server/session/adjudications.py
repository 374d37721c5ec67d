"""The live adjudications, and the files of their annotators."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from keytally.adjudication.annotator_files import DoneComments, can_begin_with_texts
from keytally.adjudication.decisions import DecisionsLanguage
from keytally.adjudication.gold_findings import FollowedAdjudication
from keytally.engine.engine import Engine
from keytally.engine.reading import Reading
from keytally.families.contract import Evaluation, Language
from keytally.project.adjudications import Adjudication
from keytally.project.pair import Pair
from keytally.text.files import is_file
from keytally_server.session.file_texts import UnreadableError, Warnings
from keytally_server.session.pairing import Pairing
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
        """Return the live adjudication in which a file is the gold or an annotator's file; None if there
        is none.
        """
        if path in self._live:
            return self._live[path][0]
        return next((each for each, _ in self._live.values() if path in each.paths), None)

    def is_gold(self, path: Path) -> bool:
        """Return whether a file is the gold of a live adjudication."""
        return path in self._live

    def compares(self, pair: Pair) -> bool:
        """Return whether a pair compares the gold of a live adjudication with one of its annotators."""
        followed, _ = self._live.get(pair.key, (None, ""))
        return followed is not None and pair.response in followed.adjudication.annotators.values()

    def is_loading(self, path: Path) -> bool:
        """Return whether a file is a gold and a file in its adjudication is still loading."""
        return path in self._live and self._pairing.long_files.has_any(self._live[path][0].paths)

    def is_waiting(self, path: Path) -> bool:
        """Return whether a file is a gold and documents in its adjudication have not been judged yet."""
        return path in self._live and (self._live[path][0].waits or self.is_loading(path))

    @property
    def waits(self) -> bool:
        """Return whether documents in an adjudication have not been judged yet."""
        return any(followed.waits for followed, _ in self._live.values())

    def catch_up(self, stop: Callable[[], bool]) -> set[Path]:
        """Judge pending documents until `stop` returns true; return the golds that are now complete."""
        waiting = [followed for followed, _ in self._live.values() if followed.waits]
        for followed in waiting:
            if self._pairing.long_files.has_any(followed.paths):
                continue
            followed.catch_up(stop)
            if stop():
                break
        return {followed.path for followed in waiting if not self.is_waiting(followed.path)}

    def judge_first(self, path: Path, documents: Iterable[str], stop: Callable[[], bool]) -> None:
        """Judge documents of a gold before all other pending documents, until `stop` returns true."""
        if self.is_waiting(path) and not self.is_loading(path):
            self._live[path][0].catch_up(stop, frozenset(documents))

    @property
    def pairs(self) -> list[Pair]:
        """Return the pairs of golds with annotators that determine how the files of adjudications are
        read.
        """
        return [pair for each in self._wanted().values() for pair in each.pairs]

    @property
    def files(self) -> set[Path]:
        """Return the files of live adjudications."""
        return {path for each, _ in self._live.values() for path in each.paths}

    def follow(self) -> set[Path]:
        """Make exactly the adjudications of open files live; return the files whose findings have changed."""
        wanted = self._wanted()
        touched: set[Path] = set()
        for gold in [gold for gold in self._live if gold not in wanted]:
            touched |= self._end(gold)
        for gold, adjudication in wanted.items():
            touched |= self._renew(gold, adjudication)
        return touched

    def _wanted(self) -> dict[Path, Adjudication]:
        """Return the adjudications of open files by their golds, which are on disk or open."""
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
            reads_alike = live.language == adjudication.language(evaluation)
            if is_same and reads_alike and self._holds_readings(live):
                self._show(gold, adjudication.language(evaluation))
                return set()
        touched = self._end(gold) if live is not None else set()
        if evaluation is None or not evaluation.can_merge:
            return touched
        return touched | self._begin(adjudication, evaluation)

    def _holds_readings(self, live: FollowedAdjudication) -> bool:
        """Return whether the engine still has the readings: a file may have been closed and opened again."""
        readings = {reading for path in live.paths for reading in self._engine.source(path).readings}
        return readings.issuperset(live.readings)

    def _begin(self, adjudication: Adjudication, evaluation: Evaluation) -> set[Path]:
        gold, decisions = adjudication.gold, adjudication.decisions
        assert gold is not None and decisions is not None
        language = adjudication.language(evaluation)
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
        self._show(gold, adjudication.language(evaluation))
        return {gold}

    def _show(self, gold: Path, language: Language) -> None:
        """Read the gold in the same way as in the adjudication, even if it has no pair yet."""
        if not self._engine.pairs_of(gold):
            self._engine.read_as(gold, language)

    def _read_texts(self, adjudication: Adjudication, evaluation: Evaluation) -> Path | None:
        """Load the texts, which must be in the format of a key, if the gold can begin with them; return
        their path, or None.
        """
        path = adjudication.settings.texts
        if path is None or not can_begin_with_texts(evaluation):
            return None
        try:
            self._pairing.read_file(path, adjudication.language(evaluation))
        except UnreadableError:
            return None
        return path

    def _read_decisions(self, path: Path, document_of: Callable[[str], str]) -> None:
        """Load the decisions; the file need not exist."""
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


class AnnotatorsFile(NamedTuple):
    """An annotator's name, the adjudication, and the comments that mark finished documents."""

    name: str
    adjudication: Adjudication
    evaluation: Evaluation
    comments: DoneComments

    @property
    def is_stated(self) -> bool:
        """Return whether the annotator's finished documents are declared, either in keytally.toml or in
        comments in the file.
        """
        return self.name in self.adjudication.done or bool(self.comments.documents)

    def has_done(self, document: str) -> bool:
        """Return whether the annotator has finished a document."""
        return self.adjudication.has_finished(self.name, document, self.comments.documents)


class _Made(NamedTuple):
    """An annotator's file without a gold, and the inputs from which it was created."""

    file: AnnotatorsFile
    adjudication: Adjudication
    reading: Reading
    revision: int
    arrangement: object


class AnnotatorsFiles:
    """The open files of annotators; for adjudications without a gold, they are created once for each edit.

    `evaluation` returns the evaluation of a pair; `arrangement` returns a new object after files may have
    changed.
    """

    def __init__(
        self,
        workspace: Workspace,
        adjudications: Adjudications,
        evaluation: Callable[[Pair], Evaluation | None],
        arrangement: Callable[[], object],
    ) -> None:
        self._workspace = workspace
        self._adjudications = adjudications
        self._evaluation = evaluation
        self._arrangement = arrangement
        self._made: dict[Path, _Made] = {}

    def closed(self, path: Path) -> None:
        """Discard the data of a closed file."""
        self._made.pop(path, None)

    def of(self, path: Path, reading: Reading) -> AnnotatorsFile | None:
        """Return the annotator's file at a path; None if the file is not an annotator's file."""
        for adjudication in self._workspace.adjudications_of(path):
            for name, file in adjudication.annotators.items():
                if file == path and adjudication.gold is not None:
                    return self._of(path, name, adjudication, reading)
        return None

    def _of(
        self, path: Path, name: str, adjudication: Adjudication, reading: Reading
    ) -> AnnotatorsFile | None:
        live = self._adjudications.of(path)
        if live is not None and live.adjudication == adjudication:
            return AnnotatorsFile(name, adjudication, live.live.evaluation, live.live.done_comments(name))
        made, present = self._made.get(path), (adjudication, reading, reading.revision, self._arrangement())
        if made is not None and made[1:] == present:
            return made.file
        self._made.pop(path, None)
        evaluation = self._evaluation(adjudication.pair(name))
        if evaluation is None:
            return None
        file = AnnotatorsFile(name, adjudication, evaluation, DoneComments(evaluation.annotator, reading))
        self._made[path] = _Made(file, *present)
        return file
