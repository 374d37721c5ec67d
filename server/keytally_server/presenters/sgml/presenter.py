"""The presenter of SGML files: completion, hover, outline, tokens and ranges."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from keytally.families.contract import Level, Mark, Role
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.structure import Element
from keytally.families.muc.sgml.syntax import SgmlSyntax, Tag
from keytally.families.muc.sgml.unit import SgmlUnit, TokenKind
from keytally.findings.finding import Edit, Finding
from keytally.tallies.status import Status
from keytally.text.positions import Span
from keytally.text.rendering import markdown_code, quantity
from keytally_server.answers import (
    AnnotatedSpan,
    AnnotatedText,
    Candidate,
    CodeAction,
    CodeActionKind,
    Completion,
    CompletionKind,
    DocumentHighlight,
    Hover,
    InlineCompletion,
    Renamable,
    SemanticToken,
    ShownText,
    Symbol,
    SymbolKind,
    TokenType,
    WorkspaceSymbol,
)
from keytally_server.cursor import marks_of, word_at, word_end
from keytally_server.presenters.presenter import Presenter, Stretch, UnitWithOffset
from keytally_server.presenters.safe_fixes import Repair
from keytally_server.presenters.sgml.actions import TagActions, tags_in_key
from keytally_server.presenters.sgml.equal_text import (
    TaggedStrings,
    entity_at,
    entity_spans,
    entity_symbols,
    renamable_type,
    rename_type,
    tag_equal,
)
from keytally_server.presenters.sgml.fixes import tag_repairs
from keytally_server.presenters.sgml.tags import (
    MissingTag,
    close_tag,
    element_at,
    elements_around,
    fills_of_element,
    kind_name,
    mark_of_element,
    missing_extent,
    missing_tags_around,
    open_tag,
    short_label,
    tag_kinds,
    tagged_text,
    task_tag,
    type_of,
)
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import outline_name, partner_line, tallies, verdict

LONGEST_TAG = 1000

_ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*"
_TAG_NAME = re.compile(r"<(/?)(\w*)\Z")
_IN_TAG = re.compile(rf"<(\w+)\s({_ATTRIBUTES})\Z")
_IN_VALUE = re.compile(rf"<(\w+)\s{_ATTRIBUTES}?(\w+)\s*=\s*(?:([\"'])([^\"'<>]*)|(\w*))\Z")
_WORD = re.compile(r"\w*\Z")
_REST_OF_TAG = re.compile(r"(\w*)([^<>\r\n]*)>")
_NAMES = re.compile(r"(\w+)\s*=")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")


def tag_completions(at: UnitAt, language: SgmlLanguage) -> Iterator[Completion]:
    """Yield the completions at a position, the likeliest first."""
    return _TagWriter(at, language).completions()


class _TagWriter:
    """A position in an SGML file at which the user types."""

    def __init__(self, at: UnitAt, language: SgmlLanguage) -> None:
        self._unit: SgmlUnit = at.unit
        self._offset, self._place = at.offset, at.place
        self._syntax: SgmlSyntax = language.syntax
        self._is_response = language.role is Role.RESPONSE
        self._before = at.unit.text[max(at.place - LONGEST_TAG, 0) : at.place]
        self._after = at.unit.text[at.place : at.place + LONGEST_TAG]

    def completions(self) -> Iterator[Completion]:
        """Yield the completions at the position, the likeliest first."""
        if match := _TAG_NAME.search(self._before):
            yield from self._tags(len(match.group()), is_close=bool(match[1]))
        elif match := _IN_VALUE.search(self._before):
            yield from self._values(match)
        elif match := _IN_TAG.search(self._before):
            yield from self._attributes(match[1], match[2])

    def _completion(self, label: str, kind: CompletionKind, text: str, back: int, on: int = 0) -> Completion:
        """Return a completion that writes `text` over `back` characters before the position and `on`
        characters after it.
        """
        start = self._offset + self._place - back
        return Completion(label, kind, text, start, self._offset + self._place + on)

    def _tags(self, back: int, *, is_close: bool) -> Iterator[Completion]:
        """Yield whole tags; inside the name of a tag with attributes, only names."""
        going_on = _REST_OF_TAG.match(self._after)
        is_whole = going_on is None or not going_on[2].strip()
        on = going_on.end() if going_on and is_whole else 0
        if is_whole and not is_close:
            for name, value in tag_kinds(self._syntax):
                text = open_tag(self._syntax, name, value)
                yield self._completion(text, CompletionKind.TAG, text, back, on)
        elif going_on and not is_close:
            for tag in self._syntax.tags:
                text = f"<{tag.name.upper()}"
                yield self._completion(text, CompletionKind.TAG, text, back, len(going_on[1]))
            return
        for text in dict.fromkeys(map(close_tag, self._open_names(self._place - back))):
            yield self._completion(text, CompletionKind.TAG, text, back, on)

    def _open_names(self, place: int) -> list[str]:
        """Return the names of the tags that are open at a position, the innermost first."""
        ends = (end for section in self._unit.sections for end in (section.start, section.end))
        barrier = max((end for end in ends if end <= place), default=0)
        opened: list[str] = []
        starts = self._unit.places.starts
        for tag in self._unit.tags[bisect_left(starts, barrier) : bisect_left(starts, place)]:
            if not tag.is_close:
                opened.insert(0, tag.name)
            elif tag.name in opened:
                opened.remove(tag.name)
        return opened

    def _attributes(self, name: str, given: str) -> Iterator[Completion]:
        """Yield the attributes that a tag does not have yet; a response may use fewer than a key."""
        word = _WORD.search(given)
        back, on = len(word.group()) if word else 0, word_end(self._after, 0)
        rest = re.match(r"[^<>]*", self._after[on:])
        following = rest.group() if rest else ""
        names = {
            each.lower()
            for each in _NAMES.findall(_QUOTED.sub("", f"{given[: len(given) - back]} {following}"))
        }
        has_value = bool(re.match(r"\s*=", following))
        for attribute in self._allowed(name):
            if attribute not in names:
                text = attribute.upper() if has_value else f'{attribute.upper()}=""'
                yield self._completion(attribute.upper(), CompletionKind.ATTRIBUTE, text, back, on)

    def _allowed(self, name: str) -> Iterator[str]:
        tag = task_tag(self._syntax, name)
        for attribute in tag.attributes if tag else ():
            if not (self._is_response and attribute in (self._syntax.alt, self._syntax.status)):
                yield attribute

    def _values(self, match: re.Match[str]) -> Iterator[Completion]:
        """Yield the values of an attribute, with quotes if there are none; in a key, also after a `|`."""
        tag, quote = task_tag(self._syntax, match[1]), match[3]
        written = match[4] if quote else match[5]
        rest = re.match(r"[^\"'<>\r\n]*", self._after)
        closed = quote and rest and self._after[rest.end() : rest.end() + 1] == quote
        on = rest.end() if closed and rest else word_end(self._after, 0)
        if quote and self._syntax.separator and not self._is_response:
            written = written.split(self._syntax.separator)[-1]
            on = len(self._after[:on].split(self._syntax.separator)[0])
        for value in (tag.values(match[2].lower()) if tag else None) or ():
            text = value if quote else f'"{value}"'
            yield self._completion(value, CompletionKind.VALUE, text, len(written), on)


_ALONE = {
    Status.MISSING: "the response has no matching tag",
    Status.SPURIOUS: "the key has no matching tag",
}


def tag_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Return the hover of the tag at a position and of the elements missing there, with the tallies of the
    document; None if there is neither.
    """
    marks = marks_of(snapshot, at.unit)
    element = element_at(at.unit, at.place)
    word = word_at(at.unit.text, at.place)
    missing = [] if _is_in_tag(element, at.place) else missing_tags_around(at.unit, marks, *word)
    absent = (_about_missing(snapshot, each) for each in missing)
    parts = [*_about_element(snapshot, marks, element), *absent]
    if not parts:
        return None
    subject = element or missing[0]
    text = "\n\n".join([*parts, *tallies(snapshot, at.unit)])
    return Hover(text, at.offset + subject.start, at.offset + subject.end)


