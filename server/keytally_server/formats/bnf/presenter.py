"""The presenter of task BNFs."""

from collections.abc import Iterable, Sequence

from keytally.evaluations.muc.formats.bnf.unit import BnfUnit
from keytally.findings.finding import Edit
from keytally.text.span import Span
from keytally_server.answers.completion import Completion
from keytally_server.answers.hover import Hover
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.answers.symbol import Symbol
from keytally_server.answers.type_name import Name
from keytally_server.formats.bnf.completion import bnf_completions
from keytally_server.formats.bnf.definitions import definition_named
from keytally_server.formats.bnf.document_symbols import (
    bnf_symbols,
    definition_selection_ranges,
    definition_stretches,
)
from keytally_server.formats.bnf.hover import definition_hover
from keytally_server.formats.bnf.on_type_formatting import after_typing_in_bnf
from keytally_server.formats.bnf.semantic_tokens import bnf_tokens
from keytally_server.formats.presenter import WORD_WITH_HYPHENS, Presenter, Stretch, UnitWithOffset
from keytally_server.session.snapshot import Snapshot, UnitAt


class BnfPresenter(Presenter):
    """Presents classes, slots and named sets (keytally_server.formats.presenter); a file is one unit."""

    word = WORD_WITH_HYPHENS

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The meaning of the definition at a place."""
        return definition_hover(at.unit, at.offset, at.place)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Classes that pointers refer to, named sets, and cardinality marks."""
        return bnf_completions(at.unit, at.place)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: BnfUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """The tokens of names, sets and marks."""
        return bnf_tokens(unit)

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterable[Symbol]:
        """Classes with their slots, and named sets."""
        return (symbol for unit, _ in units for symbol in bnf_symbols(unit))

    def folding_ranges(self, unit: BnfUnit, *, with_parts: bool) -> Iterable[Stretch]:
        """The definitions."""
        return definition_stretches(unit)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """The pieces of a definition, the definition, and its class."""
        pieces = ((start, end) for _, start, end in at.unit.pieces)
        return (*pieces, *definition_selection_ranges(at.unit))

    def definition_of(self, unit: BnfUnit, name: Name) -> Stretch | None:
        """The name of a class, of a set, or of the slot of a class."""
        return definition_named(unit, name)

    def on_type_edits(self, snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> Sequence[Edit]:
        """The sign after a class name."""
        return after_typing_in_bnf(at, typed)
