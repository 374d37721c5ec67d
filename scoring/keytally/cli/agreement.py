"""`keytally agreement`: prints the agreement of annotators."""

import argparse
import json

from keytally.batch.agreement import agreement
from keytally.text.printable import printable_page


def run(arguments: argparse.Namespace) -> int:
    """Print the agreement; returns the exit status."""
    result = agreement(arguments.task, arguments.files)
    print(
        json.dumps(result.values, indent=2)
        if arguments.format == "json"
        else printable_page(result.text.rstrip("\n"))
    )
    return 0
