"""Quick fixes and likely repairs, and the selection of repairs that cause no new finding."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from keytally.engine.findings import Located
from keytally.families.contract import Language
from keytally.findings.finding import Edit, Finding, apply_edits


class QuickFix(NamedTuple):
    """A finding with a fix, the title of the fix, and its edits in the file.

    `is_preferred` is set for the fix that the author most likely wants.
    """

    located: Located
    title: str
    edits: tuple[Edit, ...]
    is_preferred: bool = True


class Repair(NamedTuple):
    """A likely fix of a finding, which is offered separately and is not applied when all fixes of a file are
    applied.

    Offsets count from the start of the file in the result of a presenter. The title begins with a lower-case
    letter.
    """

    title: str
    edits: tuple[Edit, ...]
    is_preferred: bool = False

    def moved(self, offset: int) -> "Repair":
        """Return the same repair with its offsets increased by `offset`."""
        edits = tuple(Edit(edit.start + offset, edit.end + offset, edit.text) for edit in self.edits)
        return self._replace(edits=edits)


MOST_REPAIRS = 6
"""The maximum number of fixes offered for a finding."""

MOST_TRIED = 24
"""The maximum number of attempts; each reads the unit again."""


def safe_repairs(
    unit: Any, language: Language, finding: Finding, attempts: Iterable[Repair]
) -> Iterator[Repair]:
    """Yield the attempts that fix a finding of a unit, without duplicates."""
    seen = {finding.edits} if finding.fix_title is not None else set()
    different = _different(islice(attempts, MOST_TRIED), seen)
    sound = (repair for repair in different if mends(unit, language, finding, repair.edits))
    return islice(sound, MOST_REPAIRS)


def mends(unit: Any, language: Language, finding: Finding, edits: tuple[Edit, ...]) -> bool:
    """Return whether edits of a unit remove a finding and cause no other finding, according to the rules of
    the unit.

    For a finding that depends on other units, only the second condition applies.
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
