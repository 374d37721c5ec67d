"""The attributes of mention tags: ID, REF, MIN and STATUS, and the mentions that REFs point to."""

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.syntax import OPTIONAL_VALUES, SgmlSyntax
from keytally.evaluations.muc.formats.sgml.tags import TagShape

_IDENTIFIER, _REFERENCE = itemgetter(0), itemgetter(1)
REMEMBERED_TAGS = 1 << 15


class MentionAttributes(NamedTuple):
    """The attributes of a coreference tag: its ID, its REF, its head, and whether it is optional.

    A missing attribute is "". `gives_minimum` says whether it has a MIN, even an empty one.
    """

    identifier: str = ""
    reference: str = ""
    minimum: str = ""
    optional: bool = False
    gives_minimum: bool = False


@lru_cache(maxsize=8)
def linking_names(syntax: SgmlSyntax) -> Set[str]:
    """The names of the tags that mark mentions."""
    return frozenset(tag.name for tag in syntax.tags if syntax.links(tag.name))


class AttributesReader(dict[TagShape, MentionAttributes]):
    """The attributes of coreference tags by their shapes, cached for each spelling of a tag."""

    def __init__(self, syntax: SgmlSyntax, is_key: bool) -> None:
        super().__init__()
        self._syntax = syntax
        self._is_key = is_key

    def __missing__(self, shape: TagShape) -> MentionAttributes:
        if len(self) >= REMEMBERED_TAGS:
            self.clear()
        attributes = self[shape] = self._attributes(shape)
        return attributes

    def _attributes(self, shape: TagShape) -> MentionAttributes:
        """The first attribute of a name counts."""
        given = {each.name: each.value for each in reversed(shape.attributes) if not each.bare}
        syntax, is_optional = self._syntax, False
        if self._is_key and syntax.status in given:
            is_optional = given[syntax.status].strip().upper() in OPTIONAL_VALUES
        return MentionAttributes(
            given.get(syntax.identifier, "").strip(),
            given.get(syntax.reference, "").strip(),
            given.get(syntax.minimum, "").strip().replace(syntax.quote_char, '"'),
            is_optional,
            syntax.minimum in given,
        )


@lru_cache(maxsize=8)
def attributes_reader(syntax: SgmlSyntax, role: Role) -> AttributesReader:
    """One reader for a syntax and a role, so that files share its cache of tags."""
    return AttributesReader(syntax, role is not Role.RESPONSE)


def first_bearers(attributes: Sequence[MentionAttributes]) -> dict[str, int]:
    """The first mention with each ID."""
    first = dict(zip(map(_IDENTIFIER, reversed(attributes)), range(len(attributes) - 1, -1, -1), strict=True))
    first.pop("", None)
    return first


def antecedents_of(attributes: Sequence[MentionAttributes], first: Mapping[str, int]) -> list[int | None]:
    """The mention that each REF points to, given the first mention of each ID; None without one."""
    return list(map(first.get, map(_REFERENCE, attributes)))
