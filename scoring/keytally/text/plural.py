"""English plurals of the nouns in messages."""

_UNCOUNTABLE = frozenset({"information"})
_HISSING = ("s", "x", "z", "ch", "sh")
_VOWELS = "aeiou"


def quantity(count: int, noun: str) -> str:
    """A number of things: `1 tag`, `2 tags`, `0 classes`. `noun` is a singular."""
    return f"{count} {noun if count == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """The regular plural of an English noun: `tags`, `fixes`, `entries`."""
    if noun in _UNCOUNTABLE:
        return noun
    if noun.endswith(_HISSING):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"
