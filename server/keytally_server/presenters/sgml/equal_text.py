"""Elements and untagged strings with equal text: found, tagged and renamed together."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.structure import Element
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import Edit, Edits, combined_edits
from keytally.findings.spelling import short_text
from keytally.text.positions import Span
from keytally_server.answers import (
    CodeAction,
    CodeActionKind,
    Renamable,
    RenameError,
    SymbolKind,
    WorkspaceSymbol,
)
from keytally_server.cursor import whole_clusters
from keytally_server.presenters.presenter import Stretch
from keytally_server.presenters.sgml.tags import (
    can_wrap,
    changes_only_tags,
    element_at,
    has_sections,
    is_scored_place,
    kind_name,
    retyped,
    tag_kinds,
    type_of,
    wrapped,
)
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import quoted

MOST_EQUAL = 500
LARGEST_OFFERED = 100_000
"""The maximum number of characters of a document in which equal strings are searched for without a
request.
"""

LONGEST_SHOWN = 30

_TOKEN = re.compile(r"\w+|[^\w\s<>]")

Kind = tuple[str, str]
"""The name of a tag, and its type; "" for none."""


class Equal(NamedTuple):
    """An untagged range with text that is tagged elsewhere, and the most frequent tag of that text."""

    span: Span
    kind: Kind


class TaggedStrings:
    """The strings that are tagged in units, with counts of the kinds of tags for each string."""

    def __init__(self, units: Iterable[SgmlUnit]) -> None:
        self._by_token: dict[str, dict[str, Counter[Kind]]] = {}
        for unit in units:
            for element in unit.elements:
                self._add(unit, element)

    def _add(self, unit: SgmlUnit, element: Element) -> None:
        text = " ".join(unit.stripped(element.open.end, element.close.start).split())
        first = _TOKEN.search(text)
        if first is not None:
            kinds = self._by_token.setdefault(first[0], {}).setdefault(text, Counter())
            kinds[element.name, type_of(unit.syntax, element)] += 1

    def untagged(self, unit: SgmlUnit) -> Iterator[Equal]:
        """Yield the untagged ranges of a unit with one of the strings, only the longest at each position."""
        reached = 0
        for token in _TOKEN.finditer(unit.text):
            if token[0] in self._by_token and token.start() >= reached:
                found = self._at(unit, token)
                if found is not None:
                    reached = found.span.end
                    yield found

    def _at(self, unit: SgmlUnit, token: re.Match[str]) -> Equal | None:
        strings = self._by_token[token[0]]
        for text in sorted(strings, key=len, reverse=True):
            match = _pattern(text).match(unit.text, token.start())
            if match is not None and is_free(unit, *match.span()):
                kinds = strings[text]
                return Equal(Span(*match.span()), min(kinds, key=lambda kind: (-kinds[kind], kind)))
        return None


def equal_ranges(unit: SgmlUnit, text: str) -> Iterator[Span]:
    """Yield the untagged ranges of a unit that have the same words and where a tag would be scored."""
    if text.strip():
        for match in _pattern(" ".join(text.split())).finditer(unit.text):
            if is_free(unit, *match.span()):
                yield Span(*match.span())


def is_free(unit: SgmlUnit, start: int, end: int) -> bool:
    """Return whether a range is outside elements, and a tag around it would be scored and would not cut
    anything.
    """
    if whole_clusters(unit.text, start, end) != (start, end):
        return False
    before = bisect_right(unit.tags, start, key=lambda tag: tag.start) - 1
    if before >= 0 and not unit.tags[before].is_close:
        return False
    around = (each for each in unit.elements.around(start, end) if each.start < end and each.end > start)
    return (
        next(around, None) is None
        and not unit.elements.within(start, end)
        and (not has_sections(unit) or is_scored_place(unit, start))
        and can_wrap(unit, start, end)
    )


@lru_cache(maxsize=4096)
def _pattern(text: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, text.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)" if text[:1].isalnum() else rf"{words}(?!\w)")


def tag_equal(
    snapshot: Snapshot, at: UnitAt, language: SgmlLanguage, *, in_file: bool
) -> Iterator[CodeAction]:
    """Yield actions that tag text equal to the element at a position: in its document and, with `in_file`,
    also in the whole file.
    """
    element = element_at(at.unit, at.place)
    is_large = len(at.unit.text) > LARGEST_OFFERED and not in_file
    if element is None or is_large or language.syntax.links(element.name):
        return
    own = _tags(at.unit, element, at.unit, language)
    yield from _action(at.unit, element, "in this document", own)
    if in_file:
        edits: list[Edits] = []
        for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
            if unit.document is not None and len(edits) < MOST_EQUAL:
                shift = offset - at.offset
                edits += (_moved(tag, shift) for tag in _tags(at.unit, element, unit, language))
        if len(edits) > len(own):
            yield from _action(at.unit, element, "in this file", edits[:MOST_EQUAL])


def _tags(home: SgmlUnit, element: Element, unit: SgmlUnit, language: SgmlLanguage) -> list[Edits]:
    """Return the pairs of tags for the equal strings of a unit."""
    text = home.stripped(element.open.end, element.close.start)
    value = type_of(language.syntax, element)
    found = (wrapped(language.syntax, *span, element.name, value) for span in equal_ranges(unit, text))
    return [edits for edits in found if changes_only_tags(unit, language, edits, 1)][:MOST_EQUAL]


def _action(home: SgmlUnit, element: Element, where: str, tags: list[Edits]) -> Iterator[CodeAction]:
    if tags:
        text = " ".join(home.stripped(element.open.end, element.close.start).split())
        kind = kind_name(element.name, type_of(home.syntax, element))
        which = f"{len(tags)} other occurrences" if len(tags) > 1 else "the other occurrence"
        title = f"Tag {which} of {quoted(text, LONGEST_SHOWN)} {where} as {kind}"
        yield CodeAction(CodeActionKind.TAG_IDENTICAL, title, combined_edits(*tags))


def _moved(edits: Edits, shift: int) -> Edits:
    return tuple(Edit(edit.start + shift, edit.end + shift, edit.text) for edit in edits)


class Entity(NamedTuple):
    """The identity of equal elements: normalised text, tag name in lower case, and type."""

    text: str
    name: str
    value: str


def entity_of(unit: SgmlUnit, syntax: SgmlSyntax, element: Element) -> Entity:
    """Return the entity of an element."""
    text = " ".join(unit.stripped(element.open.end, element.close.start).split())
    return Entity(text, element.name, type_of(syntax, element))


def equal_elements(unit: SgmlUnit, syntax: SgmlSyntax, entity: Entity) -> Iterator[Element]:
    """Yield the elements of a unit that belong to an entity, in order."""
    first = entity.text.partition(" ")[0]
    if first in unit.text:
        yield from (element for element in unit.elements if entity_of(unit, syntax, element) == entity)


def entity_spans(unit: SgmlUnit, offset: int, syntax: SgmlSyntax, entity: Entity) -> Iterator[Span]:
    """Yield the ranges of the file between the tags of an entity's elements, in a unit at `offset`."""
    for equal_element in equal_elements(unit, syntax, entity):
        yield Span(offset + equal_element.open.end, offset + equal_element.close.start)


