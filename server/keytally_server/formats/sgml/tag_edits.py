"""Edits that add, change, move and remove task tags; places count from the start of the unit."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import chain

from keytally.evaluations.muc.formats.sgml.elements import Element
from keytally.evaluations.muc.formats.sgml.markup import pieces
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax, TaskTag
from keytally.evaluations.muc.formats.sgml.tags import Attribute, Tag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.findings.edits import Edits
from keytally.findings.finding import Edit


def tag_kinds(syntax: SgmlSyntax) -> Iterator[tuple[str, str]]:
    """Every tag of the task with every value of its type; "" if any value is allowed."""
    for tag in syntax.tags:
        for value in tag.values(syntax.type) or ("",):
            yield tag.name, value


def task_tag(syntax: SgmlSyntax, name: str) -> TaskTag | None:
    """The task tag of this name, in any case; None if the task has no such tag."""
    return next((tag for tag in syntax.tags if tag.name == name.lower()), None)


def type_of(syntax: SgmlSyntax, element: Element) -> str:
    """An element's type as written, without the blanks around it; "" if it has none."""
    attribute = element.open.attribute(syntax.type)
    return attribute.value.strip() if attribute else ""


def kind_name(name: str, value: str) -> str:
    """The name of a kind of tag for a title: `ENAMEX PERSON`."""
    return f"{name.upper()} {value}".rstrip()


def open_tag(syntax: SgmlSyntax, name: str, value: str, others: str = "") -> str:
    """The text of an open tag, with `others` as further attributes."""
    kind = f" {syntax.type.upper()}={_quoted(value, syntax.quote_char)}" if value else ""
    return f"<{name.upper()}{kind}{others}>"


def close_tag(name: str) -> str:
    """The text of a close tag."""
    return f"</{name.upper()}>"


def _quoted(value: str, quote_char: str) -> str:
    if '"' not in value:
        return f'"{value}"'
    return f"'{value}'" if "'" not in value else f'"{value.replace(chr(34), quote_char)}"'


def wrapped(syntax: SgmlSyntax, start: int, end: int, name: str, value: str) -> Edits:
    """Put a pair of tags around a range."""
    return Edit(start, start, open_tag(syntax, name, value)), Edit(end, end, close_tag(name))


def untagged(element: Element) -> Edits:
    """Remove an element's tags and keep its text."""
    return _removal(element.open), _removal(element.close)


def retyped(unit: SgmlUnit, syntax: SgmlSyntax, element: Element, name: str, value: str) -> Edits:
    """Change a type in place; under another name, rewrite the tag with the attributes that it may keep."""
    opening, closing = element.open, element.close
    attribute = opening.attribute(syntax.type)
    if element.name == name and attribute and value and not opening.shape.problems:
        start = opening.start
        return (Edit(start + attribute.value_start, start + attribute.value_end, value),)
    written = open_tag(syntax, name, value, _others(unit, syntax, opening, name))
    changed: Edits = (Edit(opening.start, opening.end, written),)
    if element.name != name:
        changed += (Edit(closing.start, closing.end, close_tag(name)),)
    return changed


def _others(unit: SgmlUnit, syntax: SgmlSyntax, tag: Tag, name: str) -> str:
    """The sound attributes besides the type that a tag of another name may also have, as written."""
    definition = task_tag(syntax, name)
    kept: dict[str, Attribute] = {}
    for attribute in tag.attributes:
        if not attribute.bare and not attribute.flaw and attribute.name != syntax.type:
            kept.setdefault(attribute.name, attribute)
    may = definition.attributes if definition else ()
    texts = [unit.text[tag.start + a.start : tag.start + a.end] for a in kept.values() if a.name in may]
    return "".join(f" {text}" for text in texts)


def moved(unit: SgmlUnit, tag: Tag, place: int) -> Edits:
    """Move a tag to another place."""
    put = Edit(place, place, unit.text[tag.start : tag.end])
    return (put, _removal(tag)) if place < tag.start else (_removal(tag), put)


def _removal(tag: Tag) -> Edit:
    return Edit(tag.start, tag.end, "")


def can_wrap(unit: SgmlUnit, start: int, end: int) -> bool:
    """Whether a pair of tags fits around a range: it cuts nothing and contains no given markup."""
    if start >= end or not unit.text[start:end].strip():
        return False
    first = bisect_right(unit.tags, start, key=lambda tag: tag.end)
    tags = unit.tags[first : bisect_left(unit.tags, end, key=lambda tag: tag.start)]
    if any(tag.start < place < tag.end for tag in tags for place in (start, end)):
        return False
    if tags and 2 * len(unit.elements.within(start, end)) != len(tags):
        return False
    return not _holds_markup(unit, start, end)


def _holds_markup(unit: SgmlUnit, start: int, end: int) -> bool:
    """Whether given markup stands in a range, or an end of the range cuts it."""
    text = unit.text
    before, after = text.rfind("<", 0, start), text.find(">", end)
    first = before if before >= 0 and ">" not in text[before:start] else start
    last = after + 1 if after >= 0 and "<" not in text[end:after] else end
    near = slice(*(bisect_left(unit.tags, place, key=lambda tag: tag.start) for place in (first, last)))
    own = {tag.start for tag in unit.tags[near]}
    return any(
        is_markup and at not in own and at < end and to > start
        for is_markup, at, to in pieces(text, first, last)
    )


def plain_text_start(unit: SgmlUnit, place: int) -> int:
    """The start of the text that runs up to a place without markup in between."""
    before = bisect_right(unit.tags, place, key=lambda tag: tag.end)
    first = unit.tags[before - 1].end if before else 0
    given = (end for is_markup, _, end in pieces(unit.text, first, place) if is_markup)
    return max(chain((first,), given))


def plain_text_end(unit: SgmlUnit, place: int) -> int:
    """The end of the text that runs on from a place without markup in between."""
    after = bisect_left(unit.tags, place, key=lambda tag: tag.start)
    last = unit.tags[after].start if after < len(unit.tags) else len(unit.text)
    return next((start for is_markup, start, _ in pieces(unit.text, place, last) if is_markup), last)
