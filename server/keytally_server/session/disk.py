"""The content of files on disk, for files that no editor has open."""

from pathlib import Path

from keytally.text.decoding import decode
from keytally.text.regular import Within, reason_of, regular_bytes


class UnreadableError(Exception):
    """A file that cannot be read; the message is one line for the user."""


def text_on_disk(path: Path, encoding: str | None = None, within: Within | None = None) -> str:
    """The decoded text of a file. Raises UnreadableError if it cannot be read, or lies not `within`."""
    try:
        return decode(regular_bytes(path, within=within), encoding).text
    except FileNotFoundError:
        raise UnreadableError(f"{path}: there is no such file") from None
    except IsADirectoryError:
        raise UnreadableError(f"{path}: a file is needed, this is a directory") from None
    except OSError as error:
        raise UnreadableError(f"{path}: {reason_of(error)}") from None
