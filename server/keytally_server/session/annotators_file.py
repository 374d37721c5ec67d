"""A file as that of one of the annotators of an adjudication, whether or not there is a gold yet."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, cast

from keytally.adjudication.done_comments import DoneComments
from keytally.engine.reading import Reading
from keytally.evaluations.interface import Evaluation
from keytally.project.adjudications import Adjudication
from keytally.project.pair import Pair
from keytally_server.session.adjudications import Adjudications
from keytally_server.session.workspace import Workspace


class AnnotatorsFile(NamedTuple):
    """An annotator's name, the adjudication, and the comments that say what is done."""

    name: str
    adjudication: Adjudication
    evaluation: Evaluation
    comments: DoneComments

    @property
    def is_stated(self) -> bool:
        """Whether anything tells what this annotator has done."""
        return self.name in self.adjudication.done or bool(self.comments.documents)

    def has_done(self, document: str) -> bool:
        """Whether the annotator has done a document."""
        return self.adjudication.has_finished(self.name, document, self.comments.documents)


class _Made(NamedTuple):
    """An annotator's file without a gold, and what it was made from."""

    file: AnnotatorsFile
    adjudication: Adjudication
    reading: Reading
    revision: int
    arrangement: object


class AnnotatorsFiles:
    """Open files as those of annotators; where there is no gold, made once for each edit.

    `evaluation` makes what a pair is scored by; `arrangement` is another object after files may have changed.
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
        """Forget what was made of a file that was closed."""
        self._made.pop(path, None)

    def of(self, path: Path, reading: Reading) -> AnnotatorsFile | None:
        """A file, by its reading, as that of an annotator; None for one that is none."""
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
            known = cast("Evaluation", live.live.evaluation)
            return AnnotatorsFile(name, adjudication, known, live.live.done_comments(name))
        made, present = self._made.get(path), (adjudication, reading, reading.revision, self._arrangement())
        if made is not None and made[1:] == present:
            return made.file
        self._made.pop(path, None)
        evaluation = self._evaluation(adjudication.pair(name))
        if evaluation is None:
            return None
        file = AnnotatorsFile(name, adjudication, evaluation, DoneComments(evaluation, reading))
        self._made[path] = _Made(file, *present)
        return file
