"""`keytally schema`: prints a JSON Schema, or the names of all."""

import argparse

from keytally.batch.errors import KeytallyError
from keytally.findings.suggestion import did_you_mean
from keytally.project.schemas import NAMES, schema_text


def run(arguments: argparse.Namespace) -> int:
    """Print the schema that is named, else the names, a line each. Raises KeytallyError for another name."""
    name: str | None = arguments.name
    if name is None:
        print("\n".join(NAMES))
        return 0
    if name not in NAMES:
        hint = did_you_mean(name, NAMES) or f"; there are {', '.join(NAMES)}"
        raise KeytallyError(f"there is no schema {name!r}{hint}")
    print(schema_text(name), end="")
    return 0
