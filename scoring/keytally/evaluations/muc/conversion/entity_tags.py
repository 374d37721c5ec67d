"""Which tag an entity of a type has: MUC-6 and MUC-7 name three."""

TAG_ATTRIBUTE = "tag"
"""The attribute that holds the tag's name where the type does not tell it."""

ENTITY = "enamex"
_TAGS = {"DATE": "timex", "TIME": "timex", "MONEY": "numex", "PERCENT": "numex"}
_NAMES = frozenset({ENTITY, *_TAGS.values()})


def tag_of(kind: str) -> str:
    """The tag, in lower case, of a type; `A|B` has that of its first value."""
    return _TAGS.get(kind.partition("|")[0].strip().upper(), ENTITY)


def chosen_tag(kind: str, named: str | None) -> str:
    """The tag of a type, or the one that is named."""
    return named if named in _NAMES else tag_of(kind)
