"""`keytally bnf`: what is understood of a BNF, and what is not."""

import argparse
import json

from keytally.cli.bnf_reading import ReadBnf, understood
from keytally.evaluations.muc.formats.bnf.description import bnf_values, described
from keytally.findings.outputs.json import as_value

FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print; returns 0 for a BNF that was understood, 1 for one with errors."""
    read = understood(arguments.bnf)
    print(_as_json(read) if arguments.format == "json" else _as_text(read))
    return FOUND if read.has_errors else 0


def _as_text(read: ReadBnf) -> str:
    """What is understood, then the problems; of a template file these alone."""
    lines = [] if read.is_templates else list(described(read.bnf))
    problems = read.problems
    if lines:
        lines[0] = f"{read.shown}: {lines[0]}"
    return "\n".join([*lines, *([""] if lines and problems else []), *problems])


def _as_json(read: ReadBnf) -> str:
    values = {"path": read.shown, **bnf_values(read.bnf), "findings": [as_value(f) for f in read.findings]}
    return json.dumps(values, indent=2)
