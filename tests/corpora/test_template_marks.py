"""The marks of real template files: every fill that counts bears one, and they add up to the totals."""

from collections import Counter
from pathlib import Path

import pytest

from keytally.families.contract import Level, Role
from keytally.runs.score import score_configuration

CONFIGURATIONS = ["te/config1", "te/config2", "tr/config1", "tr/config2", "st/config1", "st/config9"]
STATUSES = {Role.KEY: ("cor", "par", "inc", "mis"), Role.RESPONSE: ("cor", "par", "inc", "spu")}


@pytest.mark.corpora
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_marks_on_fills_add_up_to_the_totals(name: str, corpora: Path) -> None:
    result = score_configuration(corpora / name)
    live = result.live
    for role, statuses in STATUSES.items():
        side = live.side(role)
        counts = Counter(
            mark.status.value
            for unit in side.units
            for mark in live.marks_of(role, unit)
            if mark.level is Level.FILL and mark.start < mark.end
        )
        assert {status: counts[status] for status in statuses} == {
            status: result.totals[status] for status in statuses
        }


@pytest.mark.corpora
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_marks_stand_in_their_units_and_partners_in_theirs(name: str, corpora: Path) -> None:
    live = score_configuration(corpora / name).live
    for role in (Role.KEY, Role.RESPONSE):
        for unit in live.side(role).units:
            for mark in live.marks_of(role, unit):
                assert mark.unit is unit
                assert 0 <= mark.start <= mark.end <= len(unit.text)
                if mark.partner is not None:
                    other, start, end = mark.partner
                    assert 0 <= start <= end <= len(other.text)
