"""`keytally convert`: writes annotations in another format, and tells what is lost."""

import argparse

from keytally.batch.convert import convert
from keytally.cli.main import say
from keytally.text.plural import quantity
from keytally.text.printable import printable

LOST = 1


def run(arguments: argparse.Namespace) -> int:
    """Convert; print the text, or the paths that are written; returns 1 for a loss that is not allowed."""
    result = convert(
        arguments.files,
        arguments.target,
        source=arguments.source,
        output=arguments.output,
        force=arguments.force,
        mapping=arguments.mapping,
    )
    say(*result.losses)
    if result.losses and arguments.strict:
        say(f"{quantity(len(result.losses), 'loss')}; nothing is written")
        return LOST
    if arguments.output is None:
        print(result.text, end="")
        return 0
    for path in result.write():
        print(printable(f"wrote {path}"))
    return 0
