"""The rule about circles of pointers in a BNF."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.muc.formats.bnf.circles import Circle, circles
from keytally.evaluations.muc.formats.bnf.model import Bnf
from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfPiece
from keytally.findings.finding import Finding
from keytally.findings.spelling import shown
from keytally.findings.table.bnf import POINTER_CIRCLE

MOST_SHOWN = 5
"""How many classes of a circle a finding names."""


def circle_findings(text: str, definitions: Sequence[BnfDefinition], bnf: Bnf) -> Iterator[Finding]:
    """A finding at each pointer that closes a circle."""
    bodies: dict[tuple[str, str], Sequence[BnfPiece]] = {}
    for each in definitions:
        if each.kind == "slot":
            bodies.setdefault((each.owner.lower(), each.name.lower()), each.body)
    for circle in circles(bnf):
        last, slot = circle.classes[-1], circle.slot
        target = circle.classes[0].name.lower()
        for kind, start, end in bodies.get((last.name.lower(), slot.name.lower()), ()):
            if kind == "POINTER" and text[start + 1 : end - 1].strip().lower() == target:
                yield POINTER_CIRCLE.finding(start, end, {"circle": _in_words(circle)})
                break


def _in_words(circle: Circle) -> str:
    names = [shown(each.name) for each in circle.classes[:MOST_SHOWN]]
    rest = ["…"] if len(circle.classes) > MOST_SHOWN else []
    return " → ".join([*names, *rest, names[0]])