def entity_at(unit: SgmlUnit, place: int, syntax: SgmlSyntax) -> Entity | None:
    """Return the entity of the innermost element around a position; None outside elements."""
    element = element_at(unit, place)
    return entity_of(unit, syntax, element) if element is not None else None


def entity_symbols(
    path: Path, unit: SgmlUnit, offset: int, syntax: SgmlSyntax, matches: Callable[[str], bool]
) -> Iterator[WorkspaceSymbol]:
    """Yield the entities of a unit that match by type or text, each at its first tag.

    An empty query yields none, because entities would hide the documents.
    """
    if matches("") or not matches(unit.text):
        return
    seen = set()
    for element in unit.elements:
        entity = entity_of(unit, syntax, element)
        title = f"{entity.value or entity.name.upper()} {entity.text}"
        if entity not in seen and matches(title):
            seen.add(entity)
            start, end = offset + element.open.end, offset + element.close.start
            yield WorkspaceSymbol(title, SymbolKind.ELEMENT, path, start, end)


ALTERNATIVES = "|"


class _Kind(NamedTuple):
    name: str
    value: str


def renamable_type(at: UnitAt, language: SgmlLanguage) -> Renamable | None:
    """Return the value of the type at a position, or the name of the tag; None at other positions."""
    found = _place(at, language.syntax)
    if found is None:
        return None
    start, end = found[1]
    return Renamable(at.offset + start, at.offset + end, at.unit.text[start:end])


