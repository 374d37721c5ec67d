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

from keytally.commands.main import CANNOT_RUN, CommandParser, replace_missing_streams
from keytally.commands.start import INTERRUPTED
from keytally.text.files import reason_of
from keytally.version import VERSION
from keytally_server.access import VARIABLE, AccessError, is_loopback, token_of

if TYPE_CHECKING:
    from keytally_server.protocol.transports import Door


MISSING = 'keytally-server requires the extra "server": pip install "keytally[server]"'
EXTRA = {"pygls", "lsprotocol", "cattrs", "attrs", "watchdog", "websockets"}

READING = 0.0002
"""The thread switch interval in seconds, which determines how quickly a working thread yields to the
reading thread.
"""


_REMOTE = "{} is reachable from other machines: specify --allow-remote"


class _Address(str):
    """`HOST:PORT` as given on the command line."""

    host: str
    port: int


def run() -> NoReturn:
    """Serve until the client disconnects, and end the process immediately."""
    sys.exit(main(left=_end_at_once))


def main(arguments: Sequence[str] | None = None, left: Callable[[int], object] | None = None) -> int:
    """Serve until the client disconnects, and return the exit status.

    The status is 0 after a `shutdown`, 1 if the client disconnected without one, 2 if the server cannot
    start, and 130 after an interrupt. `left` is called with the status after the client has disconnected,
    before the server releases its resources.
    """
    replace_missing_streams()
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
    """Return the error message for access options without a port; "" if there is none."""
    if chosen.origin and not chosen.ws:
        return "--origin requires --ws"
    given = {"--token-file": chosen.token_file, "--allow-remote": chosen.allow_remote}
    name = next((name for name, value in given.items() if value), "")
    return f"{name} requires --tcp or --ws" if name and not (chosen.tcp or chosen.ws) else ""


def _end_at_once(status: int) -> NoReturn:
    """End the process immediately: deallocating the objects of large files would take seconds."""
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
    os._exit(status)


def _serve(chosen: argparse.Namespace, left: Callable[[int], object] | None) -> int:
    """Serve on the chosen transport; the modules of the extra are imported here."""
    from keytally_server.protocol.handlers import create_server  # noqa: PLC0415 - the extra
    from keytally_server.protocol.server import LifecycleState  # noqa: PLC0415 - the extra
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
        pass  # `exit` ends the loop with this exception; a preceding `shutdown` determines the exit code.
    status = 0 if server.phase is LifecycleState.SHUT_DOWN else 1
    if left is not None:
        left(status)
    return status


def _door(chosen: argparse.Namespace, address: _Address) -> "Door":
    """Return the port and the rules for who may connect; raises AccessError and OSError."""
    from keytally_server.protocol.transports import Door  # noqa: PLC0415 - the extra

    if not chosen.allow_remote and not is_loopback(address.host):
        raise AccessError(_REMOTE.format(address))
    token = token_of(chosen.token_file)
    return Door(address.host, address.port, token.value, token.is_new, frozenset(chosen.origin))


def _cannot(reason: str) -> int:
    print(reason, file=sys.stderr)
    return CANNOT_RUN


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    whole = CommandParser(
        prog="keytally-server",
        description="The language server of keytally: checks and scores files as you type.",
    )
    whole.add_argument("--version", action="version", version=f"keytally-server {VERSION}")
    ways = whole.add_mutually_exclusive_group()
    ways.add_argument("--stdio", action="store_true", help="communicate over stdin and stdout (the default)")
    ways.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="wait for one client on a TCP port")
    ways.add_argument(
        "--ws", type=_address, metavar="HOST:PORT", help="wait for one client on a WebSocket port"
    )
    whole.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help=(
            "with --tcp or --ws: a file with the token that clients must send (default: the value of "
            f"{VARIABLE}, otherwise a new token)"
        ),
    )
    whole.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="ORIGIN",
        help=(
            "with --ws: allow pages of this origin to connect, such as https://editor.example; may be "
            "repeated"
        ),
    )
    whole.add_argument(
        "--allow-remote",
        action="store_true",
        help="with --tcp or --ws: permit a HOST that other machines can reach",
    )
    return whole


def _address(text: str) -> _Address:
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isdecimal() and port.isascii() and int(port) < 65536):
        raise argparse.ArgumentTypeError(f"invalid address {text!r}: expected HOST:PORT")
    address = _Address(text)
    address.host, address.port = host.strip("[]"), int(port)
    return address


if __name__ == "__main__":
    run()
