"""Findings of units beside each other: after any edits those of a fresh reading."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.findings.finding import Finding
from keytally.findings.table.sgml import TEXT_ALTERED
from tests.engine.toy import ToyLanguage, ToyUnit

UNITS = st.lists(st.sampled_from(["<D1 A", "<D2 .", "<D1", "."]), max_size=5)
FEW = st.lists(st.sampled_from(["<D1 A", "<D2 ."]), max_size=1)
EDITS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), FEW), max_size=5)


@dataclass(frozen=True)
class PartedLanguage(ToyLanguage):
    """A unit ends with a full stop where another one follows."""

    def compare_neighbours(self, before: ToyUnit, unit: ToyUnit) -> tuple[Finding, ...]:
        return () if before.text.endswith(".") else (Finding(TEXT_ALTERED, 0, 2),)


def found(reading: Reading) -> list[tuple[str, int]]:
    return [(each.finding.rule.name, each.start) for each in reading.findings]


def test_a_unit_that_becomes_the_first_one_has_nothing_before_it() -> None:
    reading = Reading(PartedLanguage(Role.KEY), "<D1 A<D2 B<D3 C")
    assert found(reading) == [("text-altered", 5), ("text-altered", 10)]
    reading.edit([(0, 5, "")])
    assert found(reading) == [("text-altered", 5)]


@given(UNITS, EDITS)
def test_after_units_have_come_and_gone_findings_are_those_of_a_fresh_reading(
    units: list[str], edits: list[tuple[int, int, list[str]]]
) -> None:
    """Mostly whole units, also the first ones."""
    reading = Reading(PartedLanguage(Role.KEY), "".join(units))
    for index, count, new in edits:
        start, gone = len("".join(units[:index])), len("".join(units[index : index + count]))
        units[index : index + count] = new
        reading.edit([(start, start + gone, "".join(new))])
        assert found(reading) == found(Reading(PartedLanguage(Role.KEY), "".join(units)))
