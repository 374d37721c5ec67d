"""Tells configurations from keys among the files that a command is given."""

import argparse
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.batch.files import beginning_of
from keytally.evaluations.registry import configurations
from keytally.text.regular import is_file

MIXED = "give a key and its responses, or configurations only"


def are_configurations(arguments: argparse.Namespace) -> bool:
    """Whether a command was given configurations, else a key and its responses.

    Raises KeytallyError where it was given both, and where --task or --config stands beside configurations.
    """
    first, *others = arguments.files
    if not is_configuration(first):
        return False
    if arguments.task or arguments.config or not all(map(is_configuration, others)):
        raise KeytallyError(MIXED)
    return True


def is_configuration(file: str) -> bool:
    """Whether a file is a configuration, by its beginning. Raises KeytallyError where it cannot be read."""
    path = Path(file)
    return is_file(path) and any(each.is_configuration(beginning_of(path)) for each in configurations())
