"""`keytally bnf`: prints how a BNF is read, and its problems."""

import argparse

from keytally.cli.bnf_reading import ReadBnf, understood
from keytally.evaluations.muc.formats.bnf.description import bnf_values, described
from keytally.findings.outputs.json import as_value
from keytally.text.indented_json import indented_json
from keytally.text.printable import printable_page

FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print the description; returns 0 for a BNF without errors, else 1."""
    read = understood(arguments.bnf)
    print(_as_json(read) if arguments.format == "json" else printable_page(_as_text(read)))
    return FOUND if read.has_errors else 0


def _as_text(read: ReadBnf) -> str:
    """The description, then the problems; for a template file only the problems."""
    lines = [] if read.is_templates else list(described(read.bnf))
    problems = read.problems
    if lines:
        lines[0] = f"{read.shown}: {lines[0]}"
    return "\n".join([*lines, *([""] if lines and problems else []), *problems])


def _as_json(read: ReadBnf) -> str:
    values = {"path": read.shown, **bnf_values(read.bnf), "findings": [as_value(f) for f in read.findings]}
    return indented_json(values)
