"""Does things in processes that are forked from this one; the results come in the order of the things.

Each process, this one too, claims the next thing when it comes free. No thing is sent, since a forked process
has them all; a result is sent once. What a process has not done when it ends this one does.
"""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from select import select
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_LENGTH = 8
"""The bytes that tell how long a message is."""

_MOST_READ = 1 << 20


MOST_PROCESSES = 500
"""Select waits for descriptors below 1024 only, and each process has one."""


def can_fork() -> bool:
    """Whether this process can be forked: it has one thread, and the system grants a file in memory."""
    threading = sys.modules.get("threading")
    if not hasattr(os, "memfd_create") or (threading is not None and threading.active_count() > 1):
        return False
    try:
        _Claims(0).close()
    except OSError:
        return False
    return True


def each_forked(function: Callable[[T], R], things: Sequence[T], processes: int) -> Generator[R, None, None]:
    """The result for each thing. Raises what `function` raises, when it is that thing's turn.

    There are fewer processes where the system grants no more.
    """
    claims = _Claims(len(things))
    work = _Work(function, things, claims)
    workers: list[_Worker] = []
    try:
        with suppress(OSError):
            for _ in range(min(processes, len(things), MOST_PROCESSES) - 1):
                workers.append(_forked(work, workers))
        yield from _in_order(work, workers)
    finally:
        claims.close()
        for worker in workers:
            worker.end()


class _Claims:
    """The numbers from 0 on, each of which one process gets: the place in a file that all have in common."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._file = os.memfd_create("claims")

    def next(self) -> int | None:
        """A number that no process has yet; None if there is none left."""
        claimed = os.lseek(self._file, 1, os.SEEK_CUR) - 1
        return claimed if claimed < self._count else None

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


class _Outcome(NamedTuple):
    """What came of a thing: its number, and a result or an error."""

    number: int
    result: Any
    error: Exception | None


class _Work(Generic[T, R]):
    """What all processes have to do."""

    def __init__(self, function: Callable[[T], R], things: Sequence[T], claims: _Claims) -> None:
        self._function = function
        self._things = things
        self._claims = claims
        self.count = len(things)

    def next(self) -> _Outcome | None:
        """Do a thing that no process has yet; None if there is none left."""
        number = self._claims.next()
        return None if number is None else self.done(number)

    def done(self, number: int) -> _Outcome:
        """Do a thing."""
        try:
            return _Outcome(number, self._function(self._things[number]), None)
        except Exception as error:
            return _Outcome(number, None, error)


def _in_order(work: _Work[T, R], workers: Sequence["_Worker"]) -> Iterator[R]:
    """The results in order, some of which this process finds while it waits for others."""
    found: dict[int, _Outcome] = {}
    for number in range(work.count):
        while number not in found:
            mine = work.next()
            at_work = [worker for worker in workers if not worker.has_ended]
            if mine is None and not at_work:
                mine = work.done(number)
            if mine is not None:
                found[mine.number] = mine
            for worker in select(at_work, (), (), None if mine is None else 0)[0]:
                found.update((outcome.number, outcome) for outcome in worker.outcomes())
        _, result, error = found.pop(number)
        if error is not None:
            raise error
        yield result


class _Worker:
    """Another process as this one sees it: what it has sent. Select waits for it."""

    def __init__(self, process: int, receiving: int) -> None:
        self._process = process
        self._receiving = receiving
        self._received = bytearray()
        self.has_ended = False

    def fileno(self) -> int:
        """The descriptor that the outcomes come from."""
        return self._receiving

    def outcomes(self) -> Iterator[_Outcome]:
        """The outcomes that are there, as soon as anything is."""
        received = os.read(self._receiving, _MOST_READ)
        self.has_ended = not received
        self._received += received
        while (end := _LENGTH + int.from_bytes(self._received[:_LENGTH], "big")) <= len(self._received):
            yield pickle.loads(self._received[_LENGTH:end])
            del self._received[:end]

    def end(self) -> None:
        """End the process, if it has not ended by itself.

        Where this process ignores the ends of others, as whoever started it may have it do, there is none to
        wait for.
        """
        os.close(self._receiving)
        with suppress(ProcessLookupError, ChildProcessError):
            if not self.has_ended:
                os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)


def _forked(work: _Work[T, R], before: Sequence[_Worker]) -> _Worker:
    """A process that does what is to be done; `before` are those that were forked before it.

    Raises OSError where the system grants none.
    """
    receiving, sending = os.pipe()
    try:
        process = os.fork()
    except OSError:
        os.close(receiving)
        os.close(sending)
        raise
    if process:
        os.close(sending)
        return _Worker(process, receiving)
    try:
        for descriptor in (receiving, *(worker.fileno() for worker in before)):
            os.close(descriptor)
        _send_all(work, _Sender(sending))
    finally:
        os._exit(0)


def _send_all(work: _Work[T, R], sender: "_Sender") -> None:
    """Do things while there are any, and send what comes of them."""
    while (outcome := work.next()) is not None:
        sender.send(_message(outcome))
    sender.send_rest()


def _message(outcome: _Outcome) -> bytes:
    """An outcome as it is sent; an error that cannot be is another one with its words."""
    try:
        message = pickle.dumps(outcome)
        if outcome.error is not None:
            pickle.loads(message)
    except Exception as error:
        words = str(outcome.error or error)
        return pickle.dumps(_Outcome(outcome.number, None, RuntimeError(words)))
    return message


class _Sender:
    """Sends messages without waiting for one who reads them.

    Raises BrokenPipeError where the first process has ended.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = bytearray()
        os.set_blocking(descriptor, False)

    def send(self, message: bytes) -> None:
        """Send a message, as much of it as is taken at once."""
        self._waiting += len(message).to_bytes(_LENGTH, "big") + message
        try:
            while self._waiting:
                self._send()
        except BlockingIOError:
            pass

    def send_rest(self) -> None:
        """Send what has not been taken, and wait until it is."""
        os.set_blocking(self._descriptor, True)
        while self._waiting:
            self._send()

    def _send(self) -> None:
        del self._waiting[: os.write(self._descriptor, self._waiting)]
