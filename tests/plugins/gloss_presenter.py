"""What editors show of glosses besides what the lines tell: the words of the lexicon as completions."""

from collections.abc import Iterable

from keytally_server.answers import Completion, CompletionKind
from keytally_server.presenters.presented import PresentedUnitPresenter
from keytally_server.session.snapshot import Snapshot, UnitAt


class GlossPresenter(PresentedUnitPresenter):
    """Completes glosses."""

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        cells = (cell for cell in at.unit.cells[1:] if cell.start <= at.place <= cell.end)
        for cell in cells:
            start, end = at.offset + cell.start, at.offset + cell.end
            for word in sorted(at.unit.lexicon):
                yield Completion(word, CompletionKind.TEXT, word, start, end)
