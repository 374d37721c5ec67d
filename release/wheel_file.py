"""Builds wheels, and reads what a wheel says of itself."""

import sys
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

from keytally.version import VERSION
from release.checkout import moment
from release.running import run

_RECORDS = f"keytally-{VERSION}.dist-info"


def build(source: Path, folder: Path) -> Path:
    """Build the wheel of a source with the locked back end, in a folder without wheels; raises Failed."""
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]
    run([*command, "--outdir", folder, source], source, {"SOURCE_DATE_EPOCH": str(moment())})
    return next(folder.glob("*.whl"))


def metadata(wheel: Path) -> Message:
    """The metadata, as the core metadata specification lays them out."""
    with ZipFile(wheel) as archive:
        return Parser().parsestr(archive.read(f"{_RECORDS}/METADATA").decode())


def names(wheel: Path) -> set[str]:
    """The names of the files in it."""
    with ZipFile(wheel) as archive:
        return {*archive.namelist()}
