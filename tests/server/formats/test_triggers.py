"""The characters after which clients ask by themselves."""

from keytally_server.formats.triggers import COMPLETION, ON_TYPE_FORMATTING, joined


def test_every_character_of_the_formats_is_told_once() -> None:
    assert joined(COMPLETION.values()) == ("<", '"', "'", ":", "/", "{")
    assert joined(ON_TYPE_FORMATTING.values()) == (">", ":", "=", "\n")
