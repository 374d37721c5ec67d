"""What `keytally compare` takes from a document: counts of three measures, whose mean is the CoNLL score."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keytally
from keytally.families.conll.evaluation import evaluation
from keytally.families.conll.reading import DocumentUnit
from keytally.families.contract import Settings
from keytally.measures.ratios import HeadlineCounts
from tests.families.conll.written import Mention, mentions, written

EXAMPLES = Path(__file__).parents[3] / "examples" / "conll"


@given(st.lists(st.tuples(mentions(), mentions()), min_size=1, max_size=3))
def test_the_summed_counts_give_the_headline(documents: list[tuple[list[Mention], list[Mention]]]) -> None:
    conll, fold = evaluation(Settings()), evaluation(Settings()).fold()
    sums = conll.headline_form.nothing
    for number, sides in enumerate(documents):
        key, response = (DocumentUnit(written(side, str(number))) for side in sides)
        scores = conll.score(str(number), [key], [response])
        counts = conll.headline_counts(scores)
        sums = HeadlineCounts(*(one + other for one, other in zip(sums, counts, strict=True)))
        fold.put(scores[0])
    assert conll.headline_form.value(sums) == pytest.approx(fold.headline())


def test_two_responses_are_compared() -> None:
    key, response = (str(EXAMPLES / name) for name in ("key.conll", "response.conll"))
    found = keytally.compare(key, [response, key], task="conll-coreference")
    assert [round(each.value, 2) for each in found.comparison.systems] == [100.0, 70.42]
    assert [each.p for each in found.comparison.pairs] == [0.5]
