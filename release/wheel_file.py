"""What a wheel says of itself."""

from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

from keytally.version import VERSION

_RECORDS = f"keytally-{VERSION}.dist-info"


def metadata(wheel: Path) -> Message:
    """The metadata, as the core metadata specification lays them out."""
    with ZipFile(wheel) as archive:
        return Parser().parsestr(archive.read(f"{_RECORDS}/METADATA").decode())


def names(wheel: Path) -> set[str]:
    """The names of the files in it."""
    with ZipFile(wheel) as archive:
        return {*archive.namelist()}
