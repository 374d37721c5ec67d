"""Records without a fault, read at little cost and without places; all that is odd is left to others."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.evaluations.template_json.formats.parsing import DEEPEST
from keytally.evaluations.template_json.formats.records import (
    DOCUMENT,
    EXTRACTS,
    KEPT,
    NAME,
    TEMPLATES,
    TEXTS,
)
from keytally.evaluations.template_json.formats.shapes import LONGEST_OFFSET
from keytally.measures.templates.compared import TYPE

_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
_BLANKS = re.compile(r"[ \t\r\n]*")
_BEHIND_NAMED = re.compile(r"[ \t\r\n]*[,}][ \t\r\n]*")

_READ_NAMES = frozenset((*TEMPLATES, *EXTRACTS))
"""The names of members whose values are checked in full."""

_CONTENTS: Mapping[tuple[bool, bool], Sequence[str]] = {
    (True, False): TEMPLATES[:1],
    (False, True): EXTRACTS[:1],
    (True, True): (TEMPLATES[0], EXTRACTS[0]),
}

Entity = Sequence[Any]
"""The mentions of an entity, each a string, or a list of a string and its offset."""

Roles = Mapping[str, Sequence[Entity]]


class SoundTemplate(NamedTuple):
    """A template with its type and its roles."""

    type: str
    roles: Roles


class SoundRecord(NamedTuple):
    """What a record without a fault says; `text` is the document's text."""

    templates: Sequence[SoundTemplate] | None
    extracts: Roles | None
    text: str | None

    @property
    def content(self) -> Sequence[str]:
        """The names of what it states."""
        stated = (self.templates is not None, self.extracts is not None)
        return _CONTENTS[stated]

    def roles(self) -> Iterator[Roles]:
        """The roles of each template, and those of the whole document."""
        yield from (template.roles for template in self.templates or ())
        if self.extracts is not None:
            yield self.extracts


class _OddError(ValueError):
    """Something that is no sound record."""


@lru_cache(KEPT)
def sound_record(text: str) -> SoundRecord | None:
    """The record of a unit; None where it may have a fault, or has none to read."""
    try:
        return _record(_value(text))
    except (ValueError, RecursionError):
        return None


def mention_text(mention: Any) -> str:
    """The string of a mention."""
    text: str = mention if mention.__class__ is str else mention[0]
    return text


def mention_offset(mention: Any) -> int | None:
    """The offset of a mention; None where none is stated."""
    offset = None if mention.__class__ is str else mention[1]
    return offset if isinstance(offset, int) and 0 <= offset < 10**LONGEST_OFFSET else None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object none of whose names stands twice. Raises _OddError."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _OddError
    return found


def _no_constant(name: str) -> Any:
    raise _OddError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


def _value(text: str) -> dict[str, Any]:
    """The object of a unit. Raises ValueError for anything but one with nothing odd around it."""
    name = NAME.match(text)
    colon = _COLON.match(text, name.end()) if name else None
    blanks = colon or _BLANKS.match(text)
    value, end = _DECODER.raw_decode(text, blanks.end() if blanks else 0)
    behind = (_BEHIND_NAMED if colon else _BLANKS).fullmatch(text, end)
    if behind is None or value.__class__ is not dict:
        raise _OddError
    if not (colon or isinstance(value.get(DOCUMENT), str)):
        raise _OddError
    for name, member in value.items():
        if name not in _READ_NAMES and member.__class__ is not str and _is_deep(member):
            raise _OddError
    return value


def _is_deep(value: Any) -> bool:
    """Whether lists and objects stand within each other beyond what is surely read."""
    level = [value]
    for _ in range(DEEPEST // 2):
        level = [item for each in level if isinstance(each, (list, dict)) for item in _items(each)]
        if not level:
            return False
    return True


def _items(value: list[Any] | dict[str, Any]) -> Iterable[Any]:
    return value if isinstance(value, list) else value.values()


def _record(value: dict[str, Any]) -> SoundRecord:
    templates, extracts, text = (_one_of(value, names) for names in (TEMPLATES, EXTRACTS, TEXTS))
    if templates is None and extracts is None:
        raise _OddError
    return SoundRecord(
        None if templates is None else [*map(_template, _checked(value[templates], list))],
        None if extracts is None else _roles(_checked(value[extracts], dict)),
        value[text] if text is not None and value[text].__class__ is str else None,
    )


def _one_of(value: dict[str, Any], names: tuple[str, str]) -> str | None:
    """The one of two names that a record has. Raises _OddError if it has both."""
    first, second = names
    if first in value:
        if second in value:
            raise _OddError
        return first
    return second if second in value else None


def _template(value: Any) -> SoundTemplate:
    roles = dict(_checked(value, dict))
    return SoundTemplate(_checked(roles.pop(TYPE, None), str), _roles(roles))


def _roles(roles: dict[str, Any]) -> Roles:
    for entities in roles.values():
        for entity in _checked(entities, list):
            if not _checked(entity, list):
                raise _OddError
            for mention in entity:
                if mention.__class__ is not str and not _is_placed(mention):
                    raise _OddError
    return roles


def _is_placed(mention: Any) -> bool:
    """Whether a value is a list of a mention's string and its offset."""
    is_pair = mention.__class__ is list and len(mention) == 2
    return is_pair and mention[0].__class__ is str and mention[1].__class__ in (int, float)


def _checked(value: Any, wanted: type) -> Any:
    """A value of that very type. Raises _OddError for others."""
    if value.__class__ is not wanted:
        raise _OddError
    return value
