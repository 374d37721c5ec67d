"""The interface of presenters: one class a format, whose methods return nothing unless overridden."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from keytally.evaluations.interface import Language, Mark
from keytally.findings.finding import Edit, Finding
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction
from keytally_server.answers.completion import Completion
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.document_link import DocumentLink
from keytally_server.answers.hover import Hover
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.answers.inline_completion import InlineCompletion
from keytally_server.answers.location_link import LocationLink
from keytally_server.answers.quick_fix import Repair
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.answers.stop import Candidate
from keytally_server.answers.symbol import Symbol
from keytally_server.answers.type_name import Name, TypeName
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.session.snapshot import Snapshot, UnitAt

Stretch = tuple[int, int]
"""The start and the end of a range of text."""

UnitWithOffset = tuple[Any, int]
"""A unit, and the offset in the file at which it starts."""

WORD = re.compile(r"\w*\Z")
WORD_WITH_HYPHENS = re.compile(r"[\w-]*\Z")


class Presenter:
    """What editors show of the files of one format; a subclass overrides what its format has to show.

    A presenter keeps no state: every method gets the present state of the file. Unless stated otherwise,
    places in a result count code points from the start of the file.
    """

    word = WORD
    """The word before the cursor, as editors cut words, at the end of the text before it."""

    def for_language(self, language: Language) -> "Presenter":
        """The presenter of files in this language, which has the format's id."""
        return self

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The hover at an offset."""
        return None

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Completions at an offset, the likeliest first; at a boundary `at` is in the unit before."""
        return ()

    def inline_completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[InlineCompletion]:
        """What the key has at an offset, each in one line, the likeliest first."""
        return ()

    def semantic_tokens(
        self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """The tokens of a unit in order, by the unit's places; at least those that touch `wanted`."""
        return ()

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterable[Symbol]:
        """The outline of adjacent units of a file; without `with_parts` only its top level."""
        return ()

    def folding_ranges(self, unit: Any, *, with_parts: bool) -> Iterable[Stretch]:
        """The ranges that fold in a unit, by the unit's places; with `with_parts` its parts' too."""
        return ()

    def group_folding_ranges(self, units: Iterable[UnitWithOffset]) -> Iterable[Stretch]:
        """Runs of several units that fold together, among adjacent units of a file."""
        return ()

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """The format's ranges around an offset, by the unit's places, in any order."""
        return ()

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """The target of the name or the reference at an offset; its partners are found elsewhere."""
        return ()

    def type_name(self, snapshot: Snapshot, at: UnitAt) -> TypeName | None:
        """The name by which a companion file defines what is at an offset; None for what none defines."""
        return None

    def definition_of(self, unit: Any, name: Name) -> Stretch | None:
        """The range of its unit where a companion file defines a name; None if the unit does not."""
        return None

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterable[tuple[Mark, Stretch]]:
        """The marks at an offset that lead to the other file, each with its range of the unit."""
        return ()

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """The occurrences of the name at an offset, in file order."""
        return ()

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Span]:
        """The uses in the whole file of what is at an offset, in order.

        Without any its highlights are its uses: most names are valid in their document only.
        """
        return ()

    def linked_editing_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """The ranges that change together with what is typed at an offset, by the unit's places, in order."""
        return ()

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """The name at an offset that can be changed; None if there is none. Raises RenameError."""
        return None

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """The edits that change the name at an offset everywhere, in order. Raises RenameError."""
        raise RenameError("there is nothing here that has a name")

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """The code actions for the range from an offset to `end`, by the unit's places.

        If one of many targets is to be chosen there is an action for each of the `most_choices` likeliest
        ones; None: for every one.
        """
        return ()

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterable[Repair]:
        """The likely repairs of a finding that begins at an offset, besides its fix, the likeliest first.

        Each takes the finding away and brings no other one.
        """
        return ()

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[Any], Iterable[Candidate]]:
        """A function that finds the untagged strings of a unit that are tagged in a part of the file.

        It gives them in order, by the unit's places.
        """
        return lambda unit: ()

    def inlay_hint_label(self, mark: Mark) -> str | None:
        """The label of something that a file lacks, at its place; None if nothing is shown."""
        return mark.label

    def missing_extent(self, mark: Mark) -> Stretch | None:
        """The range of its unit that something missing should hold; None if there is no such text."""
        return None

    def document_title(self, unit: Any, document: str) -> str:
        """What persons call the document that begins with a unit."""
        return document

    def marked_text(self, mark: Mark) -> Stretch | None:
        """The range of its unit that a reader reads of what is marked; None if nothing of it is markup."""
        return None

    def own_line(self, mark: Mark) -> str | None:
        """What a line of its own says of something that a file lacks; None if it stands within a line."""
        return None

    def inlay_hint_place(self, snapshot: Snapshot, mark: Mark, place: int) -> int:
        """The place of the hint about something that a file lacks, given that of its mark."""
        return place

    def inlay_hints(self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span) -> Iterable[InlayHint]:
        """Further hints in a unit; at least those in a range of the file."""
        return ()

    def document_links(self, snapshot: Snapshot, unit: Any, offset: int) -> Iterable[DocumentLink]:
        """The ranges of a unit that lead to other files, in order."""
        return ()

    def link_target(self, snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
        """The target of a link with this `data`: a range of a file; None if there is none.

        The data come back from the client: they may be anything.
        """
        return None

    def formatting_edits(
        self, snapshot: Snapshot, unit: Any, following: Callable[[], str] | None, indent: str
    ) -> Iterable[Edit]:
        """The edits that format a unit without changing its content, in order, by the unit's places.

        `following` is the text after the unit, as far as it may decide where units begin; it is None for the
        last unit.
        """
        return ()

    def on_type_edits(self, snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> Sequence[Edit]:
        """The edits for a character that was typed right before an offset."""
        return ()

    def hierarchy_item(self, snapshot: Snapshot, at: UnitAt) -> Symbol | None:
        """The item of a type hierarchy at an offset; None if there is none."""
        return None

    def supertypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """The items that the item at an offset points to."""
        return ()

    def subtypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """The items that point to the item at an offset."""
        return ()

    def workspace_symbols(
        self, path: Path, unit: Any, offset: int, matches: Callable[[str], bool]
    ) -> Iterable[WorkspaceSymbol]:
        """The symbols of a unit for a search through all files: names that match."""
        return ()
