"""How large the ranges of a pair are that several processes share."""

from itertools import pairwise

import pytest

from keytally.cli.score_shares import LEAST, cuts


@pytest.mark.parametrize("processes", [2, 3, 8, 100])
def test_ranges_become_smaller_until_so_many_make_up_a_share(processes: int) -> None:
    ends = [0, *cuts(processes), 1]
    sizes = [end - start for start, end in pairwise(ends)]
    assert sizes[0] == pytest.approx(1 / (2 * processes))
    assert all(later <= earlier * 1.0001 for earlier, later in pairwise(sizes[:-1]))
    assert max(sizes[-2:]) <= 1.5001 / (LEAST * processes)
    assert min(sizes) >= 0.4999 / (LEAST * processes)


def test_two_processes_have_few_ranges() -> None:
    assert len(cuts(2)) + 1 <= 16