def rename_type(at: UnitAt, language: SgmlLanguage, new_name: str) -> list[Edit]:
    """Return the edits that assign another type to the tag at a position and to all equal tags.

    The new name is a type, the name of a tag, or both. If the type belongs to another tag, the tag's name is
    also changed. Raises RenameError if there is no type at the position, if the task does not have the new
    type, or if an equal tag cannot be changed.
    """
    found = _place(at, language.syntax)
    if found is None:
        raise RenameError("no type at this position")
    unit, syntax, element = at.unit, language.syntax, found[0]
    kind = _kind(syntax, element, new_name)
    same = equal_elements(unit, syntax, entity_of(unit, syntax, element))
    changes = [retyped(unit, syntax, each, *kind) for each in same]
    if not all(changes_only_tags(unit, language, edits, 0) for edits in changes):
        raise RenameError(f"a tag with the same text cannot become {kind_name(*kind)}: fix it first")
    edits = (edit for change in changes for edit in change if unit.text[edit.start : edit.end] != edit.text)
    moved = (Edit(at.offset + edit.start, at.offset + edit.end, edit.text) for edit in edits)
    return sorted(moved, key=lambda edit: edit.start)


def _place(at: UnitAt, syntax: SgmlSyntax) -> tuple[Element, Stretch] | None:
    """Return the element whose type or name is at a position, and the range of the type or name; None at
    other positions.
    """
    element = element_at(at.unit, at.place)
    if element is None:
        return None
    return next(
        (
            (element, stretch)
            for stretch in _stretches(element, syntax)
            if stretch[0] <= at.place <= stretch[1]
        ),
        None,
    )


def _stretches(element: Element, syntax: SgmlSyntax) -> Iterator[Stretch]:
    attribute = element.open.attribute(syntax.type)
    if attribute is not None:
        yield element.open.start + attribute.value_start, element.open.start + attribute.value_end
    yield element.open.start + 1, element.open.start + 1 + len(element.name)
    yield element.close.start + 2, element.close.start + 2 + len(element.name)


def _kind(syntax: SgmlSyntax, element: Element, new_name: str) -> _Kind:
    """Return the tag and the type for a new name. Raises RenameError."""
    words = new_name.split()
    kinds = [_Kind(*tag_kind) for tag_kind in tag_kinds(syntax)]
    kinds.sort(key=lambda kind: kind.name != element.name)
    alternatives = new_name.strip().upper().split(ALTERNATIVES)
    own = {kind.value.upper() for kind in kinds if kind.name == element.name}
    if len(alternatives) > 1 and own.issuperset(alternatives):
        return _Kind(element.name, ALTERNATIVES.join(alternatives))
    for kind in kinds:
        if _is_meant(kind, words, type_of(syntax, element)):
            return kind
    known = ", ".join(kind_name(*kind) for kind in kinds)
    raise RenameError(
        f"{short_text(new_name.strip())} is neither a type nor a tag of the task, which has {known}"
    )


def _is_meant(kind: _Kind, words: Sequence[str], value: str) -> bool:
    """Return whether words are a type, a tag that may have the current type, or a tag and its type."""
    written = [word.upper() for word in words]
    name, own = kind.name.upper(), kind.value.upper()
    return (
        (bool(own) and written == [own])
        or written == [name, own]
        or (written == [name] and own == value.upper())
    )
