"""What may be written at a place: tags, attributes, values, and the options of a configuration."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.config.completion import completions as configuration_completions
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax, TaskTag
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally_server.features.annotating import kinds
from keytally_server.session.snapshot import Snapshot, UnitAt

LONGEST_TAG = 1000

_TAG_NAME = re.compile(r"<(/?)(\w*)\Z")
_IN_TAG = re.compile(r"<(\w+)\b((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)\Z")
_IN_VALUE = re.compile(r"<(\w+)\b(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*?(\w+)\s*=\s*([\"'])([^\"'<>]*)\Z")
_WORD = re.compile(r"\w*\Z")


class CompletionKind(Enum):
    """What is completed."""

    TAG = "tag"
    ATTRIBUTE = "attribute"
    VALUE = "value"
    OPTION = "option"


class Completion(NamedTuple):
    """Something to write in the place of the text from `start` to `end` of the file."""

    label: str
    kind: CompletionKind
    text: str
    start: int
    end: int
    documentation: str = ""


def completions(snapshot: Snapshot, offset: int) -> list[Completion]:
    """Everything that may be written at an offset."""
    at = snapshot.unit_at(max(offset - 1, 0))
    place = at.place + (1 if offset else 0)
    here = UnitAt(at.unit, at.offset, place)
    if isinstance(at.unit, ConfigUnit):
        return list(_of_configuration(here))
    syntax = getattr(snapshot.reading.language, "syntax", None)
    if isinstance(at.unit, SgmlUnit) and isinstance(syntax, SgmlSyntax):
        return list(_of_tags(here, syntax, snapshot.role))
    return []


def _of_configuration(at: UnitAt) -> Iterator[Completion]:
    before = _WORD.search(at.unit.text[max(at.place - LONGEST_TAG, 0) : at.place])
    start = at.place - (len(before.group()) if before else 0)
    for each in configuration_completions(at.unit, at.place):
        yield Completion(
            each.label,
            CompletionKind.OPTION,
            each.insert,
            at.offset + start,
            at.offset + at.place,
            each.documentation,
        )


def _of_tags(at: UnitAt, syntax: SgmlSyntax, role: Role) -> Iterator[Completion]:
    before = at.unit.text[max(at.place - LONGEST_TAG, 0) : at.place]
    end = at.offset + at.place
    if match := _TAG_NAME.search(before):
        yield from _tags(at, syntax, end - len(match.group()), end, closing=bool(match[1]))
    elif match := _IN_VALUE.search(before):
        yield from _values(syntax, match[1], match[2], end - len(match[4]), end)
    elif (match := _IN_TAG.search(before)) and (word := _WORD.search(before)):
        start = end - len(word.group())
        for text in _attributes(syntax, match[1], match[2], role):
            yield Completion(text, CompletionKind.ATTRIBUTE, f'{text}=""', start, end)


def _tags(at: UnitAt, syntax: SgmlSyntax, start: int, end: int, *, closing: bool) -> Iterator[Completion]:
    if not closing:
        for name, value in kinds(syntax):
            tag = f'<{name.upper()} {syntax.type.upper()}="{value}">' if value else f"<{name.upper()}>"
            yield Completion(tag, CompletionKind.TAG, tag, start, end)
    for name in dict.fromkeys(_open_tags(at, syntax)):
        yield Completion(f"</{name.upper()}>", CompletionKind.TAG, f"</{name.upper()}>", start, end)


def _open_tags(at: UnitAt, syntax: SgmlSyntax) -> Iterator[str]:
    """The names of the tags, those first that are open at the place."""
    opened: list[str] = []
    for tag in at.unit.tags:
        if tag.end > at.place:
            break
        if not tag.is_close:
            opened.append(tag.name)
        elif tag.name in opened:
            opened.reverse()
            opened.remove(tag.name)
            opened.reverse()
    yield from reversed(opened)
    yield from (tag.name for tag in syntax.tags)


def _attributes(syntax: SgmlSyntax, name: str, given: str, role: Role) -> Iterator[str]:
    """The names of a tag's attributes that it does not have yet; a response has fewer."""
    tag = _task_tag(syntax, name)
    for attribute in tag.attributes if tag else ():
        key_only = role is Role.RESPONSE and attribute in (syntax.alt, syntax.status)
        if not key_only and f"{attribute}=" not in given.lower():
            yield attribute.upper()


def _values(syntax: SgmlSyntax, name: str, attribute: str, start: int, end: int) -> Iterator[Completion]:
    tag = _task_tag(syntax, name)
    for value in (tag.values(attribute.lower()) if tag else None) or ():
        yield Completion(value, CompletionKind.VALUE, value, start, end)


def _task_tag(syntax: SgmlSyntax, name: str) -> TaskTag | None:
    return next((tag for tag in syntax.tags if tag.name == name.lower()), None)
