"""Chooses sound repairs: those that mend a finding and bring no other one."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from keytally.evaluations.interface import Language
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit, Finding
from keytally_server.answers.quick_fix import Repair

MOST_REPAIRS = 6
"""How many repairs of one finding are offered."""

MOST_TRIED = 24
"""How many are tried, each of which reads the unit again."""


def sound_repairs(
    unit: Any, language: Language, finding: Finding, attempts: Iterable[Repair]
) -> Iterator[Repair]:
    """Those of the attempts in a unit that mend a finding of the unit, without repetitions."""
    seen = {finding.edits} if finding.fix_title is not None else set()
    different = _different(islice(attempts, MOST_TRIED), seen)
    sound = (repair for repair in different if mends(unit, language, finding, repair.edits))
    return islice(sound, MOST_REPAIRS)


def mends(unit: Any, language: Language, finding: Finding, edits: tuple[Edit, ...]) -> bool:
    """Whether edits of a unit take a finding away and bring no other one, by the unit's own rules.

    A finding that depends on other units is not among these: its repair may only bring none.
    """
    before = _counted(unit.findings)
    after = _counted(language.read(apply_edits(unit.text, edits)).findings)
    name = finding.rule.name
    is_own = before[name] > 0
    return after <= before and (not is_own or after[name] < before[name])


def _counted(findings: Iterable[Finding]) -> "Counter[str]":
    return Counter(finding.rule.name for finding in findings)


def _different(attempts: Iterable[Repair], seen: set[tuple[Edit, ...]]) -> Iterator[Repair]:
    for repair in attempts:
        if repair.edits not in seen:
            seen.add(repair.edits)
            yield repair
