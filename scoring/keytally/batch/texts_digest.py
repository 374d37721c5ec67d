"""Whether the files of a pair are the same as when its shares were cut."""

from collections.abc import Mapping
from pathlib import Path
from zlib import crc32


def digest_of(texts: Mapping[Path, str]) -> str:
    """A short text that tells whether texts are the same as before."""
    return " ".join(f"{len(text)}:{crc32(text.encode(errors='surrogatepass'))}" for text in texts.values())
