"""The presenter of template files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from keytally.evaluations.interface import Mark
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.language.templates import TemplateLanguage
from keytally.findings.finding import Edit, Finding
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction
from keytally_server.answers.completion import Completion
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.document_link import DocumentLink
from keytally_server.answers.hover import Hover
from keytally_server.answers.location_link import LocationLink
from keytally_server.answers.quick_fix import Repair
from keytally_server.answers.rename import Renamable
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.answers.symbol import Symbol
from keytally_server.answers.type_name import TypeName
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.formats.presenter import WORD_WITH_HYPHENS, Presenter, Stretch, UnitWithOffset
from keytally_server.formats.templates.code_actions import record_actions
from keytally_server.formats.templates.completion import template_completions
from keytally_server.formats.templates.definition import template_definitions
from keytally_server.formats.templates.document_links import link_place, text_links
from keytally_server.formats.templates.document_symbols import template_symbols
from keytally_server.formats.templates.folding import document_stretches, record_stretches
from keytally_server.formats.templates.highlights import template_highlights
from keytally_server.formats.templates.hover import record_hover
from keytally_server.formats.templates.inlay_hints import hint_label, hint_place, own_line
from keytally_server.formats.templates.layout import unit_edits
from keytally_server.formats.templates.on_type_formatting import after_typing_in_template
from keytally_server.formats.templates.partners import leading_marks
from keytally_server.formats.templates.rename import renamable_object, rename_object
from keytally_server.formats.templates.repairs import record_repairs
from keytally_server.formats.templates.selection_ranges import record_selection_ranges
from keytally_server.formats.templates.semantic_tokens import template_tokens
from keytally_server.formats.templates.type_name import record_type_name
from keytally_server.formats.templates.workspace_symbols import object_symbols
from keytally_server.session.snapshot import Snapshot, UnitAt


class TemplatePresenter(Presenter):
    """Presents objects, slots and fills (keytally_server.formats.presenter)."""

    word = WORD_WITH_HYPHENS

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The verdict on an object, a slot or a fill, or the target of a link."""
        return record_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Headers, slots and fills."""
        return template_completions(snapshot, at)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: TemplateUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """The tokens of headers, slot names, and fills."""
        return template_tokens(unit)

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterable[Symbol]:
        """Documents with their objects, and objects with their slots."""
        return template_symbols(units, with_parts)

    def folding_ranges(self, unit: TemplateUnit, *, with_parts: bool) -> Iterable[Stretch]:
        """The records."""
        return record_stretches(unit) if with_parts else ()

    def group_folding_ranges(self, units: Iterable[UnitWithOffset]) -> Iterable[Stretch]:
        """Runs of records of one document."""
        return document_stretches(units)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """The fill, its slot, and its record."""
        return record_selection_ranges(at.unit, at.place)

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """The object that a pointer points to, or the place of a link in the texts."""
        return template_definitions(snapshot, at)

    def type_name(self, snapshot: Snapshot, at: UnitAt) -> TypeName | None:
        """What the BNF calls the class, the slot or the fill at a place."""
        return record_type_name(snapshot, at)

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """The verdicts on the object, slot or fill at a place, and on missing items there."""
        return ((mark, (mark.start, mark.end)) for mark in leading_marks(snapshot, at))

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """The header of an object, and the pointers to it."""
        return template_highlights(snapshot, at.offset + at.place)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """The name of an object. Raises RenameError."""
        return renamable_object(snapshot, at.offset + at.place)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """The edits of a header and of the pointers to it. Raises RenameError."""
        return rename_object(snapshot, at.offset + at.place, new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """Actions that take over parts of the key into a response, or remove what the key lacks."""
        return record_actions(snapshot, at)

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
        """Repairs of classes, slots, fills and links."""
        return record_repairs(snapshot, at, finding)

    def inlay_hint_label(self, mark: Mark) -> str | None:
        """The label of a missing object or fill."""
        return hint_label(mark)

    def own_line(self, mark: Mark) -> str | None:
        """The label of a missing object."""
        return own_line(mark)

    def inlay_hint_place(self, snapshot: Snapshot, mark: Mark, place: int) -> int:
        """The blank line under a record for a missing object, so that it stands on a line of its own."""
        return hint_place(snapshot.buffer, mark, place)

    def document_links(self, snapshot: Snapshot, unit: TemplateUnit, offset: int) -> Iterable[DocumentLink]:
        """Link information as links into the texts."""
        return text_links(snapshot, unit, offset)

    def link_target(self, snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
        """The place in the texts that link information leads to."""
        return link_place(snapshot, data)

    def formatting_edits(
        self, snapshot: Snapshot, unit: TemplateUnit, following: Callable[[], str] | None, indent: str
    ) -> Iterable[Edit]:
        """Edits of indents, and of blanks between records."""
        language = snapshot.reading.language
        return unit_edits(unit, following, language, indent) if isinstance(language, TemplateLanguage) else ()

    def on_type_edits(self, snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> Sequence[Edit]:
        """The rest of a header, the end of a quoted fill, or the indent of a slot."""
        return after_typing_in_template(snapshot, at, typed, indent)

    def workspace_symbols(
        self, path: Path, unit: TemplateUnit, offset: int, matches: Callable[[str], bool]
    ) -> Iterable[WorkspaceSymbol]:
        """Objects that match by class, number or title."""
        return object_symbols(path, unit, offset, matches)
