"""Records without faults, which are read and checked quickly, and templates prepared for comparison."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from keytally.families.template_json.json_tree import DEEPEST
from keytally.families.template_json.records import (
    DOCUMENT,
    EXTRACTS,
    KEPT,
    LONGEST_NUMBER,
    LONGEST_OFFSET,
    NAME,
    TEMPLATES,
    TEXTS,
    Entity,
    RoleFillers,
    Template,
)
from keytally.measures.template_maps import TYPE, ComparedTemplate, Mentions, Roles, normal_mention

_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
_BEFORE = re.compile(r"[ \t\r\n]*(?:[\[,][ \t\r\n]*)?")
_BEHIND = re.compile(r"[ \t\r\n]*(?:[,\]][ \t\r\n]*)?")
_BEHIND_NAMED = re.compile(r"[ \t\r\n]*[,}][ \t\r\n]*")

_READ_NAMES = frozenset((*TEMPLATES, *EXTRACTS))
"""The names of members whose values are checked completely."""

_CONTENTS: Mapping[tuple[bool, bool], Sequence[str]] = {
    (True, False): TEMPLATES[:1],
    (False, True): EXTRACTS[:1],
    (True, True): (TEMPLATES[0], EXTRACTS[0]),
}

SoundEntity = Sequence[Any]
"""The mentions of an entity, each a string, or a list of a string and its offset."""

SoundRoles = Mapping[str, Sequence[SoundEntity]]


class SoundTemplate(NamedTuple):
    """A template with its type and its roles."""

    type: str
    roles: SoundRoles


class SoundRecord(NamedTuple):
    """The content of a record without faults; `text` is the document's text."""

    templates: Sequence[SoundTemplate] | None
    extracts: SoundRoles | None
    text: str | None

    @property
    def content(self) -> Sequence[str]:
        """Return the names of the record's content members."""
        stated = (self.templates is not None, self.extracts is not None)
        return _CONTENTS[stated]

    def roles(self) -> Iterator[SoundRoles]:
        """Yield the roles of each template and of the whole document."""
        yield from (template.roles for template in self.templates or ())
        if self.extracts is not None:
            yield self.extracts


class _OddError(ValueError):
    """The error for a text that is not a sound record."""


@lru_cache(KEPT)
def sound_record(text: str) -> SoundRecord | None:
    """Return the record of a unit; None if it may have a fault or there is no record to read."""
    try:
        return _record(_value(text))
    except (ValueError, RecursionError):
        return None


def mention_text(mention: Any) -> str:
    """Return the string of a mention."""
    text: str = mention if mention.__class__ is str else mention[0]
    return text


def mention_offset(mention: Any) -> int | None:
    """Return the offset of a mention; None if it has none."""
    offset = None if mention.__class__ is str else mention[1]
    return offset if isinstance(offset, int) and 0 <= offset < 10**LONGEST_OFFSET else None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object without duplicate names. Raises _OddError."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _OddError
    return found


def _no_constant(name: str) -> Any:
    raise _OddError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)


def _value(text: str) -> dict[str, Any]:
    """Return the object of a unit. Raises ValueError if the unit contains anything else."""
    name = NAME.match(text)
    colon = _COLON.match(text, name.end()) if name else None
    blanks = colon or _BEFORE.match(text)
    value, end = _DECODER.raw_decode(text, blanks.end() if blanks else 0)
    behind = (_BEHIND_NAMED if colon else _BEHIND).fullmatch(text, end)
    if behind is None or value.__class__ is not dict:
        raise _OddError
    if not (colon or _is_name(value.get(DOCUMENT))):
        raise _OddError
    for name, member in value.items():
        if name not in _READ_NAMES and member.__class__ is not str and _is_deep(member):
            raise _OddError
    return value


def _is_name(value: Any) -> bool:
    return value.__class__ is str or (value.__class__ is int and abs(value) < 10**LONGEST_NUMBER)


def _is_deep(value: Any) -> bool:
    """Return whether lists and objects are nested so deeply that the parser might not read them."""
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
    """Return which of two names a record contains. Raises _OddError if it has both."""
    first, second = names
    if first in value:
        if second in value:
            raise _OddError
        return first
    return second if second in value else None


