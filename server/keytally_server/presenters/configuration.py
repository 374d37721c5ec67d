"""The presenter of MUC configuration files."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from keytally.families.family import Kind
from keytally.families.muc.configuration.document import ConfigUnit, completions, option_at
from keytally.families.muc.configuration.options import find_option, render_documentation
from keytally.families.muc.detection import configured_file
from keytally.text.files import is_file
from keytally.text.positions import Span
from keytally_server.answers import (
    Completion,
    CompletionKind,
    DocumentLink,
    Hover,
    SemanticToken,
    Symbol,
    SymbolKind,
    TokenType,
)
from keytally_server.cursor import word_end
from keytally_server.presenters.presenter import WORD_WITH_HYPHENS, Presenter, Stretch, UnitWithOffset
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import outline_name


def existing_file(path: Path) -> Path | None:
    """Return the path if the file exists; None if it does not exist or the path is invalid."""
    return path if is_file(path) else None


LONGEST_NAME = 1000

_WORD = re.compile(r"\w*\Z")


class ConfigurationPresenter(Presenter):
    """Presents options and their values; a file is one unit (keytally_server.presenters.presenter)."""

    word = WORD_WITH_HYPHENS

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the documentation of the option on the line of a position, or None."""
        line = option_at(at.unit, at.place)
        option = find_option(line.name) if line else None
        if line is None or option is None:
            return None
        values = ((value.start, value.end) for value in line.values)
        start, end = next((span for span in values if span[0] <= at.place <= span[1]), line.name_span)
        return Hover(render_documentation(option), at.offset + start, at.offset + end)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
        """Yield names of options, and values."""
        text, place = at.unit.text, at.place
        before = _WORD.search(text[max(place - LONGEST_NAME, 0) : place])
        start = at.offset + place - (len(before.group()) if before else 0)
        end = at.offset + word_end(text, place)
        for completion in completions(at.unit, place):
            about = partial(render_documentation, completion.option) if completion.option else None
            yield Completion(completion.label, CompletionKind.OPTION, completion.insert, start, end, about)

    def semantic_tokens(
        self, snapshot: Snapshot, unit: ConfigUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """Return the tokens of comments, option names, and values."""
        return sorted(_tokens(unit))

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterator[Symbol]:
        """Yield options with their values."""
        for line in (line for unit, _ in units for line in unit.lines):
            values = " ".join(value.content for value in line.values)
            name = line.name or "(no name)"
            yield Symbol(name, outline_name(values), SymbolKind.OPTION, line.start, line.end, *line.name_span)

    def folding_ranges(self, unit: ConfigUnit, *, with_parts: bool) -> Iterator[Stretch]:
        """Yield the range of each option; options that span several lines can be folded."""
        return ((line.start, line.end) for line in unit.lines)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Stretch]:
        """Yield the range of the value, and of its option."""
        for line in at.unit.lines:
            yield line.start, line.end
            yield line.name_span
            yield from ((value.start, value.end) for value in line.values)

    def document_links(self, snapshot: Snapshot, unit: ConfigUnit, offset: int) -> Iterator[DocumentLink]:
        """Yield links to the files that options name; if an option occurs twice, the last line counts."""
        if not snapshot.path.is_absolute():
            return
        for line in unit.lines:
            option = find_option(line.name)
            value = unit.last_value(line.name)
            if option is None or option.kind is not Kind.FILE or value is None or value not in line.values:
                continue
            target = existing_file(configured_file(snapshot.path, unit, line.name))
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
