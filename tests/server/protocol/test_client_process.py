"""The client's process as Windows tells of it, by a kernel that stands for its own."""

import ctypes
import os
import sys
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from keytally_server.protocol.lifecycle import is_running

LARGE = 0x1_0000_00A4
"""A handle of more than 32 bits."""

RUNS, HAS_ENDED = 0x102, 0
NO_SUCH_PROCESS, ACCESS_DENIED = 87, 5


class Kernel:
    """Gives a handle of a process, or an error, and tells the state of what has one."""

    def __init__(self, handle: int | None, state: int = RUNS, error: int = 0) -> None:
        self.closed: list[object] = []
        self.OpenProcess: Callable[..., int | None] = lambda *arguments: handle
        self.WaitForSingleObject = lambda given, time: state if given.value == handle else -1
        self.CloseHandle = lambda given: self.closed.append(given.value)
        self.GetLastError = lambda: error


def asked(monkeypatch: pytest.MonkeyPatch, kernel: Kernel) -> bool:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        patch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
        return is_running(4711)


@pytest.mark.parametrize(("state", "is_so"), [(RUNS, True), (HAS_ENDED, False)])
def test_a_process_is_asked_for_its_state(monkeypatch: pytest.MonkeyPatch, state: int, is_so: bool) -> None:
    kernel = Kernel(LARGE, state)
    assert asked(monkeypatch, kernel) is is_so
    assert kernel.closed == [LARGE]


@pytest.mark.parametrize(("error", "is_so"), [(NO_SUCH_PROCESS, False), (ACCESS_DENIED, True)])
def test_without_a_handle_the_error_tells(monkeypatch: pytest.MonkeyPatch, error: int, is_so: bool) -> None:
    """A process of another person runs, though it cannot be asked; as elsewhere."""
    assert asked(monkeypatch, Kernel(None, error=error)) is is_so


def test_this_process_runs_and_no_process_has_the_number_0() -> None:
    assert is_running(os.getpid())
    assert not is_running(0)
