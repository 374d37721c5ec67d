"""The command `keytally-server`: its transport, and a readable error if it cannot start."""

import argparse
import asyncio
import gc
import sys
from collections.abc import Sequence

from keytally.cli.main import CANNOT_RUN, INTERRUPTED, CommandParser
from keytally.version import VERSION

MISSING = 'keytally-server needs its extra: pip install "keytally[server]"'
EXTRA = {"pygls", "lsprotocol", "cattrs", "attrs", "watchdog", "websockets"}


class _Address(str):
    """`HOST:PORT` as given on the command line."""

    host: str
    port: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client leaves; returns the exit status.

    0 after a `shutdown`, 1 where the client left without one, 2 where the server cannot start.
    """
    chosen = _parser().parse_args(arguments)
    gc.set_threshold(50_000, 20, 100)
    try:
        return _serve(chosen)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in EXTRA:
            raise
        return _cannot(MISSING)
    except OSError as error:
        address = chosen.tcp or chosen.ws or "stdio"
        return _cannot(f"keytally-server: cannot serve on {address}: {error.strerror or error}")
    except KeyboardInterrupt:
        return INTERRUPTED


def _serve(chosen: argparse.Namespace) -> int:
    """Serve on the chosen transport; the modules of the extra are imported here."""
    from keytally_server.protocol.handlers import create_server  # noqa: PLC0415 - the extra
    from keytally_server.protocol.transports import serve_tcp, serve_ws  # noqa: PLC0415 - the extra

    server = create_server()
    try:
        if chosen.tcp:
            asyncio.run(serve_tcp(server, chosen.tcp.host, chosen.tcp.port))
        elif chosen.ws:
            asyncio.run(serve_ws(server, chosen.ws.host, chosen.ws.port))
        else:
            server.start_io()
    except SystemExit:
        pass  # `exit` ends the loop in this way; what it means is told by whether a `shutdown` came before.
    return 0 if server.was_shut_down else 1


def _cannot(reason: str) -> int:
    print(reason, file=sys.stderr)
    return CANNOT_RUN


def _parser() -> argparse.ArgumentParser:
    parser = CommandParser(
        prog="keytally-server", description="The language server of keytally: checks and scores as you type."
    )
    parser.add_argument("--version", action="version", version=f"keytally-server {VERSION}")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--stdio", action="store_true", help="talk over standard input and output (the default)"
    )
    ways.add_argument("--tcp", type=_address, metavar="HOST:PORT", help="wait for one client over TCP")
    ways.add_argument("--ws", type=_address, metavar="HOST:PORT", help="wait for one client over WebSocket")
    return parser


def _address(text: str) -> _Address:
    host, colon, port = text.rpartition(":")
    if not (colon and host and port.isdecimal() and port.isascii() and int(port) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    address = _Address(text)
    address.host, address.port = host.strip("[]"), int(port)
    return address


if __name__ == "__main__":
    sys.exit(main())
