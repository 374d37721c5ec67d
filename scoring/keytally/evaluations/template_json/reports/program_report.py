"""What the program of a task prints."""

from collections.abc import Mapping

from keytally.measures.templates.compared import TYPE
from keytally.measures.templates.counts import Counts, RoleCounts, total
from keytally.measures.templates.tables import percents

ROLES = ("PerpInd", "PerpOrg", "Target", "Victim", "Weapon")
"""The roles of MUC-4 that the programs know, in their order."""


def program_report(roles: RoleCounts, *, has_types: bool) -> str:
    """What the program of GTT prints for all documents; without types, what that of GRIT does."""
    shown: Mapping[str, Counts] = {name: roles.get(name, Counts()) for name in _names(roles, has_types)}
    lines = [line for name, counts in shown.items() for line in _block("=" * 17, name, counts, has_types)]
    everything = total(roles)
    lines += _block("*" * 17, "micro_avg", everything, has_types)
    ratios = (each for counts in (*shown.values(), everything) for each in percents(counts))
    lines.append(f"print: {' '.join(ratios)}")
    return "".join(f"{line}\n" for line in (*lines, *([""] if has_types else [])))


def _names(roles: RoleCounts, has_types: bool) -> list[str]:
    """The types if there are any, the roles of the program, and then others by name."""
    others = sorted(name for name in roles if name not in ROLES and name != TYPE)
    return [*([TYPE] if has_types else []), *ROLES, *others]


def _block(frame: str, name: str, counts: Counts, has_types: bool) -> list[str]:
    precision, recall, f = percents(counts)
    lines = [f"{frame} {name} {frame}", f"P: {precision}%,  R: {recall}%, F1: {f}%"]
    return lines if has_types else [*lines, ""]
