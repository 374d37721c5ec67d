"""Strings that are tagged in one place and not in another: found, and tagged the same way."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.findings.edits import Edits, in_order
from keytally.findings.finding import Edit
from keytally.text.span import Span
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.formats.sgml.edit_check import changes_only_tags
from keytally_server.formats.sgml.element_lookup import element_at, has_sections, is_scored_place
from keytally_server.formats.sgml.tag_edits import can_wrap, kind_name, type_of, wrapped
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording.quoted import quoted

MOST_EQUAL = 500
LARGEST_OFFERED = 100_000
"""The number of characters of a document up to which equal strings are looked for unasked."""

LONGEST_SHOWN = 30

_TOKEN = re.compile(r"\w+|[^\w\s<>]")

Kind = tuple[str, str]
"""The name of a tag, and its type; "" for none."""


class Equal(NamedTuple):
    """An untagged range whose text is tagged elsewhere, and how it is tagged there most often."""

    span: Span
    kind: Kind


class TaggedStrings:
    """The strings that are tagged in units, each with how often it is tagged as which kind."""

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
        """The untagged ranges of a unit whose text is one of the strings, the longest at each place."""
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
    """The untagged ranges of a unit with the same words, where a tag would be scored."""
    if text.strip():
        for match in _pattern(" ".join(text.split())).finditer(unit.text):
            if is_free(unit, *match.span()):
                yield Span(*match.span())


def is_free(unit: SgmlUnit, start: int, end: int) -> bool:
    """Whether a range is in no element, and a tag around it would be scored and would cut nothing."""
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
    """Tag what reads like the element at a place the same way: in its document, and with `in_file` in all."""
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
                edits += (_moved(each, shift) for each in _tags(at.unit, element, unit, language))
        if len(edits) > len(own):
            yield from _action(at.unit, element, "in this file", edits[:MOST_EQUAL])


def _tags(home: SgmlUnit, element: Element, unit: SgmlUnit, language: SgmlLanguage) -> list[Edits]:
    """The pairs of tags for the equal strings of a unit."""
    text = home.stripped(element.open.end, element.close.start)
    value = type_of(language.syntax, element)
    found = (wrapped(language.syntax, *span, element.name, value) for span in equal_ranges(unit, text))
    return [edits for edits in found if changes_only_tags(unit, language, edits, 1)][:MOST_EQUAL]


def _action(home: SgmlUnit, element: Element, where: str, tags: list[Edits]) -> Iterator[CodeAction]:
    if tags:
        text = " ".join(home.stripped(element.open.end, element.close.start).split())
        kind = kind_name(element.name, type_of(home.syntax, element))
        which = f"{len(tags)} others that read" if len(tags) > 1 else "other"
        title = f"Tag the {which} {quoted(text, LONGEST_SHOWN)} {where} as {kind}"
        yield CodeAction(CodeActionKind.TAG_IDENTICAL, title, in_order(*tags))


def _moved(edits: Edits, shift: int) -> Edits:
    return tuple(Edit(edit.start + shift, edit.end + shift, edit.text) for edit in edits)
