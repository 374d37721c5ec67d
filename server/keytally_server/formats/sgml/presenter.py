"""The presenter of SGML files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from keytally.evaluations.interface import Level, Mark, Role
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.findings.finding import Edit, Finding
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.answers.completion import Completion
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.hover import Hover
from keytally_server.answers.inline_completion import InlineCompletion
from keytally_server.answers.quick_fix import Repair
from keytally_server.answers.rename import Renamable
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.answers.stop import Candidate
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.answers.workspace_symbol import WorkspaceSymbol
from keytally_server.cursor.marks import marks_of
from keytally_server.cursor.word_boundaries import word_at
from keytally_server.formats.presenter import Presenter, Stretch, UnitWithOffset
from keytally_server.formats.sgml.code_actions import TagActions
from keytally_server.formats.sgml.completion import tag_completions
from keytally_server.formats.sgml.document_symbols import document_symbol
from keytally_server.formats.sgml.element_lookup import element_at, mark_of_element
from keytally_server.formats.sgml.entities import entity_at, entity_spans, entity_symbols
from keytally_server.formats.sgml.equal_strings import TaggedStrings, tag_equal
from keytally_server.formats.sgml.hover import tag_hover
from keytally_server.formats.sgml.inline_completion import tags_in_key
from keytally_server.formats.sgml.linked_editing import tag_names_at
from keytally_server.formats.sgml.missing_tags import (
    missing_extent,
    missing_tags_around,
    short_label,
    tagged_text,
)
from keytally_server.formats.sgml.rename import renamable_type, rename_type
from keytally_server.formats.sgml.repairs import tag_repairs
from keytally_server.formats.sgml.selection_ranges import sgml_selection_ranges
from keytally_server.formats.sgml.semantic_tokens import sgml_tokens
from keytally_server.formats.sgml.tag_edits import kind_name
from keytally_server.session.snapshot import Snapshot, UnitAt


class SgmlPresenter(Presenter):
    """Presents tags: what they are, their verdicts, and edits (keytally_server.formats.presenter)."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The verdicts on the tag at a place and on the elements missing there."""
        return tag_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Tags, attributes and values."""
        return tag_completions(at, sgml_language(snapshot))

    def inline_completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[InlineCompletion]:
        """The tags that the key has at a place, in documents of keys and responses."""
        language = sgml_language(snapshot)
        return tags_in_key(snapshot, at, language) if self.is_annotated(at.unit, language, at.place) else ()

    def semantic_tokens(
        self, snapshot: Snapshot, unit: SgmlUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """The tokens of tags and of given markup."""
        return sgml_tokens(unit, wanted)

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterator[Symbol]:
        """The documents, each with its parts."""
        for unit, offset in units:
            if unit.document is not None:
                yield self.document_symbol(snapshot, unit, offset, with_parts=with_parts)

    def document_symbol(self, snapshot: Snapshot, unit: SgmlUnit, offset: int, *, with_parts: bool) -> Symbol:
        """A document with its tags."""
        return document_symbol(unit, sgml_language(snapshot).syntax, offset, with_tags=with_parts)

    def folding_ranges(self, unit: SgmlUnit, *, with_parts: bool) -> Iterator[Stretch]:
        """Documents and their sections."""
        if unit.document is not None:
            yield 0, len(unit.text.rstrip())
            if with_parts:
                yield from ((section.start, section.end) for section in unit.sections if section.start)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """Tags, elements and sections."""
        return sgml_selection_ranges(at.unit, at.place)

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """The verdict on the tag at a place, then the verdicts on tags missing at its word."""
        marks = marks_of(snapshot, at.unit)
        element = element_at(at.unit, at.place)
        mark = mark_of_element(marks, element) if element else None
        if mark is not None:
            yield mark, (mark.start, mark.end)
        for missing in missing_tags_around(at.unit, marks, *word_at(at.unit.text, at.place)):
            yield missing.mark, (missing.start, missing.end)

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """The elements of the document with the text, the tag and the type of the one at a place."""
        syntax = sgml_language(snapshot).syntax
        entity = entity_at(at.unit, at.place, syntax)
        spans = entity_spans(at.unit, at.offset, syntax, entity) if entity is not None else ()
        return [DocumentHighlight(*span, is_declaration=False) for span in spans]

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
        """The same elements in all documents of the file."""
        syntax = sgml_language(snapshot).syntax
        entity = entity_at(at.unit, at.place, syntax)
        if entity is not None:
            for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
                yield from entity_spans(unit, offset, syntax, entity)

    def linked_editing_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """The names of the two tags of an element."""
        return tag_names_at(at.unit, at.place)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """The type or the name of the tag at a place."""
        language = sgml_language(snapshot)
        return renamable_type(at, language) if self.is_annotated(at.unit, language, at.place) else None

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """The edits that change the type of all equal elements of the document. Raises RenameError."""
        return rename_type(at, sgml_language(snapshot), new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """Edits of tags, in documents of keys and responses."""
        language = sgml_language(snapshot)
        if not self.is_annotated(at.unit, language, end):
            return
        yield from TagActions(snapshot, at, end, language).all()
        yield from tag_equal(snapshot, at, language, in_file=most_choices is None)

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[SgmlUnit], Iterable[Candidate]]:
        """The untagged strings of documents of keys and responses that are tagged in a part of the file."""
        units = (unit for unit, _ in snapshot.reading.units.between(*near))
        language, strings = sgml_language(snapshot), TaggedStrings(units)

        def of(unit: SgmlUnit) -> Iterator[Candidate]:
            for span, (name, value) in strings.untagged(unit):
                text = " ".join(unit.text[span.start : span.end].split())
                message = f'"{text}" is tagged {kind_name(name, value)} elsewhere'
                tagging = f"{CodeActionKind.TAG.value}.{value or name.upper()}"
                is_mention = language.syntax.links(name)
                yield Candidate(*span, message, CodeActionKind.WRAP_MENTION.value if is_mention else tagging)

        return lambda unit: of(unit) if self.is_annotated(unit, language, 0) else ()

    def is_annotated(self, unit: SgmlUnit, language: SgmlLanguage, end: int) -> bool:
        """Whether tags can be edited in a unit up to a place: inside one document of a key or a response."""
        return unit.document is not None and language.role is not Role.TEXTS and end <= len(unit.text)

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
        """Repairs of tags and of their attributes."""
        return tag_repairs(snapshot, at, finding, sgml_language(snapshot))

    def inlay_hint_label(self, mark: Mark) -> str | None:
        """The label of a missing tag; None for fills of existing tags, which only hovers show."""
        return None if mark.level in (Level.SLOT, Level.FILL) else short_label(mark)

    def missing_extent(self, mark: Mark) -> Stretch | None:
        """The text that a missing tag should hold."""
        return missing_extent(mark)

    def document_title(self, unit: SgmlUnit, document: str) -> str:
        """The document's number as it is written."""
        return unit.written_number or document

    def marked_text(self, mark: Mark) -> Stretch | None:
        """The text between the tags of an element."""
        return tagged_text(mark)

    def workspace_symbols(
        self, path: Path, unit: SgmlUnit, offset: int, matches: Callable[[str], bool]
    ) -> Iterator[WorkspaceSymbol]:
        """The documents whose numbers match, and their entities that match by type or text."""
        number = unit.written_number
        if unit.document and (matches(number) or matches(unit.document)):
            first, last = unit.number or (0, 4)
            yield WorkspaceSymbol(number, SymbolKind.DOCUMENT, path, offset + first, offset + last)
        yield from entity_symbols(path, unit, offset, unit.syntax, matches)


def sgml_language(snapshot: Snapshot) -> SgmlLanguage:
    """The language that reads an SGML file."""
    language = snapshot.reading.language
    assert isinstance(language, SgmlLanguage), "an SGML presenter shows what is read as SGML"
    return language
