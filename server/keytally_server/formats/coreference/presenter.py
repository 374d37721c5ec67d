"""The presenter of SGML files whose tags form chains."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.finding import Edit, Finding
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction
from keytally_server.answers.completion import Completion
from keytally_server.answers.document_highlight import DocumentHighlight
from keytally_server.answers.hover import Hover
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.answers.inline_completion import InlineCompletion
from keytally_server.answers.location_link import LocationLink
from keytally_server.answers.quick_fix import Repair
from keytally_server.answers.rename import Renamable
from keytally_server.answers.semantic_token import SemanticToken
from keytally_server.answers.symbol import Symbol
from keytally_server.formats.coreference.chain_cursor import ChainCursor, chain_cursor
from keytally_server.formats.coreference.code_actions import MentionTagActions, chain_actions
from keytally_server.formats.coreference.completion import identifier_completions
from keytally_server.formats.coreference.hover import mention_hover
from keytally_server.formats.coreference.inlay_hints import chain_hints
from keytally_server.formats.coreference.linked_mentions import (
    antecedent_span,
    antecedents,
    chain_highlights,
    chain_symbols,
    dependants,
    mention_symbol,
)
from keytally_server.formats.coreference.rename import renamable_identifier, rename_identifier
from keytally_server.formats.coreference.repairs import link_repairs
from keytally_server.formats.coreference.semantic_tokens import mention_tokens
from keytally_server.formats.sgml.equal_strings import tag_equal
from keytally_server.formats.sgml.presenter import SgmlPresenter, sgml_language
from keytally_server.formats.sgml.semantic_tokens import sgml_tokens
from keytally_server.formats.sound_repairs import sound_repairs
from keytally_server.session.snapshot import Snapshot, UnitAt


class CoreferencePresenter(SgmlPresenter):
    """Presents mentions and chains, and all that SGML presents (keytally_server.formats.presenter)."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The mention at a place with its chain; for other tags, the SGML hover."""
        cursor = chain_cursor(snapshot, at)
        found = mention_hover(cursor) if cursor is not None else None
        return found or super().hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """The IDs that a REF or an ID may have; elsewhere tags, attributes and values."""
        cursor = chain_cursor(snapshot, at)
        identifiers = list(identifier_completions(cursor)) if cursor is not None else []
        return identifiers or super().completions(snapshot, at)

    def inline_completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[InlineCompletion]:
        """None: a mention needs an ID and a link, which code actions give it."""
        return ()

    def semantic_tokens(
        self, snapshot: Snapshot, unit: SgmlUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """The tokens of tags, given markup, and mentions' text in the colours of their chains."""
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0))
        if cursor is None:
            return super().semantic_tokens(snapshot, unit, offset, wanted)
        return sgml_tokens(unit, wanted, mention_tokens(cursor.chains))

    def document_symbol(self, snapshot: Snapshot, unit: SgmlUnit, offset: int, *, with_parts: bool) -> Symbol:
        """A document with its chains instead of its mentions, and with its other tags."""
        document = super().document_symbol(snapshot, unit, offset, with_parts=with_parts)
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0)) if with_parts else None
        if cursor is None:
            return document
        mentions = {offset + start for start in cursor.chains.starts}
        others = [child for child in document.children if child.start not in mentions]
        children = sorted([*others, *chain_symbols(cursor)], key=lambda child: (child.start, -child.end))
        return document._replace(children=tuple(children))

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """The mention that the one at a place points to."""
        cursor = chain_cursor(snapshot, at)
        spans = antecedent_span(cursor) if cursor is not None else None
        return [] if spans is None else [LocationLink(snapshot.path, *spans[0], *spans[1])]

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """The mentions of the chain at a place; the first one names the chain. Of other tags, equal ones."""
        cursor = _mention_cursor(snapshot, at)
        return chain_highlights(cursor) if cursor is not None else super().highlights(snapshot, at)

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
        """Those of tags that are no mentions; a chain lies in one document."""
        return iter(()) if _mention_cursor(snapshot, at) is not None else super().references(snapshot, at)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """The ID at a place, or the type of a tag that is no mention. Raises RenameError."""
        cursor = _mention_cursor(snapshot, at)
        return renamable_identifier(cursor) if cursor is not None else super().renamable(snapshot, at)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """The edits that rename an ID and the REFs to it, or a type. Raises RenameError."""
        cursor = _mention_cursor(snapshot, at)
        if cursor is None:
            return super().rename(snapshot, at, new_name)
        return rename_identifier(cursor, new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """Edits of chains and tags; those of tags come first if the task has tags besides mentions."""
        cursor = chain_cursor(snapshot, at)
        language = sgml_language(snapshot)
        if cursor is None or not self.is_annotated(at.unit, language, end):
            return ()
        of_tags = MentionTagActions(snapshot, at, end, language).all()
        of_equal = tag_equal(snapshot, at, language, in_file=most_choices is None)
        of_chains = chain_actions(cursor, end, most_choices)
        only_mentions = all(language.syntax.links(tag.name) for tag in language.syntax.tags)
        return chain(of_chains, of_tags) if only_mentions else chain(of_tags, of_equal, of_chains)

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
        """Repairs of tags, and of REFs."""
        yield from super().repairs(snapshot, at, finding)
        cursor = chain_cursor(snapshot, at)
        if cursor is not None:
            attempts = link_repairs(cursor, finding)
            sound = sound_repairs(at.unit, snapshot.reading.language, finding, attempts)
            yield from (repair.moved(at.offset) for repair in sound)

    def inlay_hints(
        self, snapshot: Snapshot, unit: SgmlUnit, offset: int, wanted: Span
    ) -> Iterable[InlayHint]:
        """The names of the chains of mentions."""
        cursor = chain_cursor(snapshot, UnitAt(unit, offset, 0))
        return chain_hints(cursor, wanted.start, wanted.end) if cursor is not None else ()

    def hierarchy_item(self, snapshot: Snapshot, at: UnitAt) -> Symbol | None:
        """The mention at a place."""
        cursor = chain_cursor(snapshot, at)
        if cursor is None or cursor.mention is None:
            return None
        return mention_symbol(cursor, cursor.mention)

    def supertypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """The mention that the one at a place points to."""
        cursor = chain_cursor(snapshot, at)
        return antecedents(cursor) if cursor is not None else []

    def subtypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """The mentions that point to the one at a place."""
        cursor = chain_cursor(snapshot, at)
        return dependants(cursor) if cursor is not None else []


def _mention_cursor(snapshot: Snapshot, at: UnitAt) -> ChainCursor | None:
    """The chains around a place in a mention; None anywhere else."""
    cursor = chain_cursor(snapshot, at)
    return cursor if cursor is not None and cursor.mention is not None else None
