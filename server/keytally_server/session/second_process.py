"""A second process that scores and judges documents of one pair, and the thread that talks to it."""

import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from keytally.engine.elsewhere import Answer, Parcel
from keytally.evaluations.apart import ScoresElsewhere

_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from keytally.engine.elsewhere import main; main()"


def has_second_processor() -> bool:
    """Whether another process can be begun, and would not take the time of this one."""
    granted = getattr(os, "sched_getaffinity", None)
    processors = len(granted(0)) if granted else os.cpu_count() or 1
    return processors > 1 and bool(sys.executable) and not getattr(sys, "frozen", False)


class SecondProcess:
    """Answers parcels of documents beside this process; when this one ends it ends after the parcel at hand.

    `waiting` is the number of parcels whose answers have not been taken; `has_failed` says that none of them
    will come. Raises OSError where no process can be started.
    """

    def __init__(self, evaluation: ScoresElsewhere) -> None:
        self.has_failed = False
        self.waiting = 0
        self._answers: deque[Answer] = deque()
        self._parcels: SimpleQueue[Parcel | None] = SimpleQueue()
        self._process = subprocess.Popen(
            _command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        try:
            Thread(target=self._talk, args=(evaluation.twin,), name="second process", daemon=True).start()
        except RuntimeError as error:
            self._process.kill()
            self._process.communicate()
            raise OSError(str(error)) from error

    def send(self, parcel: Parcel) -> None:
        """Have a parcel answered, behind those that wait."""
        self.waiting += 1
        self._parcels.put(parcel)

    def take(self) -> Answer | None:
        """The answer to the first parcel that waits; None if there is none yet."""
        if not self._answers:
            return None
        self.waiting -= 1
        return self._answers.popleft()

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._parcels.put(None)

    def _talk(self, twin: Callable[[], Any]) -> None:
        """Send what makes the evaluation, then one parcel after the other, and receive the answer to each."""
        source, target = self._process.stdout, self._process.stdin
        assert source is not None and target is not None
        try:
            pickle.dump(twin, target)
            while (parcel := self._parcels.get()) is not None:
                self._answers.append(_answer(source, target, parcel))
        except Exception:
            # It was ended, has died, or cannot do it: all that waits is done here.
            self.has_failed = True
        self._process.kill()
        self._process.communicate()


def _command() -> list[str]:
    """The command of a Python that imports what this one does, and writes compiled modules where it does."""
    writes = ["-B"] if sys.dont_write_bytecode else []
    if sys.pycache_prefix is not None:
        writes += ["-X", f"pycache_prefix={sys.pycache_prefix}"]
    places = [place for place in sys.path if isinstance(place, str) and place]
    return [sys.executable, "-I", *writes, "-c", _PROGRAM, *places]


def _answer(source: IO[bytes], target: IO[bytes], parcel: Parcel) -> Answer:
    pickle.dump(parcel, target)
    target.flush()
    answer: Answer = pickle.load(source)
    if len(answer) != len(parcel.documents):
        raise ValueError("this is the answer to another parcel")
    return answer
