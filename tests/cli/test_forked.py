"""Things that are done in processes forked from this one."""

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from select import select

import pytest

from keytally.cli import forked
from keytally.cli.forked import can_fork, each_forked

pytestmark = pytest.mark.skipif(not can_fork(), reason="no process can be forked here")

PATIENCE = 60
"""The seconds after which a process no longer waits for another one: only a mistake takes so long."""


class Gate:
    """Lets processes wait until another one has passed."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self._descriptor = os.open(path, os.O_RDWR)

    def open(self) -> None:
        os.write(self._descriptor, b"x")

    def wait(self) -> None:
        assert select([self._descriptor], [], [], PATIENCE)[0]


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "gate")


@pytest.fixture
def begun(tmp_path: Path) -> Gate:
    return Gate(tmp_path / "begun")


def process_of(number: int) -> int:
    return os.getpid()


def test_each_process_claims_a_thing_as_it_comes_free(begun: Gate, gate: Gate) -> None:
    """The first process waits in its first thing until the other one has begun the last of all."""
    tests = os.getpid()
    claimed: list[int] = []

    def held(number: int) -> int:
        claimed.append(number)
        if os.getpid() == tests:
            begun.open()
            gate.wait()
        elif len(claimed) == 1:
            begun.wait()
        if number == 7:
            gate.open()
        return os.getpid()

    done = list(each_forked(held, range(8), 2))
    assert done.count(tests) == 1
    assert len(set(done)) == 2


def test_the_first_process_does_what_is_left_when_the_others_are_held(gate: Gate) -> None:
    """Each of the others has one thing at most, and does not end it before the first process has done six."""
    tests = os.getpid()
    claimed: list[int] = []

    def held(number: int) -> int:
        claimed.append(number)
        if os.getpid() != tests:
            gate.wait()
        elif len(claimed) == 6:
            gate.open()
        return os.getpid()

    done = list(each_forked(held, range(8), 3))
    assert done.count(tests) >= 6


def test_each_thing_is_done_once(tmp_path: Path) -> None:
    def noted(number: int) -> int:
        with (tmp_path / str(number)).open("x", encoding="utf-8"):
            return number

    assert list(each_forked(noted, range(200), 4)) == list(range(200))


def test_a_large_result_need_not_be_read_at_once() -> None:
    """A pipe takes far less than each of these."""
    done = list(each_forked(lambda number: bytes([number]) * 5_000_000, range(6), 3))
    assert [result[:1] for result in done] == [bytes([number]) for number in range(6)]
    assert {len(result) for result in done} == {5_000_000}


def ended_at(last: int, how: Callable[[], object], tests: int, number: int) -> int:
    if os.getpid() != tests and number >= last:
        how()
    return number


@pytest.mark.parametrize("last", [0, 3])
def test_what_a_process_has_not_done_when_it_is_killed_this_one_does(last: int) -> None:
    def killed() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    things = range(20)
    assert list(each_forked(partial(ended_at, last, killed, os.getpid()), things, 3)) == list(things)


def test_an_interrupt_in_another_process_is_no_result_and_prints_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    things = range(20)
    assert list(each_forked(partial(ended_at, 2, interrupted, os.getpid()), things, 2)) == list(things)
    assert capfd.readouterr() == ("", "")


def by_another(act: Callable[[], object], gate: Gate) -> Callable[[int], object]:
    """Does `act` for things of another process; this one waits for that behind the first thing."""
    tests = os.getpid()

    def done(number: int) -> object:
        if number and os.getpid() == tests:
            gate.wait()
        elif number:
            gate.open()
            return act()
        return number

    return done


def test_a_result_that_cannot_be_sent_is_an_error(gate: Gate) -> None:
    with pytest.raises(RuntimeError, match="pickle"):
        list(each_forked(by_another(lambda: lambda: None, gate), range(3), 2))


CHILDREN = Path("/proc/thread-self/children")


def children() -> set[str]:
    """The processes that this one has begun and not waited for."""
    return set(CHILDREN.read_text(encoding="ascii").split())


@pytest.mark.skipif(not CHILDREN.exists(), reason="the system does not tell of processes here")
def test_whoever_stops_asking_leaves_no_process_behind(tmp_path: Path) -> None:
    began, never = Gate(tmp_path / "began"), Gate(tmp_path / "never")
    before = children()
    results = each_forked(by_another(never.wait, began), range(50), 2)
    assert next(results) == 0
    assert len(children() - before) == 1
    results.close()
    assert children() == before


class OddError(Exception):
    """An error that is not made from its arguments: what is pickled of it cannot be read."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(f"{place}: {why}")


def test_an_error_that_cannot_be_sent_is_told_by_its_words(gate: Gate) -> None:
    def refused() -> None:
        raise OddError("line 3", "too long")

    with pytest.raises(RuntimeError, match="line 3: too long"):
        list(each_forked(by_another(refused, gate), range(3), 2))


def granting(number: int, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Have the system grant so many processes; returns those that it has granted."""
    granted: list[int] = []
    fork = os.fork

    def granted_fork() -> int:
        if len(granted) == number:
            raise BlockingIOError
        granted.append(0)
        return fork()

    monkeypatch.setattr(os, "fork", granted_fork)
    return granted


@pytest.mark.parametrize("number", [0, 2])
def test_fewer_processes_do_all_where_the_system_grants_no_more(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    granted = granting(number, monkeypatch)
    before = {*Path("/proc/self/fd").iterdir()}
    assert list(each_forked(process_of, range(20), 9))
    assert len(granted) == number
    assert {*Path("/proc/self/fd").iterdir()} <= before, "none is left open"


def test_there_are_no_more_processes_than_can_be_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    granted = granting(9, monkeypatch)
    monkeypatch.setattr(forked, "MOST_PROCESSES", 3)
    assert len(list(each_forked(process_of, range(20), 9))) == 20
    assert len(granted) == 2


def test_no_process_is_forked_where_the_system_refuses_a_file_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Linux does with `vm.memfd_noexec = 2`."""

    def refuse(name: str) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "memfd_create", refuse)
    assert not can_fork()


def test_a_process_that_the_system_has_forgotten_is_not_waited_for() -> None:
    """Whoever started this process may have had it ignore the ends of its children."""
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert list(each_forked(lambda number: number, range(20), 3)) == list(range(20))
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_a_process_ends_when_the_first_one_has(tmp_path: Path) -> None:
    """What it sends nobody reads any more: it does no further thing."""
    began, over = Gate(tmp_path / "began"), Gate(tmp_path / "over")
    noted = tmp_path / "noted"
    noted.mkdir()
    ended, held = os.pipe()
    first = os.fork()
    if not first:
        try:
            list(each_forked(partial(orphaned, noted, began, over, os.getpid()), range(10), 2))
        finally:
            os._exit(0)
    os.close(held)
    os.waitpid(first, 0)
    over.open()
    assert select([ended], [], [], PATIENCE)[0] and os.read(ended, 1) == b""
    os.close(ended)
    assert len(list(noted.iterdir())) == 1


def orphaned(noted: Path, began: Gate, over: Gate, first: int, number: int) -> int:
    """The first process is killed while the other one does its first thing."""
    if os.getpid() == first:
        began.wait()
        os.kill(first, signal.SIGKILL)
    (noted / str(number)).touch()
    began.open()
    over.wait()
    return number
