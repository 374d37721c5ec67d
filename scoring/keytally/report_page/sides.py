"""Which units of key and response stand side by side."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from keytally.evaluations.interface import Mark

MarksOf = Callable[[Any], Iterable[Mark]]
Beside = tuple[Any | None, Any | None]


def side_by_side(key: Sequence[Any], response: Sequence[Any], marks_of: MarksOf) -> list[Beside]:
    """The units of a document in rows, in the order of the key.

    A unit of the response stands beside the unit that the first of its marks with a partner leads to, unless
    another one stands there; one that has no partner follows the unit before it. Where each side has one
    unit, these stand side by side. `marks_of` gives the marks of a unit of the response.
    """
    if len(key) == len(response) == 1:
        return [(key[0], response[0])]
    partners: dict[Any, Any] = {}
    after: dict[Any, list[Any]] = {}
    last: Any = None
    known = set(map(id, key))
    for unit in response:
        partner = next((mark.partner[0] for mark in marks_of(unit) if mark.partner is not None), None)
        if partner is not None and id(partner) in known and id(partner) not in partners:
            partners[id(partner)] = unit
            last = partner
        else:
            after.setdefault(id(last), []).append(unit)
    rows: list[Beside] = [(None, unit) for unit in after.get(id(None), ())]
    for unit in key:
        rows.append((unit, partners.get(id(unit))))
        rows += [(None, other) for other in after.get(id(unit), ())]
    return rows
