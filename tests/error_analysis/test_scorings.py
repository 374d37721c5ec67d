"""How often an error analysis scores documents and derives the headline."""

from collections import Counter

import pytest

from keytally.error_analysis.analysis import analyse_differences
from keytally.measures.ratios import HeadlineForm
from tests.error_analysis.laws import scored
from tests.families.muc.annotations.entity_documents import TASK
from tests.families.muc.sgml_files import document

PERSON = '<ENAMEX TYPE="PERSON">{}</ENAMEX>'
PLACE = '<ENAMEX TYPE="LOCATION">{}</ENAMEX>'
MISSING_TWO = PERSON.format("Ida") + " met " + PERSON.format("Wren"), "Ida met Wren"
MISSING_AND_SPURIOUS = PERSON.format("Ida") + " met Wren", "Ida met " + PLACE.format("Wren")


def files(*documents: tuple[str, str]) -> tuple[str, str]:
    """The key and the response of these documents."""
    sides = zip(*documents, strict=True)
    key, response = (
        "".join(document(text, str(number)) for number, text in enumerate(side)) for side in sides
    )
    return key, response


@pytest.mark.parametrize(("texts", "scorings"), [(MISSING_TWO, 3), (MISSING_AND_SPURIOUS, 3)])
def test_each_set_of_repairs_is_scored_once(
    texts: tuple[str, str], scorings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of two differences alone, and both together, whether they are of one class or of two."""
    live = scored(TASK, *files(*[texts] * 20))
    counts, score = Counter[str](), TASK.score
    monkeypatch.setattr(TASK, "score", lambda *given: counts.update([given[0]]) or score(*given))
    analyse_differences(live, 0)
    assert set(counts.values()) == {scorings}


def test_equal_changes_of_the_headline_are_derived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of derivations does not grow with the number of documents."""
    calls = [headlines_derived(monkeypatch, number) for number in (20, 40)]
    assert calls[0] == calls[1]


def headlines_derived(monkeypatch: pytest.MonkeyPatch, number: int) -> int:
    """How often the headline is derived from counts in the analysis of that many documents."""
    live = scored(TASK, *files(*[MISSING_TWO] * number))
    counts, value = Counter[str](), HeadlineForm.value
    with monkeypatch.context() as patched:
        patched.setattr(
            HeadlineForm, "value", lambda form, given: counts.update(["all"]) or value(form, given)
        )
        assert analyse_differences(live, 5).first
    return counts["all"]
