"""The figures of measures as text: a table a measure, with a line a role."""

from collections.abc import Iterator

from keytally.measures.templates.counts import Counts, RoleCounts, total
from keytally.measures.templates.sums import Measures

_ALL = "all"
_HEADS = ("correct", "proposed", "found", "gold", "P", "R", "F")


def tables(measures: Measures) -> str:
    """A table a measure, with a line a role and one for all, and an empty line behind it."""
    width = max(map(len, (*measures, *(role for roles in measures.values() for role in roles))), default=0)
    lines = [line for measure, roles in measures.items() for line in (*_table(measure, roles, width), "")]
    return "".join(f"{line}\n" for line in lines)


def _table(measure: str, roles: RoleCounts, width: int) -> Iterator[str]:
    yield _row(measure, _HEADS, width)
    for name, counts in (*roles.items(), (_ALL, total(roles))):
        yield _row(name, (*map(_number, counts), *percents(counts)), width)


def _row(name: str, cells: tuple[str, ...], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {cell:>8}" for cell in cells)


def _number(count: object) -> str:
    return str(count) if isinstance(count, int) else f"{float(count):.2f}"  # type: ignore[arg-type]


def percents(counts: Counts) -> tuple[str, str, str]:
    """Precision, recall and F with two decimals."""
    return f"{counts.precision:.2f}", f"{counts.recall:.2f}", f"{counts.f:.2f}"
