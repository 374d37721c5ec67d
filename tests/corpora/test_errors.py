"""The differences of real responses: classes sum up to the tallies, and repairs meet the keys."""

from collections import Counter
from pathlib import Path

import pytest

import keytally
from keytally.error_analysis.corrections import Corrections
from keytally.runs.error_analysis import ErrorsResult, errors_of

pytestmark = pytest.mark.corpora

MOST = 45.868
"""What lexsub-best allows on its corpus, in percent: the annotators do not agree."""


def summed(found: ErrorsResult) -> tuple[Counter[str], Counter[str]]:
    """The counts of all differences, and those of the tallies."""
    corrections = Corrections(found.score.live)
    told, counted = Counter[str](), Counter[str]()
    for each in found.analysis.differences:
        told.update(each.difference.counts)
    for document in corrections.documents:
        counted.update(corrections.counts(document))
    return told, counted


@pytest.mark.parametrize("corpus", ["ne", "ne7"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_entities(corpora: Path, corpus: str, number: int) -> None:
    found = keytally.errors_configuration(corpora / corpus / f"config{number}", top=1)
    told, counted = summed(found)
    assert told == counted
    assert found.analysis.repaired == pytest.approx(100)
    tally = found.score.totals
    assert all(told[name] == tally[name] for name in ("inc", "par", "mis", "spu"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("task", "key", "response", "most"),
    [
        ("m2", "m2/gold.m2", "m2/response1", 100),
        ("m2", "m2/gold.m2", "m2/response2", 100),
        ("lexsub-best", "lexsub/gold", "lexsub/response.best", MOST),
        ("lexsub-oot", "lexsub/gold", "lexsub/response.oot", 100),
    ],
)
def test_lines(corpora: Path, task: str, key: str, response: str, most: float) -> None:
    found = errors_of(keytally.score(corpora / key, corpora / response, task=task), 1)
    told, counted = summed(found)
    assert told == counted
    assert found.analysis.repaired == pytest.approx(most, abs=0.001)