def _template(value: Any) -> SoundTemplate:
    roles = dict(_checked(value, dict))
    return SoundTemplate(_checked(roles.pop(TYPE, None), str), _roles(roles))


def _roles(roles: dict[str, Any]) -> SoundRoles:
    for entities in roles.values():
        for entity in _checked(entities, list):
            if not _checked(entity, list):
                raise _OddError
            for mention in entity:
                if mention.__class__ is not str and not _is_placed(mention):
                    raise _OddError
    return roles


def _is_placed(mention: Any) -> bool:
    """Return whether a value is a list of a mention's string and offset."""
    is_pair = mention.__class__ is list and len(mention) == 2
    return is_pair and mention[0].__class__ is str and mention[1].__class__ in (int, float)


def _checked(value: Any, wanted: type) -> Any:
    """Return a value that has exactly the wanted type. Raises _OddError for any other type."""
    if value.__class__ is not wanted:
        raise _OddError
    return value


def comparable_template(template: Template) -> ComparedTemplate:
    """Return a template prepared for comparison."""
    return ComparedTemplate(template.type, roles_of(template))


def roles_of(template: Template | None) -> Roles:
    """Return the normalised mentions of entities by role; if a role is repeated, the last one counts."""
    entities = {role.name: role.entities for role in (template.roles if template else ())}
    return {name: tuple(map(_mentions, each)) for name, each in entities.items() if each}


def comparable_sound_template(template: SoundTemplate) -> ComparedTemplate:
    """Return the same as `comparable_template`, for a template that was read without places."""
    return ComparedTemplate(template.type, roles_of_sound(template.roles))


def roles_of_sound(roles: SoundRoles) -> Roles:
    """Return the same as `roles_of`, for roles that were read without places."""
    return {
        name: tuple([tuple([normal_mention(mention_text(each)) for each in entity]) for entity in entities])
        for name, entities in roles.items()
        if entities
    }


def distinct_sound(templates: Sequence[SoundTemplate]) -> list[SoundTemplate]:
    """Return the same as `distinct`, for templates that were read without places."""
    if len({template.type for template in templates}) == len(templates):
        return [*templates]
    return list({_written_sound(template): template for template in reversed(templates)}.values())[::-1]


def _written_sound(template: SoundTemplate) -> tuple[object, ...]:
    return (
        template.type,
        tuple(
            (name, tuple(tuple(map(mention_text, entity)) for entity in entities))
            for name, entities in template.roles.items()
        ),
    )


def distinct(templates: Iterable[Template]) -> list[Template]:
    """Return the templates, without those that repeat an earlier one exactly (as in GTT's program)."""
    return list({written(template): template for template in reversed([*templates])}.values())[::-1]


def written(template: Template) -> tuple[object, ...]:
    """Return a template's content, without places and offsets."""
    return (template.type, tuple(map(_role, template.roles)))


def _role(role: RoleFillers) -> tuple[object, ...]:
    return (role.name, tuple(tuple(mention.text for mention in entity.mentions) for entity in role.entities))


def _mentions(entity: Entity) -> Mentions:
    return tuple(normal_mention(mention.text) for mention in entity.mentions)


def is_clean(record: SoundRecord, content: str) -> bool:
    """Return whether a sound record has no findings; `content` is the member that the task reads."""
    templates = record.templates or ()
    if content and content not in record.content:
        return False
    if not all(template.type.strip() for template in templates):
        return False
    if len(templates) > 1 and len(distinct_sound(templates)) < len(templates):
        return False
    return record.text is None or mentions_stand(record, record.text)


def mentions_stand(record: SoundRecord, text: str) -> bool:
    """Return whether all mentions occur in a text, at their offsets if these are given; case is ignored."""
    folded = text.lower()
    mentions = (
        each for roles in record.roles() for some in roles.values() for entity in some for each in entity
    )
    return all(_stands(mention, text, folded) for mention in mentions)


def _stands(mention: object, text: str, folded: str) -> bool:
    words, offset = mention_text(mention), mention_offset(mention)
    wanted = words.lower()
    if offset is None:
        return wanted in folded
    return wanted in folded and text[offset : offset + len(words)].lower() == wanted
