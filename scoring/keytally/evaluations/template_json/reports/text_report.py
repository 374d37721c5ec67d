"""The text that `keytally score` prints: a table a measure, or what the program of the task prints."""

from collections.abc import Iterator, Mapping

from keytally.evaluations.template_json.model import TYPE
from keytally.evaluations.template_json.scoring.counts import Counts, RoleCounts, total
from keytally.evaluations.template_json.scoring.result import Measures

ROLES = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")
"""The roles of MUC-4 that the programs know, in their order."""

_ALL = "all"
_HEADS = ("correct", "proposed", "found", "gold", "P", "R", "F")


def text_report(measures: Measures, signature: str) -> str:
    """A table a measure, with a line a role and one for all, and the signature."""
    width = max(map(len, (*measures, *(role for roles in measures.values() for role in roles))), default=0)
    lines = [line for measure, roles in measures.items() for line in (*_table(measure, roles, width), "")]
    return "".join(f"{line}\n" for line in (*lines, signature))


def program_report(roles: RoleCounts, *, has_types: bool) -> str:
    """What the program of GTT prints for all documents; without types, what that of GRIT does."""
    shown: Mapping[str, Counts] = {name: roles.get(name, Counts()) for name in _names(roles, has_types)}
    lines = [line for name, counts in shown.items() for line in _block("=" * 17, name, counts, has_types)]
    everything = total(roles)
    lines += _block("*" * 17, "micro_avg", everything, has_types)
    ratios = (each for counts in (*shown.values(), everything) for each in _percents(counts))
    lines.append(f"print: {' '.join(ratios)}")
    return "".join(f"{line}\n" for line in (*lines, *([""] if has_types else [])))


def _table(measure: str, roles: RoleCounts, width: int) -> Iterator[str]:
    yield _row(measure, _HEADS, width)
    for name, counts in (*roles.items(), (_ALL, total(roles))):
        yield _row(name, (*map(_number, counts), *_percents(counts)), width)


def _row(name: str, cells: tuple[str, ...], width: int) -> str:
    return f"{name:<{width}}" + "".join(f" {cell:>8}" for cell in cells)


def _number(count: object) -> str:
    return str(count) if isinstance(count, int) else f"{float(count):.2f}"  # type: ignore[arg-type]


def _percents(counts: Counts) -> tuple[str, str, str]:
    return f"{counts.precision:.2f}", f"{counts.recall:.2f}", f"{counts.f:.2f}"


def _names(roles: RoleCounts, has_types: bool) -> list[str]:
    """The types if there are any, the roles of the program, and then others by name."""
    others = sorted(name for name in roles if name not in ROLES and name != TYPE)
    return [*([TYPE] if has_types else []), *ROLES, *others]


def _block(frame: str, name: str, counts: Counts, has_types: bool) -> list[str]:
    precision, recall, f = _percents(counts)
    lines = [f"{frame} {name} {frame}", f"P: {precision}%,  R: {recall}%, F1: {f}%"]
    return lines if has_types else [*lines, ""]