def _is_in_tag(element: Element | None, place: int) -> bool:
    """Return whether a position is inside one of an element's tags, where no tag can be missing."""
    return element is not None and not element.open.end <= place <= element.close.start


def _about_element(snapshot: Snapshot, marks: list[Mark], element: Element | None) -> Iterator[str]:
    if element is None:
        return
    mark = mark_of_element(marks, element)
    if mark is None:
        yield f"{markdown_code(element.name.upper())} {_why_unscored(snapshot, element)}"
        return
    fills = list(fills_of_element(marks, element))
    headline = f"{verdict(mark.verdict)} {markdown_code(_kind(snapshot, element))}"
    partner = partner_line(snapshot, mark) if mark.partner else _ALONE.get(mark.status)
    yield f"{headline}  \n{partner}" if partner else headline
    if fills:
        yield "\n".join(f"- {markdown_code(fill.label)}" for fill in fills)


def _kind(snapshot: Snapshot, element: Element) -> str:
    language = snapshot.reading.language
    if not isinstance(language, SgmlLanguage):
        return element.name.upper()
    return kind_name(element.name, type_of(language.syntax, element))


def _why_unscored(snapshot: Snapshot, element: Element) -> str:
    if snapshot.pair is None:
        return "is not scored: the file does not belong to a pair"
    if element.section is None:
        return "is not scored: it is outside the scored sections"
    if not element.scored:
        return "is not scored: a later dateline replaces this one"
    return "has no score yet" if snapshot.pair.stale else "is not scored"


