"""The findings of units by themselves: what is kept of them, and what is forgotten."""

from keytally.engine.findings import ComparedWith, UnitFindings
from keytally.findings.finding import Finding
from keytally.findings.table.sgml import ATTRIBUTE_VALUE, TEXT_ALTERED
from tests.engine.toy import ToyUnit

OWN = Finding(ATTRIBUTE_VALUE, 4, 5)
UNIT = ToyUnit("<D1 x", findings=[OWN])


def altered(start: int) -> Finding:
    return Finding(TEXT_ALTERED, start, start + 1)


def all_found() -> UnitFindings:
    findings = UnitFindings(lambda finding: finding.start != 3, judged=True)
    for compared_with in ComparedWith:
        assert findings.put(compared_with, UNIT, [altered(compared_with), altered(3)])
    assert findings.select(UNIT) == 4
    return findings


def test_they_stand_in_the_order_of_their_places_without_those_not_wanted() -> None:
    assert all_found().of(UNIT) == [altered(0), altered(1), altered(2), OWN]


def test_of_a_file_that_is_not_judged_the_comparisons_alone_tell() -> None:
    findings = UnitFindings(lambda _: True, judged=False)
    assert findings.select(UNIT) == 0
    findings.put(ComparedWith.TEXTS, UNIT, [altered(0)])
    assert findings.select(UNIT) == 1


def test_a_comparison_that_finds_nothing_takes_back_what_it_found() -> None:
    findings = all_found()
    for compared_with in ComparedWith:
        assert findings.put(compared_with, UNIT, ())
        assert not findings.put(compared_with, UNIT, [])
    findings.select(UNIT)
    assert findings.of(UNIT) == [OWN]


def test_a_unit_that_has_gone_leaves_nothing() -> None:
    findings = all_found()
    findings.forget([UNIT])
    assert findings.of(UNIT) == ()
    assert not any(findings.put(compared_with, UNIT, ()) for compared_with in ComparedWith)
    assert findings.select(UNIT) == 1
