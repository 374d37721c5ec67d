"""What is done in several processes, which are forked where there are no other threads."""

import os
import threading
from functools import partial

import pytest

from keytally.commands.processes import parallel_map
from keytally.runs.files import KeytallyError


def doubled(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def end_at_once(number: int) -> None:
    os._exit(1)


def refused_by(number: int) -> None:
    raise KeytallyError(str(number), "again")


@pytest.mark.parametrize("processes", [1, 2, 3, 9])
def test_results_come_in_the_order_of_the_things(processes: int) -> None:
    assert [result for result, _ in parallel_map(doubled, range(5), processes)] == [0, 2, 4, 6, 8]


def test_nothing_gives_nothing() -> None:
    assert list(parallel_map(doubled, [], 2)) == []


def test_one_thing_needs_no_other_process() -> None:
    assert list(parallel_map(doubled, [4], 3)) == [(8, os.getpid())]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_the_first_error_is_raised_with_its_problems(processes: int) -> None:
    with pytest.raises(KeytallyError) as error:
        list(parallel_map(refused_by, range(6), processes))
    assert error.value.problems == ("0", "again")


def test_processes_are_not_forked_beside_other_threads() -> None:
    """A lock that another thread holds would be held for ever in a forked process."""
    over = threading.Event()
    other = threading.Thread(target=over.wait)
    other.start()
    try:
        assert [result for result, _ in parallel_map(doubled, range(5), 2)] == [0, 2, 4, 6, 8]
    finally:
        over.set()
        other.join()


def test_a_process_that_is_ended_from_outside_is_one_line() -> None:
    with pytest.raises(KeytallyError, match="a worker process was terminated"):
        list(parallel_map(end_at_once, range(4), 2))


def test_what_comes_first_is_told_before_all_is_done() -> None:
    results = parallel_map(partial(doubled), range(100), 2)
    assert next(results)[0] == 0
    results.close()
