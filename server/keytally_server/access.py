"""Access to the server over a port: tokens, and detection of loopback addresses."""

import os
import socket
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from keytally.text.files import reason_of, regular_bytes

VARIABLE = "KEYTALLY_TOKEN"


class AccessError(Exception):
    """An error that prevents the server from listening on a port; the message is one line for the user."""


class Token(NamedTuple):
    """A token, and whether the server must print it because it was generated."""

    value: str
    is_new: bool


def token_of(file: Path | None) -> Token:
    """Return the token in `file` if a file is given, otherwise the token in the environment, otherwise a
    new token; raises AccessError for an unusable file. Raises AccessError.
    """
    if file is None:
        given = os.environ.get(VARIABLE, "").strip()
        return Token(given or _new_token(), not given)
    try:
        given = regular_bytes(file).decode().strip()
    except (OSError, ValueError) as error:
        raise AccessError(f"{file}: {reason_of(error)}") from None
    if not given:
        raise AccessError(f"{file}: the file contains no token")
    return Token(given, is_new=False)


def _new_token() -> str:
    import secrets  # noqa: PLC0415 - only a server with a port needs tokens

    return secrets.token_urlsafe(24)


def is_loopback(host: str) -> bool:
    """Return whether a host is a loopback address. Raises OSError for an unknown host."""
    found = socket.getaddrinfo(host, None)
    return all(ip_address(str(address[4][0]).partition("%")[0]).is_loopback for address in found)
