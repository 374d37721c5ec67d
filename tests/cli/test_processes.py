"""What is done in several processes: forked ones, and those of a pool where none can be forked."""

import os
import threading
from functools import partial

import pytest

from keytally.batch.errors import KeytallyError
from keytally.cli.forked import can_fork
from keytally.cli.processes import each


def doubled(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refused_by(number: int) -> None:
    raise KeytallyError(str(number), "again")


@pytest.fixture(params=["forked", "pooled"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to have other processes, one after the other."""
    found: str = request.param
    if found == "forked" and not can_fork():
        pytest.skip("no process can be forked here")
    monkeypatch.setattr("keytally.cli.processes.can_fork", lambda: found == "forked")
    return found


@pytest.mark.parametrize("processes", [1, 2, 3, 9])
def test_results_come_in_the_order_of_the_things(way: str, processes: int) -> None:
    assert [result for result, _ in each(doubled, range(5), processes)] == [0, 2, 4, 6, 8]


def test_nothing_gives_nothing(way: str) -> None:
    assert list(each(doubled, [], 2)) == []


def test_one_thing_needs_no_other_process(way: str) -> None:
    assert list(each(doubled, [4], 3)) == [(8, os.getpid())]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_the_first_error_is_raised_with_its_problems(way: str, processes: int) -> None:
    with pytest.raises(KeytallyError) as error:
        list(each(refused_by, range(6), processes))
    assert error.value.problems == ("0", "again")


def test_a_pool_is_taken_where_there_are_other_threads() -> None:
    """A lock that another thread holds would be held for ever in a forked process."""
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    before = can_fork()
    other.start()
    try:
        assert not can_fork()
    finally:
        over.set()
        other.join()
    assert can_fork() == before


def test_what_comes_first_is_told_before_all_is_done(way: str) -> None:
    results = each(partial(doubled), range(100), 2)
    assert next(results)[0] == 0
    results.close()
