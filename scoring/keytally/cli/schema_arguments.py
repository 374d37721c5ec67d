"""The arguments of `keytally schema`."""

import argparse

SUMMARY = "print the JSON Schema of keytally.toml or of a result"
DESCRIPTION = (
    "Print the JSON Schema of keytally.toml, for editors that complete and check it, or of a document that "
    "another command prints with --format json. Without a name print the names."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="the name of a schema, such as keytally.toml"
    )
