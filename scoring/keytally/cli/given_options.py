"""The options that a command was given by `-O NAME=VALUE`."""

import argparse

from keytally.batch.errors import readable_settings
from keytally.batch.settings import Overrides
from keytally.evaluations.registry import read_option


def given_options(arguments: argparse.Namespace) -> Overrides:
    """The options of the command line, in its order. Raises KeytallyError for one that is not NAME=VALUE."""
    with readable_settings():
        return [read_option(option) for option in arguments.options]
