"""The presenter of MUC configuration files."""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from keytally.evaluations.muc.evaluation.configured_pairs import file_named
from keytally.evaluations.muc.formats.config.completion import completions, option_at
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.options import find_option, render_documentation
from keytally.evaluations.options import Kind
from keytally.text.span import Span
from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.answers.document_link import DocumentLink
from keytally_server.answers.hover import Hover
from keytally_server.answers.semantic_token import SemanticToken, TokenType
from keytally_server.answers.symbol import Symbol, SymbolKind
from keytally_server.cursor.lines import word_end
from keytally_server.formats.files import existing_file
from keytally_server.formats.presenter import WORD_WITH_HYPHENS, Presenter, Stretch, UnitWithOffset
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.outline import short

LONGEST_NAME = 1000

_WORD = re.compile(r"\w*\Z")


class ConfigurationPresenter(Presenter):
    """Presents options and their values; a file is one unit (keytally_server.formats.presenter)."""

    word = WORD_WITH_HYPHENS

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """The documentation of the option on the line of a place."""
        line = option_at(at.unit, at.place)
        option = find_option(line.name) if line else None
        if line is None or option is None:
            return None
        values = ((value.start, value.end) for value in line.values)
        start, end = next((span for span in values if span[0] <= at.place <= span[1]), line.name_span)
        return Hover(render_documentation(option), at.offset + start, at.offset + end)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
        """Names of options, and values."""
        text, place = at.unit.text, at.place
        before = _WORD.search(text[max(place - LONGEST_NAME, 0) : place])
        start = at.offset + place - (len(before.group()) if before else 0)
        end = at.offset + word_end(text, place)
        for each in completions(at.unit, place):
            about = partial(render_documentation, each.option) if each.option else None
            yield Completion(each.label, CompletionKind.OPTION, each.insert, start, end, about)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: ConfigUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """The tokens of comments, option names, and values."""
        return sorted(_tokens(unit))

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterator[Symbol]:
        """Options with their values."""
        for line in (line for unit, _ in units for line in unit.lines):
            values = " ".join(value.content for value in line.values)
            name = line.name or "(no name)"
            yield Symbol(name, short(values), SymbolKind.OPTION, line.start, line.end, *line.name_span)

    def folding_ranges(self, unit: ConfigUnit, *, with_parts: bool) -> Iterator[Stretch]:
        """The range of each option; options on several lines fold."""
        return ((line.start, line.end) for line in unit.lines)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Stretch]:
        """The value, and its option."""
        for line in at.unit.lines:
            yield line.start, line.end
            yield line.name_span
            yield from ((value.start, value.end) for value in line.values)

    def document_links(self, snapshot: Snapshot, unit: ConfigUnit, offset: int) -> Iterator[DocumentLink]:
        """Links to the files that options name; if an option occurs twice, the last line counts."""
        if not snapshot.path.is_absolute():
            return
        for line in unit.lines:
            option = find_option(line.name)
            value = unit.last_value(line.name)
            if option is None or option.kind is not Kind.FILE or value is None or value not in line.values:
                continue
            target = existing_file(file_named(snapshot.path, unit, line.name))
            if target is not None:
                yield DocumentLink(value.start, value.end, target)


def _tokens(unit: ConfigUnit) -> Iterator[SemanticToken]:
    for piece in unit.pieces:
        if piece.kind == "COMMENT":
            yield SemanticToken(piece.start, piece.end, TokenType.COMMENT)
    for line in unit.lines:
        start, end = line.name_span
        yield SemanticToken(start, end, TokenType.KEYWORD if find_option(line.name) else TokenType.PROPERTY)
        for value in line.values:
            yield SemanticToken(value.start, value.end, TokenType.STRING)