def _about_missing(snapshot: Snapshot, missing: MissingTag) -> str:
    return f"{verdict(missing.mark.status)} here  \n{partner_line(snapshot, missing.mark)}"


def document_symbol(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, *, with_tags: bool) -> Symbol:
    """Return the symbol of a document that starts at `offset`, with or without its tags."""
    end = offset + len(unit.text.rstrip())
    first, last = (min(offset + place, end) for place in unit.number or (0, 4))
    elements = unit.elements if with_tags else ()
    inside = tuple(_element(unit, syntax, offset, element) for element in elements)
    name = unit.written_number or "no number"
    detail = quantity(len(unit.elements), "tag")
    return Symbol(name, detail, SymbolKind.DOCUMENT, offset, end, first, last, inside)


def _element(unit: SgmlUnit, syntax: SgmlSyntax, offset: int, element: Element) -> Symbol:
    text = " ".join(unit.stripped(element.open.end, element.close.start).split()) or "(empty)"
    return Symbol(
        outline_name(text),
        kind_name(element.name, type_of(syntax, element)),
        SymbolKind.ELEMENT,
        offset + element.start,
        offset + element.end,
        offset + element.open.end,
        offset + element.close.start,
    )


def tag_names_at(unit: SgmlUnit, place: int) -> list[Stretch]:
    """Return the ranges of the name in the open and the close tag of the element with a name at a
    position.
    """
    names = (_names(unit, element) for element in elements_around(unit, place, place))
    return next((name for name in names if any(start <= place <= end for start, end in name)), [])


def _names(unit: SgmlUnit, element: Element) -> list[Stretch]:
    """Return the ranges of both names; none if the names differ in spelling or if a space precedes one of
    them.
    """
    first, last = element.open.start + 1, element.close.start + 2
    length = len(element.name)
    written = {unit.text[start : start + length] for start in (first, last)}
    is_alike = len(written) == 1 and written.pop().lower() == element.name
    return [(first, first + length), (last, last + length)] if is_alike else []


def sgml_selection_ranges(unit: SgmlUnit, place: int) -> Iterator[Stretch]:
    """Yield the ranges of elements with and without their tags, of the tag around the position with its
    values, and of sections.
    """
    for element in elements_around(unit, place, place):
        yield element.open.end, element.close.start
        yield element.start, element.end
        for tag in (element.open, element.close):
            if tag.start < place < tag.end:
                yield from _tag_stretches(tag)
    for section in unit.sections:
        if section.start:
            yield section.start, section.end


