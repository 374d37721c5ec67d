"""The default presenter, for units that implement their own presentation."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from keytally.families.contract import ORDINAL, Mark, Role
from keytally.families.presentation import Heading, Note, Piece, PresentedUnit
from keytally.text.positions import Span
from keytally_server.answers import (
    CodeAction,
    CodeActionKind,
    Hover,
    SemanticToken,
    Symbol,
    SymbolKind,
    TokenType,
)
from keytally_server.cursor import line_around, marks_at
from keytally_server.presenters.presenter import Presenter, Stretch, UnitWithOffset
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import outline_name, tallies, with_partner


def proposed_actions(snapshot: Snapshot, at: UnitAt) -> Iterator[CodeAction]:
    """Yield the key's actions at a position: first for marks that begin there, then for the narrowest
    marks.
    """
    if snapshot.role is not Role.RESPONSE or not isinstance(at.unit, PresentedUnit):
        return
    marks = marks_at(snapshot, at.unit, at.place)
    for mark in sorted(marks, key=lambda mark: (mark.start != at.place, mark.end - mark.start)):
        if (proposal := at.unit.proposal(mark)) is not None:
            kind = CodeActionKind.DROP_SPURIOUS if proposal.drops else CodeActionKind.ACCEPT_FROM_KEY
            yield CodeAction(kind, proposal.title, (proposal.edit,), is_preferred=True)


def unit_symbols(
    snapshot: Snapshot, unit: PresentedUnit, offset: int, *, with_children: bool
) -> Iterator[Symbol]:
    """Yield the entries of a unit at `offset`; if the unit has no name, its number is added to the names
    of the entries.
    """
    number = _number(snapshot, unit)
    for each in unit.outline():
        yield _symbol(each._replace(name=f"{number}{each.name}"), offset, with_children)


def _number(snapshot: Snapshot, unit: PresentedUnit) -> str:
    """Return a prefix such as `3: ` for units that are identified only by their number, such as sentences;
    "" for others.
    """
    is_counted = getattr(unit, "document", None) == ORDINAL
    return f"{snapshot.reading.documents.name_of(unit)}: " if is_counted else ""


def _symbol(heading: Heading, offset: int, with_children: bool) -> Symbol:
    children = heading.children if with_children else ()
    return Symbol(
        outline_name(heading.name) or "(no name)",
        outline_name(heading.detail),
        SymbolKind.HEADING,
        offset + heading.start,
        offset + heading.end,
        offset + heading.name_start,
        offset + heading.name_end,
        tuple(_symbol(child, offset, with_children) for child in children),
    )


def group_stretches(units: Iterable[tuple[Any, int]]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of adjacent units that belong to the same group; each unit is given with its
    offset.
    """
    for group, members in groupby(units, key=_group):
        if group is None:
            continue
        (_, start), *others = members
        if others:
            last, offset = others[-1]
            yield start, offset + len(last.text.rstrip("\r\n"))


def _group(placed: tuple[Any, int]) -> str | None:
    unit = placed[0]
    return unit.group if isinstance(unit, PresentedUnit) else None


def presented_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Return every verdict at a position with its partner, the unit's note, and the figures of its
    document; None if there is neither a verdict nor a note.
    """
    return noted_hover(snapshot, at, at.unit.note_at(at.place))


def noted_hover(snapshot: Snapshot, at: UnitAt, note: Note | None) -> Hover | None:
    """Return the verdicts at a position, a note, and figures; None if there is neither a verdict nor a
    note.
    """
    marks = marks_at(snapshot, at.unit, at.place)
    if not marks and note is None:
        return None
    parts = [with_partner(snapshot, mark) for mark in marks]
    parts += [] if note is None else [note.markdown]
    text = "\n\n".join([*parts, *tallies(snapshot, at.unit)])
    start, end = min(_stretches(marks, note), key=lambda span: span[1] - span[0])
    return Hover(text, at.offset + start, at.offset + end)


def _stretches(marks: Iterable[Mark], note: Note | None) -> Iterator[tuple[int, int]]:
    """Yield the possible ranges of the hover; ranges of missing items only if no other mark exists."""
    spans = [(mark.start, mark.end) for mark in marks]
    yield from [span for span in spans if span[0] < span[1]] or spans
    if note is not None:
        yield note.start, note.end


class PresentedUnitPresenter(Presenter):
    """Presents the tokens, outline, folds and hovers of each PresentedUnit; shows nothing for other units."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the verdicts at a position, and the unit's own note; None if there is neither."""
        return presented_hover(snapshot, at) if isinstance(at.unit, PresentedUnit) else None

    def semantic_tokens(
        self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span
    ) -> Iterator[SemanticToken]:
        """Yield the tokens of the unit's pieces; a list of items of one kind, such as guesses, is one
        token.
        """
        text: str = unit.text
        if isinstance(unit, PresentedUnit):
            yield from _tokens(text, unit.pieces())

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterator[Symbol]:
        """Yield the units' headings."""
        for unit, offset in units:
            if isinstance(unit, PresentedUnit):
                yield from unit_symbols(snapshot, unit, offset, with_children=with_parts)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterator[CodeAction]:
        """Yield the proposals of the units for the marks at a position."""
        return proposed_actions(snapshot, at)

    def folding_ranges(self, unit: Any, *, with_parts: bool) -> Iterable[Stretch]:
        """Return the unit's folding ranges."""
        return unit.folds() if isinstance(unit, PresentedUnit) else ()

    def group_folding_ranges(self, units: Iterable[UnitWithOffset]) -> Iterable[Stretch]:
        """Return the ranges of adjacent units that belong to the same group."""
        return group_stretches(units)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Stretch]:
        """Yield the range of the line around a position, and the ranges of the unit's pieces, folds and
        headings.
        """
        line = line_around(at.unit.text, at.place)
        yield line.start, line.start + len(line.before + line.behind)
        if isinstance(at.unit, PresentedUnit):
            yield from ((piece.start, piece.end) for piece in at.unit.pieces())
            yield from at.unit.folds()
            yield from _heading_stretches(at.unit.outline())

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """Yield the verdicts at a position, the narrowest first; verdicts on missing items come last."""
        if isinstance(at.unit, PresentedUnit):
            marks = marks_at(snapshot, at.unit, at.place)
            for mark in sorted(marks, key=lambda mark: (mark.start == mark.end, mark.end - mark.start)):
                yield mark, (mark.start, mark.end)


def _tokens(text: str, pieces: Iterable[Piece]) -> Iterator[SemanticToken]:
    """Yield the tokens of pieces in order; tokens of one kind separated by a single character are merged.

    This reduces a screen with ten guesses per line to a quarter of the bytes.
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
    """Return whether a text is one character that separates items, neither whitespace nor part of a word."""
    return len(text) == 1 and not text.isspace() and not text.isalnum()


def _heading_stretches(headings: Iterable[Heading]) -> Iterator[Stretch]:
    """Yield the ranges of headings and of the headings below them."""
    for heading in headings:
        yield heading.start, heading.end
        yield from _heading_stretches(heading.children)
