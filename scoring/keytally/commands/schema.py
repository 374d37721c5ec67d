"""`keytally schema`: print a JSON Schema, or the names of all schemas."""

import argparse

from keytally.commands.arguments import add_output
from keytally.findings.spelling import did_you_mean
from keytally.project.schemas import NAMES, schema_text
from keytally.runs.files import KeytallyError

SUMMARY = "print the JSON Schema of keytally.toml or of a JSON result"
DESCRIPTION = (
    "Print the JSON Schema of keytally.toml, for editors that complete and validate it, or of the output of "
    "another command with --format json. Without a name, list the schemas."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="the name of a schema, such as keytally.toml"
    )
    add_output(command)


def run(arguments: argparse.Namespace) -> int:
    """Print the named schema, or all names if none is given. Raises KeytallyError for an unknown name."""
    name: str | None = arguments.name
    if name is None:
        print("\n".join(NAMES))
        return 0
    if name not in NAMES:
        hint = did_you_mean(name, NAMES) or f"; available schemas: {', '.join(NAMES)}"
        raise KeytallyError(f"unknown schema {name!r}{hint}")
    print(schema_text(name), end="")
    return 0
