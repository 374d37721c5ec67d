"""Things that are done in a pool of processes."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from select import select

import pytest

from keytally.batch.errors import KeytallyError
from keytally.cli.pooled import AHEAD, each_pooled

PATIENCE = 60
"""The seconds after which a process no longer waits for another one: only a mistake takes so long."""


def test_windows_has_no_more_processes_than_it_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's pool refuses more than 61 there."""
    assert issubclass(ProcessPoolExecutor, Executor), "it is loaded before the system seems another one"
    monkeypatch.setattr(sys, "platform", "win32")
    assert list(each_pooled(doubled, [], 100)) == []


def doubled(number: int) -> tuple[int, int]:
    return 2 * number, os.getpid()


def refused_by(number: int) -> None:
    raise KeytallyError(str(number))


@pytest.mark.parametrize("processes", [2, 3])
def test_results_come_in_the_order_of_the_things(processes: int) -> None:
    assert [result for result, _ in each_pooled(doubled, range(20), processes)] == [*range(0, 40, 2)]


def helped(tests: int, here: Path, there: Path, number: int) -> int:
    """The process; neither of two ends a part before the other has begun one."""
    mine, others = (here, there) if os.getpid() == tests else (there, here)
    ends = [os.open(gate, os.O_RDWR) for gate in (mine, others)]
    os.write(ends[0], b"x")
    assert select([ends[1]], [], [], PATIENCE)[0]
    for each in ends:
        os.close(each)
    return os.getpid()


def test_the_first_process_has_a_part_of_the_work_too(tmp_path: Path) -> None:
    gates = tmp_path / "here", tmp_path / "there"
    for gate in gates:
        os.mkfifo(gate)
    kept = [os.open(gate, os.O_RDWR) for gate in gates]
    done = list(each_pooled(partial(helped, os.getpid(), *gates), range(8), 2))
    for each in kept:
        os.close(each)
    assert os.getpid() in done
    assert len(set(done)) == 2


def test_an_error_in_the_first_process_keeps_its_turn() -> None:
    """The first work fails in the other process, the last ones in this one: the first error is told."""
    with pytest.raises(KeytallyError) as error:
        list(each_pooled(refused_by, range(8), 2))
    assert error.value.problems == ("0",)


def test_things_are_asked_for_as_others_end() -> None:
    asked: list[int] = []

    def things() -> Iterator[int]:
        for number in range(20):
            asked.append(number)
            yield number

    results = each_pooled(doubled, things(), 2)
    next(results)
    assert len(asked) == 2 * AHEAD + 1
