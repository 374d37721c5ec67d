"""A file as that of one of the annotators of an adjudication, whether or not there is a gold yet."""

from pathlib import Path
from typing import NamedTuple, cast

from keytally.adjudication.done_comments import DoneComments
from keytally.evaluations.interface import Evaluation
from keytally.project.adjudications import Adjudication
from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.session import Session


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


def annotators_file(session: Session, path: Path) -> AnnotatorsFile | None:
    """An open file as that of an annotator; None for one that is none, and for an unread one."""
    for adjudication in session.workspace.adjudications_of(path):
        for name, file in adjudication.annotators.items():
            if file == path and adjudication.gold is not None:
                return _of(session, path, name, adjudication)
    return None


def _of(session: Session, path: Path, name: str, adjudication: Adjudication) -> AnnotatorsFile | None:
    live = session.adjudications.of(path)
    if live is not None and live.adjudication == adjudication:
        known = cast("Evaluation", live.live.evaluation)
        return AnnotatorsFile(name, adjudication, known, live.live.done_comments(name))
    evaluation, reading = session.evaluation(adjudication.pair(name)), session.engine.reading(path)
    if evaluation is None or reading is None:
        return None
    return AnnotatorsFile(name, adjudication, evaluation, DoneComments(evaluation, reading))


def project_text(session: Session, path: Path) -> str | None:
    """The text of a keytally.toml as an editor has it, else as it is on disk; None where it is not read."""
    if path in session.open_files:
        return str(session.buffer(path))
    try:
        return text_on_disk(path, within=session.workspace.reach(path).holds)
    except UnreadableError:
        return None
