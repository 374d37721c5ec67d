"""Which units stand side by side."""

from typing import Any

from keytally.families.contract import Level, Mark
from keytally.report_page.documents import side_by_side
from keytally.tallies.status import Status


class Unit:
    def __init__(self, name: str, partner: "Unit | None" = None) -> None:
        self.name = name
        self.partner = partner


def marks_of(unit: Any) -> list[Mark]:
    partner = None if unit.partner is None else (unit.partner, 0, 1)
    return [Mark(unit, 0, 1, Status.CORRECT, Level.OBJECT, "", partner)]


def names(key: list[Unit], response: list[Unit]) -> str:
    rows = side_by_side(key, response, marks_of)
    return " ".join(f"{one.name if one else '-'}{other.name if other else '-'}" for one, other in rows)


def test_one_unit_stands_beside_the_other() -> None:
    assert names([Unit("A")], [Unit("a")]) == "Aa"


def test_units_stand_beside_their_partners_in_the_order_of_the_key() -> None:
    first, second, third = Unit("A"), Unit("B"), Unit("C")
    response = [Unit("x"), Unit("c", third), Unit("y"), Unit("a", first)]
    assert names([first, second, third], response) == "-x Aa B- Cc -y"


def test_a_second_partner_follows() -> None:
    only = Unit("A")
    assert names([only], [Unit("a", only), Unit("b", only)]) == "Aa -b"


def test_a_side_may_be_empty() -> None:
    assert names([], [Unit("a"), Unit("b")]) == "-a -b"
    assert names([Unit("A")], []) == "A-"
