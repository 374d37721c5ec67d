"""The order of repairs is that of a search which scores every next file afresh."""

from collections.abc import Sequence

import pytest
from hypothesis import given

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.analysis import ValuedDifference, first_repairs, valued_differences
from keytally.error_analysis.corrections import Corrections
from tests.error_analysis.laws import rewritten, scored
from tests.families.muc.annotations.entity_documents import ENTITIES, TASK, Entity, written
from tests.families.muc.sgml_files import document


def files(key: Sequence[Entity], response: Sequence[Entity]) -> tuple[str, str]:
    """Two documents a side: in the second the sides of the first are exchanged."""
    first, second = written(key), written(response)
    return first + second.replace(" 7 ", " 8 "), second + first.replace(" 7 ", " 8 ")


def slow_order(key: str, response: str, number: int) -> list[float]:
    """The headline after each of the first repairs; every candidate is a file that is scored afresh."""
    live = scored(TASK, key, response)
    corrections = Corrections(live)
    left = [each for each, _ in valued_differences(corrections) if not each.refused]
    made: list[ValuedDifference] = []
    headlines = [live.headline()]
    while left and len(headlines) <= number:
        tried = [headline(key, live, corrections, [*made, each]) for each in left]
        if max(tried) <= headlines[-1] + 1e-9:
            break
        at = next(at for at, value in enumerate(tried) if value > max(tried) - 1e-9)
        made.append(left.pop(at))
        headlines.append(tried[at])
    return headlines[1:]


def headline(key: str, live: LivePair, corrections: Corrections, made: Sequence[ValuedDifference]) -> float:
    """The score of a file with these repairs."""
    rewritings = [
        corrections.corrected(name, [each.difference for each in made if each.document == name]).rewriting
        for name in corrections.documents
    ]
    return scored(TASK, key, rewritten(live, *rewritings)).headline()


@pytest.mark.long
@given(ENTITIES, ENTITIES)
def test_each_step_is_the_best(key: Sequence[Entity], response: Sequence[Entity]) -> None:
    sides = files(key, response)
    corrections = Corrections(scored(TASK, *sides))
    steps = list(first_repairs(corrections, valued_differences(corrections), 3))
    assert [each.headline for each in steps] == pytest.approx(slow_order(*sides, 3), abs=1e-9)


def test_repairs_that_gain_the_same_come_in_file_order() -> None:
    tag = '<ENAMEX TYPE="PERSON">{}</ENAMEX>'
    key = document(" ".join(map(tag.format, ("Ida", "Wren", "Tom"))))
    corrections = Corrections(scored(TASK, key, document("Ida Wren Tom")))
    steps = list(first_repairs(corrections, valued_differences(corrections), 10))
    assert [each.valued.difference.key_text for each in steps] == [
        'PERSON "Ida"',
        'PERSON "Wren"',
        'PERSON "Tom"',
    ]
    assert steps[-1].headline == pytest.approx(100)


def test_no_repair_is_made_behind_the_last_step(monkeypatch: pytest.MonkeyPatch) -> None:
    tag = '<ENAMEX TYPE="PERSON">{}</ENAMEX>'
    key = document(" ".join(map(tag.format, ("Ida", "Wren", "Tom"))))
    corrections = Corrections(scored(TASK, key, document("Ida Wren Tom")))
    differences = list(valued_differences(corrections))
    monkeypatch.setattr(corrections, "corrected", None)
    assert len(list(first_repairs(corrections, differences, 1))) == 1
