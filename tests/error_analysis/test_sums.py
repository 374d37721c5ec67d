"""The headline with repairs in it is that of the repaired files, to the last digit."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.error_analysis.analysis import analyse_differences
from tests.error_analysis.laws import scored
from tests.families.lexsub.files import scoring

FREQUENCIES = st.lists(st.integers(1, 7), min_size=2, max_size=9)


@given(st.lists(st.tuples(FREQUENCIES, st.integers(1, 9)), min_size=1, max_size=60))
def test_all_repaired_is_the_whole(items: list[tuple[list[int], int]]) -> None:
    key = response = ""
    for number, (frequencies, guesses) in enumerate(items):
        words = "".join(f"w{at} {count};" for at, count in enumerate(frequencies))
        key += f"bright.a {number} :: {words}\n"
        response += f"bright.a {number} ::: {';'.join(f'w{at}' for at in range(guesses))}\n"
    assert analyse_differences(scored(scoring("lexsub-oot"), key, response), 0).repaired == 100.0
