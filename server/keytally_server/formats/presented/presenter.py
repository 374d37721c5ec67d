"""The default presenter: it shows units that implement their own presentation."""

from collections.abc import Iterable, Iterator
from typing import Any

from keytally.evaluations.interface import Mark
from keytally.evaluations.presentation import Heading, Piece, PresentedUnit
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction
from keytally_server.answers.hover import Hover
from keytally_server.answers.semantic_token import SemanticToken, TokenType
from keytally_server.answers.symbol import Symbol
from keytally_server.cursor.lines import line_around
from keytally_server.cursor.marks import marks_at
from keytally_server.formats.presented.code_actions import proposed_actions
from keytally_server.formats.presented.document_symbols import unit_symbols
from keytally_server.formats.presented.folding import group_stretches
from keytally_server.formats.presented.hover import presented_hover
from keytally_server.formats.presenter import Presenter, Stretch, UnitWithOffset
from keytally_server.session.snapshot import Snapshot, UnitAt


class PresentedUnitPresenter(Presenter):
    """Presents the tokens, outline, folds and hovers of each PresentedUnit; shows nothing of other units."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The verdicts at a place, and the unit's own note."""
        return presented_hover(snapshot, at) if isinstance(at.unit, PresentedUnit) else None

    def semantic_tokens(
        self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span
    ) -> Iterator[SemanticToken]:
        """The tokens of the unit's pieces; one for a list of one kind, such as guesses."""
        text: str = unit.text
        if isinstance(unit, PresentedUnit):
            yield from _tokens(text, unit.pieces())

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterator[Symbol]:
        """The units' headings."""
        for unit, offset in units:
            if isinstance(unit, PresentedUnit):
                yield from unit_symbols(snapshot, unit, offset, with_children=with_parts)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterator[CodeAction]:
        """What the units propose for the marks at a place."""
        return proposed_actions(snapshot, at)

    def folding_ranges(self, unit: Any, *, with_parts: bool) -> Iterable[Stretch]:
        """The unit's folds."""
        return unit.folds() if isinstance(unit, PresentedUnit) else ()

    def group_folding_ranges(self, units: Iterable[UnitWithOffset]) -> Iterable[Stretch]:
        """The ranges of adjacent units of one group."""
        return group_stretches(units)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Stretch]:
        """The piece, the headings, and the line around a place."""
        line = line_around(at.unit.text, at.place)
        yield line.start, line.start + len(line.before + line.behind)
        if isinstance(at.unit, PresentedUnit):
            yield from ((piece.start, piece.end) for piece in at.unit.pieces())
            yield from at.unit.folds()
            yield from _stretches(at.unit.outline())

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """The verdicts at a place, the narrowest first, those on missing items last."""
        if isinstance(at.unit, PresentedUnit):
            marks = marks_at(snapshot, at.unit, at.place)
            for mark in sorted(marks, key=lambda mark: (mark.start == mark.end, mark.end - mark.start)):
                yield mark, (mark.start, mark.end)


def _tokens(text: str, pieces: Iterable[Piece]) -> Iterator[SemanticToken]:
    """The tokens of pieces in order; those of one kind with a single mark between them are one.

    A screen with ten guesses a line is then sent in a quarter of the bytes.
    """
    last: SemanticToken | None = None
    for start, end, kind in pieces:
        token = SemanticToken(start, end, TokenType[kind.name])
        if last is not None and last.type is token.type and _is_mark(text[last.end : start]):
            token = token._replace(start=last.start)
        elif last is not None:
            yield last
        last = token
    if last is not None:
        yield last


def _is_mark(text: str) -> bool:
    """Whether a text is one character that separates items, and neither a blank nor part of a word."""
    return len(text) == 1 and not text.isspace() and not text.isalnum()


def _stretches(headings: Iterable[Heading]) -> Iterator[Stretch]:
    """The ranges of headings and of the headings below them."""
    for heading in headings:
        yield heading.start, heading.end
        yield from _stretches(heading.children)
