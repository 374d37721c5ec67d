"""The command `keytally-server`: which way it talks, and a plain word where it cannot start."""

import argparse
import gc
import sys
from collections.abc import Sequence

from keytally.version import VERSION

MISSING = 'keytally-server needs its extra: pip install "keytally[server]"'


class _Address(str):
    """`HOST:PORT` as given on the command line."""

    host: str
    port: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client leaves; returns the exit status."""
    chosen = _parser().parse_args(arguments)
    try:
        from keytally_server.protocol.handlers import create_server  # noqa: PLC0415 - the extra
    except ModuleNotFoundError as error:
        if error.name not in {"pygls", "lsprotocol", "cattrs", "attrs", "watchdog"}:
            raise
        print(MISSING, file=sys.stderr)
        return 2
    gc.set_threshold(50_000, 20, 100)
    server = create_server()
    try:
        if chosen.tcp:
            server.start_tcp(chosen.tcp.host, chosen.tcp.port)
        elif chosen.ws:
            server.start_ws(chosen.ws.host, chosen.ws.port)
        else:
            server.start_io()
    except OSError as error:
        address = chosen.tcp or chosen.ws or "stdio"
        print(f"keytally-server: cannot serve on {address}: {error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
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
    if not (colon and host and port.isdigit() and int(port) < 65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not HOST:PORT")
    address = _Address(text)
    address.host, address.port = host.strip("[]"), int(port)
    return address


if __name__ == "__main__":
    sys.exit(main())
