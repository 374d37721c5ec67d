"""Presents CoNLL-2012 and CorefUD."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.findings.finding import Edit
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.hover import Hover
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.answers.location_link import LocationLink
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.answers.stop import Candidate
from keytally_server.formats.conll.cursor import chain_cursor
from keytally_server.formats.conll.equal_words import MentionWords
from keytally_server.formats.conll.hints import chain_hints
from keytally_server.formats.conll.hover import mention_hover
from keytally_server.formats.conll.navigation import (
    chain_highlights,
    mention_before,
    renamable_chain,
    rename_chain,
)
from keytally_server.formats.conll.operations import chain_operations
from keytally_server.formats.conll.tagging import (
    accept_mentions,
    chosen_rows,
    is_on_bracket,
    tag_identical,
    tag_rows,
)
from keytally_server.formats.conll.tokens import chain_tokens
from keytally_server.formats.presented.presenter import PresentedUnitPresenter
from keytally_server.session.snapshot import Snapshot, UnitAt


class ConllPresenter(PresentedUnitPresenter):
    """Presents mentions and chains (keytally_server.formats.presenter)."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The mention at a place with its chain in both files."""
        cursor = chain_cursor(snapshot, at)
        return None if cursor is None else mention_hover(cursor)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: DocumentUnit, offset: int, wanted: Span
    ) -> Iterator[SemanticToken]:
        """The brackets and words of mentions in the colours of their chains."""
        return chain_tokens(unit, wanted)

    def inlay_hints(
        self, snapshot: Snapshot, unit: DocumentUnit, offset: int, wanted: Span
    ) -> Iterable[InlayHint]:
        """The names of the chains of mentions."""
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0))
        return () if cursor is None else chain_hints(cursor, wanted.start, wanted.end)

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """The brackets of the chain at a place."""
        cursor = chain_cursor(snapshot, at)
        return [] if cursor is None else chain_highlights(cursor)

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """The mention before the one at a place in its chain."""
        cursor = chain_cursor(snapshot, at)
        return [] if cursor is None else mention_before(cursor)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """The name of the chain whose bracket is at a place."""
        cursor = chain_cursor(snapshot, at)
        return None if cursor is None else renamable_chain(cursor)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """The edits that rename the chain whose bracket is at a place. Raises RenameError."""
        cursor = chain_cursor(snapshot, at)
        if cursor is None:
            raise RenameError("there is no document here")
        return rename_chain(cursor, new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterator[CodeAction]:
        """Accept what the key has, tag a selection or the word at the cursor, change a mention's chain."""
        cursor = chain_cursor(snapshot, at)
        if cursor is None:
            return
        rows = chosen_rows(cursor, end)
        is_mention = bool(rows) and (rows[0], rows[-1]) in cursor.all.rows
        is_cursor = at.place == end or is_mention or is_on_bracket(cursor, end)
        yield from accept_mentions(cursor, rows)
        if not is_cursor or cursor.mention is None:
            yield from tag_rows(cursor, rows, most_choices)
        if is_cursor:
            yield from chain_operations(cursor, most_choices)
            yield from tag_identical(cursor)

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[DocumentUnit], Iterator[Candidate]]:
        """The words of a document that are a mention in a part of the file, and in none here."""
        return MentionWords(unit for unit, _ in snapshot.reading.units.between(*near)).candidates