def _tag_stretches(tag: Tag) -> Iterator[Stretch]:
    yield tag.start, tag.end
    for attribute in tag.attributes:
        yield tag.start + attribute.start, tag.start + attribute.end
        yield tag.start + attribute.value_start, tag.start + attribute.value_end


def _uncoloured(start: int, end: int) -> Iterable[SemanticToken]:
    return ()


def sgml_tokens(
    unit: SgmlUnit, wanted: Span, of_text: Callable[[int, int], Iterable[SemanticToken]] = _uncoloured
) -> Iterator[SemanticToken]:
    """Yield the tokens of task tags and of the text's own markup; `of_text` yields the tokens of the text
    between them.
    """
    for token in unit.tokens(wanted.start, wanted.end):
        if token.tag is not None:
            yield from _tag_tokens(token.tag)
        elif token.kind is TokenKind.MARKUP:
            yield SemanticToken(token.start, token.end, TokenType.MACRO)
        else:
            yield from of_text(token.start, token.end)


def _tag_tokens(tag: Tag) -> Iterator[SemanticToken]:
    name = tag.start + (2 if tag.is_close else 1)
    yield SemanticToken(name, min(name + len(tag.name), tag.end), TokenType.TYPE)
    for attribute in tag.attributes:
        if attribute.name:
            start = tag.start + attribute.start
            yield SemanticToken(start, start + len(attribute.name), TokenType.PROPERTY)
        if attribute.value_end > attribute.value_start:
            value = tag.start + attribute.value_start, tag.start + attribute.value_end
            yield SemanticToken(*value, TokenType.STRING)


def _texts_between_tags(unit: SgmlUnit, start: int, end: int) -> list[ShownText]:
    """Return the text in a part of a unit, without task tags and without the text's own markup."""
    texts = (token for token in unit.tokens(start, end) if token.kind is TokenKind.TEXT)
    cut = [ShownText(max(text.start, start), min(text.end, end)) for text in texts]
    return [text for text in cut if text.start < text.end]


