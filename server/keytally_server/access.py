"""Who may reach the server over a port: clients with the token, and by default only those on this machine."""

import os
import socket
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from keytally.text.regular import reason_of, regular_bytes

VARIABLE = "KEYTALLY_TOKEN"


class AccessError(Exception):
    """What keeps the server from waiting on a port; the message is one line for the user."""


class Token(NamedTuple):
    """The token, and whether it was made for this server, so that the user must be told."""

    value: str
    is_new: bool


def token_of(file: Path | None) -> Token:
    """The token of a file, else of the environment, else a new one; raises AccessError."""
    if file is None:
        given = os.environ.get(VARIABLE, "").strip()
        return Token(given or _new_token(), not given)
    try:
        given = regular_bytes(file).decode().strip()
    except (OSError, ValueError) as error:
        raise AccessError(f"{file}: {reason_of(error)}") from None
    if not given:
        raise AccessError(f"{file}: there is no token in it")
    return Token(given, is_new=False)


def _new_token() -> str:
    import secrets  # noqa: PLC0415 - only a server behind a port needs what makes and digests it

    return secrets.token_urlsafe(24)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, as this machine alone sees it; raises OSError for an unknown one."""
    found = socket.getaddrinfo(host, None)
    return all(ip_address(str(address[4][0]).partition("%")[0]).is_loopback for address in found)
