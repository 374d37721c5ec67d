"""The characters after which clients ask by themselves, by the language id of the format that wants them.

They are part of the answer to `initialize`: no presenter is loaded for them.
"""

from collections.abc import Iterable

COMPLETION = {
    "muc-sgml": ("<", '"', "'"),
    "muc-template": ("<", '"', "'", ":", "/"),
    "muc-bnf": ("<", "{"),
    "muc-config": (":",),
}
"""Characters after which completions are asked for."""

ON_TYPE_FORMATTING = {
    "muc-template": (">", ":", "=", "\n"),
    "muc-bnf": (">", ":", "="),
}
"""Characters after which on-type formatting is asked for."""


def joined(triggers: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Every character of several formats once, in order."""
    return tuple(dict.fromkeys(each for characters in triggers for each in characters))
