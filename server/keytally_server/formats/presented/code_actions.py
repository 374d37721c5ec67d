"""The changes that units propose at a place of a response, as code actions."""

from collections.abc import Iterator

from keytally.evaluations.interface import Role
from keytally.evaluations.presentation import PresentedUnit
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.cursor.marks import marks_at
from keytally_server.session.snapshot import Snapshot, UnitAt


def proposed_actions(snapshot: Snapshot, at: UnitAt) -> Iterator[CodeAction]:
    """What the key asks for at a place: first of the marks that begin there, then of the narrowest."""
    if snapshot.role is not Role.RESPONSE or not isinstance(at.unit, PresentedUnit):
        return
    marks = marks_at(snapshot, at.unit, at.place)
    for mark in sorted(marks, key=lambda mark: (mark.start != at.place, mark.end - mark.start)):
        if (proposal := at.unit.proposal(mark)) is not None:
            kind = CodeActionKind.DROP_SPURIOUS if proposal.drops else CodeActionKind.ACCEPT_FROM_KEY
            yield CodeAction(kind, proposal.title, (proposal.edit,), is_preferred=True)
