"""Runs a script in a process that reaches no other machine: `python -I offline.py SCRIPT [ARGUMENT]...`.

The process ends with the status 97 when it asks for the address of a host or connects to another machine.
"""

import os
import runpy
import sys
from typing import Any

NETWORK_USED = 97
_LOOPBACK = ("127.0.0.1", "::1")


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    """End the process on an event of the network; see the table of audit events in Python's documentation."""
    if event == "socket.getaddrinfo" or (event == "socket.connect" and _is_elsewhere(arguments[1])):
        print(f"the network is used: {event} {arguments[-1]!r}", file=sys.stderr, flush=True)
        os._exit(NETWORK_USED)


def _is_elsewhere(address: object) -> bool:
    return isinstance(address, tuple) and address[0] not in _LOOPBACK


if __name__ == "__main__":
    sys.addaudithook(_refuse)
    sys.argv = sys.argv[1:]
    runpy.run_path(sys.argv[0], run_name="__main__")
