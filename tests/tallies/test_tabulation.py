"""Rows add up over documents, and come out again."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from keytally.tallies.tally import NOTHING, TOTAL, Row, Tally, add_into, condensed, take_from, total_of

ROWS = st.sampled_from([TOTAL, Row("object", ("enamex",)), Row("slot", ("enamex", "type"))])
TALLIES = st.builds(Tally, *[st.integers(0, 9)] * 6).filter(lambda tally: tally != NOTHING)
Documents = list[dict[Row, Tally]]
TABULATIONS = st.lists(st.dictionaries(ROWS, TALLIES), max_size=5)


@given(TABULATIONS, st.randoms())
def test_the_sum_does_not_depend_on_the_order_of_documents(tabulations: Documents, random: Random) -> None:
    total = total_of(tabulations)
    random.shuffle(tabulations)
    assert total_of(tabulations) == total


@given(TABULATIONS, TABULATIONS)
def test_what_is_taken_out_leaves_the_rest(kept: Documents, dropped: Documents) -> None:
    sums = total_of(kept + dropped)
    for tabulation in dropped:
        take_from(sums, tabulation)
    assert sums == total_of(kept)


def test_a_row_that_becomes_empty_goes() -> None:
    sums = {TOTAL: Tally(cor=1)}
    take_from(sums, {TOTAL: Tally(cor=1)})
    assert sums == {}


def test_adding_changes_only_the_sums() -> None:
    document = {TOTAL: Tally(cor=1)}
    sums = {TOTAL: Tally(mis=2)}
    add_into(sums, document)
    assert (sums, document) == ({TOTAL: Tally(cor=1, mis=2)}, {TOTAL: Tally(cor=1)})


@given(TABULATIONS)
def test_what_is_condensed_has_the_same_totals_and_the_same_sum(tabulations: Documents) -> None:
    found = condensed(tabulations)
    assert total_of(found) == total_of(tabulations)
    assert [each.get(TOTAL) for each in found] == [each.get(TOTAL) for each in tabulations]
    assert all(set(each) <= {TOTAL} for each in found[1:])
