"""Works that are spread over a pool of processes."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from select import select

import pytest

from keytally.batch.errors import KeytallyError
from keytally.cli.pooled import AHEAD, Work, each_pooled, spread

PATIENCE = 60
"""The seconds after which a process no longer waits for another one: only a mistake takes so long."""


def test_windows_has_no_more_processes_than_it_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's pool refuses more than 61 there."""
    assert issubclass(ProcessPoolExecutor, Executor), "it is loaded before the system seems another one"
    monkeypatch.setattr(sys, "platform", "win32")
    assert list(spread(list[Work[int]](), 100)) == []


def doubled(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refused() -> None:
    raise KeytallyError("first", "second")


def refused_by(number: int) -> None:
    raise KeytallyError(str(number))


def works(asked: list[int], count: int) -> Iterator[Work[list[int]]]:
    for number in range(count):
        asked.append(number)
        parts = [partial(doubled, number * 10 + part) for part in range(number % 3)]
        yield Work(parts, lambda results: [result for result, _ in results])


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_results_come_in_the_order_of_the_work(processes: int) -> None:
    expected = [[2 * (number * 10 + part) for part in range(number % 3)] for number in range(20)]
    assert list(spread(works([], 20), processes)) == expected
    assert [result for result, _ in each_pooled(doubled, range(5), processes)] == [0, 2, 4, 6, 8]


def helped(tests: int, gate: Path, number: int) -> int:
    """The process. The first part ends when the process of the tests has done one."""
    descriptor = os.open(gate, os.O_RDWR)
    if os.getpid() == tests:
        os.write(descriptor, b"x")
    elif number == 0:
        select([descriptor], [], [], PATIENCE)
    os.close(descriptor)
    return os.getpid()


def test_the_first_process_has_a_part_of_the_work_too(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    kept = os.open(gate, os.O_RDWR)
    done = list(each_pooled(partial(helped, os.getpid(), gate), range(8), 2))
    os.close(kept)
    assert done[0] != os.getpid()
    assert os.getpid() in done
    assert len(set(done)) == 2


def test_an_error_in_the_first_process_keeps_its_turn() -> None:
    """The first work fails in the other process, the last ones in this one: the first error is told."""
    with pytest.raises(KeytallyError) as error:
        list(each_pooled(refused_by, range(8), 2))
    assert error.value.problems == ("0",)


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
