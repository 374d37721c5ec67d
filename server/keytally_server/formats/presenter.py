"""What a format tells editors: one class a format, whose answers are nothing unless overridden."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from keytally.evaluations.interface import Language, Mark
from keytally.findings.finding import Edit
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction
from keytally_server.answers.completion import Completion
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.document_link import DocumentLink
from keytally_server.answers.hover import Hover
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.answers.location_link import LocationLink
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.answers.symbol import Symbol
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.session.snapshot import Snapshot, UnitAt

Stretch = tuple[int, int]
"""The start and the end of a stretch of text."""

UnitWithOffset = tuple[Any, int]
"""A unit, and the offset in the file at which it starts."""


class Presenter:
    """What editors show of the files of one format; a subclass overrides what its format has to show.

    A presenter keeps no state: every method gets the file as it is now. Where nothing else is said, the
    places in an answer count code points from the start of the file.
    """

    def for_language(self, language: Language) -> "Presenter":
        """The presenter of the files that are read as this language, which has the format's id."""
        return self

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """What there is to say about a place."""
        return None

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """What may be written at a place, the likeliest first; at a boundary `at` is in the unit before."""
        return ()

    def semantic_tokens(
        self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """The tokens of a unit in order, by the unit's places; at least those that touch `wanted`."""
        return ()

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterable[Symbol]:
        """The outline of all units of a file; without `with_parts` only its uppermost entries."""
        return ()

    def folding_ranges(self, unit: Any, *, with_parts: bool) -> Iterable[Stretch]:
        """What can be folded in a unit, by the unit's places; without `with_parts` not what it is made of."""
        return ()

    def group_folding_ranges(self, units: Iterable[UnitWithOffset]) -> Iterable[Stretch]:
        """Runs of several units that can be folded together, of all units of a file."""
        return ()

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """The stretches around a place that a growing selection takes in, by the unit's places, unordered."""
        return ()

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """Where the name or the reference at a place leads; what is aligned with it is found besides."""
        return ()

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterable[tuple[Mark, Stretch]]:
        """The verdicts at a place that lead to the other file, each with the unit's stretch it is about."""
        return ()

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """The places of the name at a place, in file order."""
        return ()

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """The name at a place that can be changed; None where there is none. Raises RenameError."""
        return None

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """The edits that change the name at a place everywhere, in order. Raises RenameError."""
        raise RenameError("there is nothing here that has a name")

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """What can be done with the stretch from a place to `end`, by the unit's places.

        Where one of many is to be chosen there is an action for each of the `most_choices` likeliest ones;
        None: for every one.
        """
        return ()

    def inlay_hint_label(self, mark: Mark) -> str | None:
        """What stands for something that a file lacks, at its place; None where nothing is shown."""
        return mark.label

    def inlay_hints(self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span) -> Iterable[InlayHint]:
        """Further hints in a unit; at least those that stand in a stretch of the file."""
        return ()

    def document_links(self, snapshot: Snapshot, unit: Any, offset: int) -> Iterable[DocumentLink]:
        """The stretches of a unit that lead to other files, in order."""
        return ()

    def link_target(self, snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
        """Where a link of this `data` leads: a stretch of a file; None where that cannot be told.

        The data come back from the client: they may be anything.
        """
        return None

    def formatting_edits(
        self, snapshot: Snapshot, unit: Any, following: Callable[[], str] | None, indent: str
    ) -> Iterable[Edit]:
        """The edits that lay a unit out without a change in what it says, in order, by the unit's places.

        `following` gives what follows the unit, as far as it may decide on where units begin; it is None for
        the last unit.
        """
        return ()

    def on_type_edits(self, snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> Sequence[Edit]:
        """The edits that a character which was typed right before a place calls for."""
        return ()

    def hierarchy_item(self, snapshot: Snapshot, at: UnitAt) -> Symbol | None:
        """What stands at a place, as an item of a type hierarchy; None where nothing is one."""
        return None

    def supertypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """What the item at a place points to."""
        return ()

    def subtypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """What points to the item at a place."""
        return ()

    def workspace_symbols(
        self, path: Path, unit: Any, offset: int, matches: Callable[[str], bool]
    ) -> Iterable[WorkspaceSymbol]:
        """What a search through all files finds in a unit of a file: names that match."""
        return ()
