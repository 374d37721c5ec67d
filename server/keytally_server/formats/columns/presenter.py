"""The presenter of columns: the units' own presentation, and edits of entities."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.interface import Mark
from keytally.findings.finding import Edit
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction
from keytally_server.answers.completion import Completion
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.hover import Hover
from keytally_server.answers.rename import Renamable
from keytally_server.answers.stop import Candidate
from keytally_server.formats.columns.completion import label_completions
from keytally_server.formats.columns.entity_actions import EntityActions
from keytally_server.formats.columns.equal_names import Names, candidates_of, tag_equal
from keytally_server.formats.columns.hover import entity_hover
from keytally_server.formats.columns.lines import at_label
from keytally_server.formats.columns.rename import renamable_type, rename_type, type_places
from keytally_server.formats.presented.code_actions import proposed_actions
from keytally_server.formats.presented.presenter import PresentedUnitPresenter
from keytally_server.formats.presenter import Stretch
from keytally_server.session.snapshot import Snapshot, UnitAt

LABEL = re.compile(r"\S*\Z")


class ColumnsPresenter(PresentedUnitPresenter):
    """Presents entities: what they are, their verdicts, and edits (keytally_server.formats.presenter)."""

    word = LABEL

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The verdicts at a place, and the entity of its line."""
        return entity_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Labels, in the cell of a label."""
        return label_completions(snapshot, at)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterator[CodeAction]:
        """What the key asks for, then edits of entities; on demand those of equal names."""
        yield from proposed_actions(snapshot, at_label(at))
        yield from EntityActions(snapshot, at, end).all()
        if most_choices is None:
            yield from tag_equal(snapshot, at)

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[SentenceUnit], Iterator[Candidate]]:
        """The names of a sentence that are entities in a part of the file, and none here."""
        return partial(candidates_of, Names(unit for unit, _ in snapshot.reading.units.between(*near)))

    def missing_extent(self, mark: Mark) -> Stretch | None:
        """The labels of the tokens that a missing entity should have."""
        if mark.partner is None or mark.start != mark.end:
            return None
        key, start, end = mark.partner
        stretch: Stretch = mark.unit.place_of(*key.tokens_at(start, end))
        return stretch

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """The verdicts at the label of the line at a place."""
        return super().aligned_marks(snapshot, at_label(at))

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """The labels of the sentence with the type at a place."""
        found = renamable_type(at)
        places = type_places(at.unit, at.offset, found.name) if found else ()
        return [DocumentHighlight(*span, is_declaration=False) for span in places]

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
        """The labels of the file with the type at a place."""
        found = renamable_type(at)
        if found is not None:
            for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
                yield from type_places(unit, offset, found.name)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """The type in the label at a place."""
        return renamable_type(at)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """The edits that change a type in the whole file. Raises RenameError."""
        return rename_type(snapshot, at, new_name)