class SgmlPresenter(Presenter):
    """Presents tags: descriptions, verdicts and edits (`keytally_server.presenters.presenter`)."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the verdicts on the tag at a position and on the elements missing there; None if there is
        neither.
        """
        return tag_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Return tags, attributes and values."""
        return tag_completions(at, sgml_language(snapshot))

    def inline_completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[InlineCompletion]:
        """Return the tags that the key has at a position, in documents of keys and responses."""
        language = sgml_language(snapshot)
        return tags_in_key(snapshot, at, language) if self.is_annotated(at.unit, language, at.place) else ()

    def semantic_tokens(
        self, snapshot: Snapshot, unit: SgmlUnit, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """Return the tokens of task tags and of the text's own markup."""
        return sgml_tokens(unit, wanted)

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterator[Symbol]:
        """Yield the documents, each with its parts."""
        for unit, offset in units:
            if unit.document is not None:
                yield self.document_symbol(snapshot, unit, offset, with_parts=with_parts)

    def document_symbol(self, snapshot: Snapshot, unit: SgmlUnit, offset: int, *, with_parts: bool) -> Symbol:
        """Return a document with its tags."""
        return document_symbol(unit, sgml_language(snapshot).syntax, offset, with_tags=with_parts)

    def folding_ranges(self, unit: SgmlUnit, *, with_parts: bool) -> Iterator[Stretch]:
        """Yield the ranges of documents and their sections."""
        if unit.document is not None:
            yield 0, len(unit.text.rstrip())
            if with_parts:
                yield from ((section.start, section.end) for section in unit.sections if section.start)

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """Return the ranges of tags, elements and sections."""
        return sgml_selection_ranges(at.unit, at.place)

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """Yield the verdict on the tag at a position, then the verdicts on tags missing at the word there."""
        marks = marks_of(snapshot, at.unit)
        element = element_at(at.unit, at.place)
        mark = mark_of_element(marks, element) if element else None
        if mark is not None:
            yield mark, (mark.start, mark.end)
        for missing in missing_tags_around(at.unit, marks, *word_at(at.unit.text, at.place)):
            yield missing.mark, (missing.start, missing.end)

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """Return the elements of the document that have the same text, tag and type as the element at a
        position.
        """
        syntax = sgml_language(snapshot).syntax
        entity = entity_at(at.unit, at.place, syntax)
        spans = entity_spans(at.unit, at.offset, syntax, entity) if entity is not None else ()
        return [DocumentHighlight(*span, is_declaration=False) for span in spans]

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
        """Yield the elements in all documents of the file that have the same text, tag and type as the
        element at a position.
        """
        syntax = sgml_language(snapshot).syntax
        entity = entity_at(at.unit, at.place, syntax)
        if entity is not None:
            for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
                yield from entity_spans(unit, offset, syntax, entity)

    def linked_editing_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """Return the names of the two tags of an element."""
        return tag_names_at(at.unit, at.place)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """Return the type or the name of the tag at a position; None at other positions."""
        language = sgml_language(snapshot)
        return renamable_type(at, language) if self.is_annotated(at.unit, language, at.place) else None

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """Return the edits that change the type of all equal elements of the document. Raises RenameError."""
        return rename_type(at, sgml_language(snapshot), new_name)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """Return edits of tags, in documents of keys and responses."""
        language = sgml_language(snapshot)
        if not self.is_annotated(at.unit, language, end):
            return
        yield from TagActions(snapshot, at, end, language).all()
        yield from tag_equal(snapshot, at, language, in_file=most_choices is None)

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[SgmlUnit], Iterable[Candidate]]:
        """Return a function that finds untagged strings in keys and responses that are tagged in a part of
        the file.
        """
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
        """Return whether tags can be edited in a unit: inside one document of a key or a response."""
        return unit.document is not None and language.role is not Role.TEXTS and end <= len(unit.text)

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
        """Yield repairs of tags and of their attributes."""
        return tag_repairs(snapshot, at, finding, sgml_language(snapshot))

    def inlay_hint_label(self, mark: Mark) -> str | None:
        """Return the label of a missing tag; None for fills of existing tags, which only hovers show."""
        return None if mark.level in (Level.SLOT, Level.FILL) else short_label(mark)

    def missing_extent(self, mark: Mark) -> Stretch | None:
        """Return the range of the text that a missing tag should contain; None if the text differs there."""
        return missing_extent(mark)

    def annotated_text(self, snapshot: Snapshot, unit: SgmlUnit, start: int, end: int) -> AnnotatedText:
        """Return the text between all tags, and the elements of the task with their types."""
        syntax = sgml_language(snapshot).syntax
        spans = [
            AnnotatedSpan(
                element.start,
                element.end,
                ((element.open.end, element.close.start),),
                type_of(syntax, element) or element.name.upper(),
            )
            for element in unit.elements.touching(start, end)
        ]
        return AnnotatedText(_texts_between_tags(unit, start, end), spans)

    def document_title(self, unit: SgmlUnit, document: str) -> str:
        """Return the document's number as written."""
        return unit.written_number or document

    def marked_text(self, mark: Mark) -> Stretch | None:
        """Return the range between the tags of an element; None for marks that concern no element."""
        return tagged_text(mark)

    def document_heading(self, unit: SgmlUnit) -> Stretch:
        """Return the range of the document's number, or of its first line if it has no number."""
        return unit.number or super().document_heading(unit)

    def workspace_symbols(
        self, path: Path, unit: SgmlUnit, offset: int, matches: Callable[[str], bool]
    ) -> Iterator[WorkspaceSymbol]:
        """Yield the entities that match by type or text."""
        yield from entity_symbols(path, unit, offset, unit.syntax, matches)


def sgml_language(snapshot: Snapshot) -> SgmlLanguage:
    """Return the language that reads an SGML file."""
    language = snapshot.reading.language
    assert isinstance(language, SgmlLanguage), "the SGML presenter requires a file that is read as SGML"
    return language
