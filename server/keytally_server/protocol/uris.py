"""File URIs and the paths that they name (RFC 8089), by the rules of either kind of system.

A path keeps bytes that are no UTF-8, as Python's paths do. On Windows a drive's letter is in lower case, as
editors write it, and the host of a URI is that of a shared folder; elsewhere a colon and a backslash are
characters of names.
"""

import os
import re
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

IS_WINDOWS = os.name == "nt"

_DRIVE = re.compile(r"/([A-Za-z]:)(?=/|$)")
_HERE = ("", "localhost")
_SURROGATES = "surrogateescape"


def is_file_uri(uri: str) -> bool:
    """Whether a URI names a file; one that is malformed does not."""
    try:
        return urlsplit(uri).scheme == "file"
    except ValueError:
        return False


def path_in(uri: str, *, windows: bool = IS_WINDOWS) -> str:
    """The path that a file URI names; "" for one that names none. Raises ValueError for a malformed URI."""
    parts = urlsplit(uri)
    host, named = (_unquoted(part) for part in (parts.netloc, parts.path))
    shared = f"//{host}{named}" if host.lower() not in _HERE else named
    if not windows:
        return shared
    drive = _DRIVE.match(named)
    local = f"{drive[1].lower()}{named[drive.end() :] or '/'}" if drive and shared == named else shared
    return local.replace("/", "\\")


def uri_of_path(path: str, *, windows: bool = IS_WINDOWS) -> str:
    """The standard URI of an absolute path, in the spelling of VS Code, which compares URIs as text."""
    name = path.replace("\\", "/") if windows else path
    if windows and name.startswith("//"):
        return f"file:{_quoted(name)}"
    named = name if name.startswith("/") else f"/{name}"
    if windows and _DRIVE.match(named):
        named = f"/{named[1].lower()}{named[2:]}"
    return f"file://{_quoted(named)}"


def _unquoted(part: str) -> str:
    return unquote_to_bytes(part.encode("utf-8", "surrogatepass")).decode("utf-8", _SURROGATES)


def _quoted(path: str) -> str:
    return quote_from_bytes(path.encode("utf-8", _SURROGATES))
