"""Work that is spread over processes."""

import os
from collections.abc import Iterator
from functools import partial

import pytest

from keytally.batch.errors import KeytallyError
from keytally.cli.processes import AHEAD, Work, each, spread


def doubled(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refused() -> None:
    raise KeytallyError("first", "second")


def works(asked: list[int], count: int) -> Iterator[Work[list[int]]]:
    for number in range(count):
        asked.append(number)
        parts = [partial(doubled, number * 10 + part) for part in range(number % 3)]
        yield Work(parts, lambda results: [result for result, _ in results])


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_results_come_in_the_order_of_the_work(processes: int) -> None:
    expected = [[2 * (number * 10 + part) for part in range(number % 3)] for number in range(20)]
    assert list(spread(works([], 20), processes)) == expected
    assert [result for result, _ in each(doubled, range(5), processes)] == [0, 2, 4, 6, 8]


def test_one_thing_needs_no_other_process() -> None:
    assert list(each(doubled, [4], 3)) == [(8, os.getpid())]
    assert os.getpid() not in {process for _, process in each(doubled, [4, 5], 3)}


def test_works_are_asked_for_as_others_end() -> None:
    asked: list[int] = []
    results = spread(works(asked, 20), 2)
    next(results)
    assert len(asked) == 2 * AHEAD + 1


@pytest.mark.parametrize("processes", [1, 2])
def test_an_error_keeps_its_problems(processes: int) -> None:
    with pytest.raises(KeytallyError) as error:
        list(spread([Work([refused, refused], list)], processes))
    assert error.value.problems == ("first", "second")
