"""Which values responses have where the key has others."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from keytally.evaluations.interface import Level, Mark, Role
from keytally.report_page.values import Confusion, ConfusionRow
from keytally.tallies.status import Status

MOST_VALUES = 20
"""A slot with more values than these has words of its own, which no table shows."""

NOTHING = "nothing"
_COMPARED = frozenset({Status.CORRECT, Status.PARTIAL, Status.INCORRECT, Status.MISSING})
_SAYING = frozenset({Level.FILL, Level.ITEM})


class Answers:
    """What a response says where the key has a value, counted unit by unit; "" is nothing."""

    def __init__(self) -> None:
        self._slots: dict[str, Counter[tuple[str, str]]] = {}

    def add(self, role: Role, marks: Iterable[Mark]) -> None:
        """Count the marks of a unit on a side: what is spurious on the response's, all else on the key's."""
        for mark in _saying(marks):
            counts = self._slots.setdefault(mark.slot, Counter())
            if role is Role.KEY and mark.status in _COMPARED:
                counts[_value(mark), _value_there(mark)] += 1
            elif role is Role.RESPONSE and mark.status is Status.SPURIOUS:
                counts["", _value(mark)] += 1

    @property
    def confusions(self) -> list[Confusion]:
        """A table for each slot whose fills come from a small set of values, where one was taken for another.

        The set is small where there are at most MOST_VALUES values, each of them twice on average.
        """
        return [
            _confusion(slot, counts) for slot, counts in sorted(self._slots.items()) if _is_telling(counts)
        ]


def _saying(marks: Iterable[Mark]) -> Iterator[Mark]:
    return (mark for mark in marks if mark.level in _SAYING and mark.end > mark.start)


def _value(mark: Mark) -> str:
    return _plain(mark.unit.text[mark.start : mark.end])


def _value_there(mark: Mark) -> str:
    """What the response has instead; "" where it has nothing."""
    if mark.status is Status.MISSING or mark.partner is None:
        return ""
    unit, start, end = mark.partner
    return _plain(unit.text[start:end])


def _plain(text: str) -> str:
    """A value without its quotes, in capitals, as sets of values are compared."""
    return " ".join(text.strip("\"'").upper().split())


def _is_telling(counts: Mapping[tuple[str, str], int]) -> bool:
    values = {value for pair in counts for value in pair if value}
    has_other = any(wanted and given and wanted != given for wanted, given in counts)
    return has_other and len(values) <= MOST_VALUES and 2 * len(values) <= sum(counts.values())


def _confusion(slot: str, counts: Mapping[tuple[str, str], int]) -> Confusion:
    columns = [*sorted({given for _, given in counts if given}), ""]
    wanted = [*sorted({value for value, _ in counts if value}), ""]
    rows = [
        ConfusionRow(
            value or NOTHING,
            [counts.get((value, given), 0) for given in columns],
            columns.index(value) if value and value in columns else None,
        )
        for value in wanted
    ]
    return Confusion(slot.upper() or "values", [given or NOTHING for given in columns], rows)
