"""The counts of a document by all measures."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.conll.reading import document_of
from keytally.families.conll.scoring import compare_chains, counts_of, mention_overlap, side_of, values_of
from tests.families.conll.written import Mention, mentions, written

SPANS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(1, 4)).map(lambda each: range(each[0], sum(each))),
    max_size=4,
    unique=True,
)


def values(key: list[Mention], response: list[Mention], *, singletons: bool = True) -> dict[str, object]:
    """The results for a document."""
    sides = [side_of(document_of(written(each)).chains, singletons=singletons) for each in (key, response)]
    return values_of(counts_of(compare_chains(*sides)))


@settings(max_examples=60)
@given(SPANS, SPANS)
def test_the_overlap_of_mentions_is_that_of_the_best_pairs(key: list[range], response: list[range]) -> None:
    """All ways to pair the mentions are tried."""
    shorter, longer = sorted((key, response), key=len)
    best = max(
        sum(len({*mine} & {*other}) for mine, other in zip(shorter, order, strict=False))
        for order in permutations(longer)
    )
    assert mention_overlap(key, response) == (best, sum(map(len, key)), best, sum(map(len, response)))


@given(mentions())
def test_a_file_against_itself_has_full_marks(key: list[Mention]) -> None:
    found = values(key, key)
    assert all(each["f"] in (0, 100) for each in found.values() if isinstance(each, dict))


@given(mentions(repeated=True), mentions(repeated=True))
def test_swapped_sides_swap_recall_and_precision(key: list[Mention], response: list[Mention]) -> None:
    there, back = values(key, response), values(response, key)
    for name, one in there.items():
        other = back[name]
        if isinstance(one, dict) and isinstance(other, dict):
            assert (one["recall"], one["precision"]) == (other["precision"], other["recall"])


def test_singletons_can_be_dropped() -> None:
    key, response = [(1, 0, 0), (1, 2, 2), (2, 4, 4)], [(1, 0, 0), (1, 2, 2), (2, 5, 5)]
    kept, dropped = values(key, response), values(key, response, singletons=False)
    assert kept["b_cubed"] == {"recall": [2, 3], "precision": [2, 3], "f": 200 / 3}
    assert dropped["b_cubed"] == {"recall": [2, 2], "precision": [2, 2], "f": 100}


def test_of_repeated_mentions_the_first_counts() -> None:
    """That of the chain whose first bracket stands first."""
    key = [(1, 0, 0), (1, 2, 2), (2, 3, 3)]
    assert values(key, [*key, (2, 2, 2)]) == values(key, key)
