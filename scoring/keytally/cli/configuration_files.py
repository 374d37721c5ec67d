"""Tells configurations from keys among the files that a command is given."""

from pathlib import Path

from keytally.batch.files import beginning_of
from keytally.evaluations.registry import configurations
from keytally.text.regular import is_file


def is_configuration(file: str) -> bool:
    """Whether a file is a configuration, by its beginning. Raises KeytallyError where it cannot be read."""
    path = Path(file)
    return is_file(path) and any(each.is_configuration(beginning_of(path)) for each in configurations())
