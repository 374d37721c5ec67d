"""Flat templates of MUC-4: numbered slots with cross references, wrong in a few places."""

from random import Random

from fuzz.grammar.words import line_end, mostly, several
from keytally.families.muc.flat_templates import SLOTS

_STRINGS = ('"A MAN"', '"TWO MEN" / "MEN"', '"HE SAID \\"NO\\""')
_SETS = ("ATTACK", "ATTACK / BOMBING", "2", "SOME: THING (CITY)")
_ODD = ("", "*", '"', '"open', "/", ":", "? ?", "a b", '("A" / "B"): "C"', '-: "A MAN"', '"A" "B"', "A:B")
_ODD_LINES = ("; a comment\n", "x\n", "25. NO SLOT   -\n", "0.\n", "4. INCIDENT: DATE  1\n", "\n", "  more\n")


def files(chance: Random) -> dict[str, str]:
    """A key with the templates of a few documents."""
    text = several(chance, 5, lambda: _template(chance)) or _template(chance)
    return {"key.txt": text.replace("\n", line_end(chance))}


def _template(chance: Random) -> str:
    name = mostly(chance, ("TST3-MUC4-0001", "TST3-MUC4-0002 (NOSC)"), ("", "a", "1-1"))
    number = mostly(chance, ("1", "2 (OPTIONAL)", "*"), ("", "x", "-"))
    lines = [_line(0, name), _line(1, number)]
    for slot in range(2, len(SLOTS)):
        if chance.random() < 0.6:
            lines.append(_line(slot, _value(chance, slot)))
            lines += [f"{'':36}{_value(chance, slot)}\n" for _ in range(chance.choice((0, 0, 1, 2)))]
        if chance.random() < 0.02:
            lines.append(chance.choice(_ODD_LINES))
    return "".join(lines)


def _line(slot: int, value: str) -> str:
    return f"{f'{slot}.':4}{SLOTS[slot].label:32}{value}\n"


def _value(chance: Random, slot: int) -> str:
    fill = mostly(chance, (*(_STRINGS if SLOTS[slot].quoted else _SETS), "-"), _ODD)
    optional = "? " if chance.random() < 0.1 else ""
    reference = f": {chance.choice(_STRINGS)}" if SLOTS[slot].group and chance.random() < 0.3 else ""
    return f"{optional}{fill}{reference}"
