"""The client's process: the server ends when it is gone, even if something else holds the pipes open."""

import asyncio
import os
import sys
from collections.abc import Callable

PAUSE = 2.0
"""Seconds between two looks, where the system does not tell of the end of a process."""


def when_ended(process: int, ended: Callable[[], None]) -> None:
    """Call `ended` on the running loop when a process ends.

    Does nothing if there is no such process now: the client runs elsewhere, such as outside of a container.
    """
    if not is_running(process):
        return
    loop = asyncio.get_running_loop()
    try:
        descriptor = os.pidfd_open(process)  # type: ignore[attr-defined,unused-ignore] # Linux
        loop.add_reader(descriptor, _once, loop, descriptor, ended)
    except (AttributeError, OSError, NotImplementedError):
        loop.call_later(PAUSE, _look, process, ended)


def _once(loop: asyncio.AbstractEventLoop, descriptor: int, ended: Callable[[], None]) -> None:
    """Call `ended` and watch the descriptor no longer."""
    loop.remove_reader(descriptor)
    os.close(descriptor)
    ended()


def _look(process: int, ended: Callable[[], None]) -> None:
    if is_running(process):
        asyncio.get_running_loop().call_later(PAUSE, _look, process, ended)
    else:
        ended()


def is_running(process: int) -> bool:
    """Whether there is a process of this number."""
    if process <= 0:
        return False
    if sys.platform == "win32":
        return _is_running_on_windows(process)
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (ProcessLookupError, OverflowError):
        return False
    return True


def _is_running_on_windows(process: int) -> bool:
    """As `os.kill` would end the process there, ask for a handle of it and for its state."""
    import ctypes  # noqa: PLC0415 - Windows

    synchronize, still_active, access_denied = 0x00100000, 0x00000102, 5
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = kernel.OpenProcess(synchronize, False, ctypes.c_uint32(process))
    if not handle:
        return bool(kernel.GetLastError() == access_denied)
    try:
        return bool(kernel.WaitForSingleObject(ctypes.c_void_p(handle), 0) == still_active)
    finally:
        kernel.CloseHandle(ctypes.c_void_p(handle))
