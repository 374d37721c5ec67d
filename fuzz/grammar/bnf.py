"""BNFs of template files."""

from collections.abc import Sequence
from random import Random

from fuzz.grammar.words import mostly

CLASSES = ("PERSON", "ORGANIZATION", "EVENT")
SLOTS = ("NAME", "ALIAS", "TYPE", "LOCALE", "HEAD", "OBJ_STATUS")
SETS = ("{GOVERNMENT, COMPANY, OTHER}", "{A, B}", "{OPTIONAL}", "{{KIND}}", "{}")
_FILLS = ('"NAME"', '" "', "<PERSON>", "<ORGANIZATION>", "LOCALE-STRING {{KIND}}", *SETS, "[[DATE]]")
_ODD_FILLS = ("<NOBODY>", "{{NOTHING}}", '"', "{A, ", "<A> | <B>", "( x )", "")
_COUNTS = ("", "-", "*", "+", "^", " *")


def generated(chance: Random) -> str:
    """A BNF for the classes and slots of `templates`."""
    classes = chance.sample(CLASSES, chance.randint(1, len(CLASSES)))
    parts = [f"<{name}> :=\n{_slots(chance, SLOTS)}" for name in classes]
    parts.append(f"KIND ::\t{mostly(chance, ('{CITY, COUNTRY}', '{X}'), ('{', '{{KIND}}', ''))}\n")
    if chance.random() < 0.2:
        parts.insert(0, mostly(chance, ("/* comment */\n",), ("/* open\n", "<> :=\n", ":=\n"), 0.3))
    return "".join(parts)


def _slots(chance: Random, names: Sequence[str]) -> str:
    return "".join(
        f"\t{name}:\t{mostly(chance, _FILLS, _ODD_FILLS)}{chance.choice(_COUNTS)}\n"
        for name in chance.sample(names, chance.randint(1, len(names)))
    )
