"""The command `keytally-server`: its transport, and a readable error if it cannot start."""

import argparse
import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from keytally.cli.main import CANNOT_RUN, INTERRUPTED, CommandParser
from keytally.text.regular import reason_of
from keytally.version import VERSION
from keytally_server.access import VARIABLE, AccessError, is_loopback, token_of

if TYPE_CHECKING:
    from keytally_server.protocol.transports import Door

MISSING = 'keytally-server needs its extra: pip install "keytally[server]"'
EXTRA = {"pygls", "lsprotocol", "cattrs", "attrs", "watchdog", "websockets"}

READING = 0.0002
"""Seconds after which a thread at work gives way to the one that has read a message."""


_REMOTE = "{} can be reached from other machines: --allow-remote allows it"


class _Address(str):
    """`HOST:PORT` as given on the command line."""

    host: str
    port: int


def run() -> NoReturn:
    """The command: serve until the client leaves, and end at once, whatever is open."""
    sys.exit(main(left=_end_at_once))


def main(arguments: Sequence[str] | None = None, left: Callable[[int], object] | None = None) -> int:
    """Serve until the client leaves; returns the exit status.

    0 after a `shutdown`, 1 where the client left without one, 2 where the server cannot start. `left` is
    called with the status once the client has left, before anything of the server is given up.
    """
    command_line = parser()
    chosen = command_line.parse_args(arguments)
    if given := _without_use(chosen):
        command_line.error(given)
    gc.set_threshold(50_000, 20, 100)
    sys.setswitchinterval(READING)
    try:
        return _serve(chosen, left)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in EXTRA:
            raise
        return _cannot(MISSING)
    except AccessError as error:
        return _cannot(f"keytally-server: {error}")
    except OSError as error:
        address = chosen.tcp or chosen.ws or "stdio"
        return _cannot(f"keytally-server: cannot serve on {address}: {reason_of(error)}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _without_use(chosen: argparse.Namespace) -> str:
    """Why arguments that say who may connect have no use; "" where they have."""
    if chosen.origin and not chosen.ws:
        return "--origin is about pages, which come by --ws"
    given = {"--token-file": chosen.token_file, "--allow-remote": chosen.allow_remote}
    name = next((name for name, value in given.items() if value), "")
    return f"{name} is about a port: give --tcp or --ws" if name and not (chosen.tcp or chosen.ws) else ""


def _end_at_once(status: int) -> NoReturn:
    """End the process: to take the objects of large files apart would take seconds, and serves nothing."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)


def _serve(chosen: argparse.Namespace, left: Callable[[int], object] | None) -> int:
    """Serve on the chosen transport; the modules of the extra are imported here."""
    from keytally_server.protocol.handlers import create_server  # noqa: PLC0415 - the extra
    from keytally_server.protocol.phases import Phase  # noqa: PLC0415 - the extra
    from keytally_server.protocol.transports import serve_stdio, serve_tcp, serve_ws  # noqa: PLC0415 - the extra

    server = create_server()
    try:
        if chosen.tcp:
            asyncio.run(serve_tcp(server, _door(chosen, chosen.tcp)))
        elif chosen.ws:
            asyncio.run(serve_ws(server, _door(chosen, chosen.ws)))
        else:
            asyncio.run(serve_stdio(server))
    except (SystemExit, BrokenPipeError):
        pass  # `exit` ends the loop in this way; what it means is told by whether a `shutdown` came before.
    status = 0 if server.phase is Phase.SHUT_DOWN else 1
    if left is not None:
        left(status)
    return status


def _door(chosen: argparse.Namespace, address: _Address) -> "Door":
    """The port and who may connect; raises AccessError and OSError."""
    from keytally_server.protocol.transports import Door  # noqa: PLC0415 - the extra

    if not chosen.allow_remote and not is_loopback(address.host):
        raise AccessError(_REMOTE.format(address))
    token = token_of(chosen.token_file)
    return Door(address.host, address.port, token.value, token.is_new, frozenset(chosen.origin))


def _cannot(reason: str) -> int:
    print(reason, file=sys.stderr)
    return CANNOT_RUN


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    whole = CommandParser(
        prog="keytally-server", description="The language server of keytally: checks and scores as you type."
    )
    whole.add_argument("--version", action="version", version=f"keytally-server {VERSION}")
    ways = whole.add_mutually_exclusive_group()
    ways.add_argument(
        "--stdio", action="store_true", help="talk over standard input and output (the default)"
    )
    ways.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="wait for one client over TCP")
    ways.add_argument("--ws", type=_address, metavar="HOST:PORT", help="wait for one client over WebSocket")
    whole.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=f"with --tcp or --ws: the token that clients give (default: that of {VARIABLE}, else a new one)",
    )
    whole.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="with --ws: pages of this origin may connect, such as https://editor.example; may be repeated",
    )
    whole.add_argument(
        "--allow-remote",
        action="store_true",
        help="with --tcp or --ws: HOST may be an address that other machines reach",
    )
    return whole


def _address(text: str) -> _Address:
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isdecimal() and port.isascii() and int(port) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    address = _Address(text)
    address.host, address.port = host.strip("[]"), int(port)
    return address


if __name__ == "__main__":
    run()
