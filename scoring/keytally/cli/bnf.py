"""`keytally bnf`: what is understood of a BNF, and what is not."""

import argparse
import json

from keytally.batch.bnf import ReadBnf, understood
from keytally.evaluations.muc.formats.bnf.description import bnf_values, described
from keytally.findings.outputs.concise import line_of
from keytally.findings.outputs.json import as_value

FOUND = 1


def run(arguments: argparse.Namespace) -> int:
    """Print; returns 0 for a BNF that was understood, 1 for one with findings."""
    read = understood(arguments.bnf)
    print(_as_json(read) if arguments.format == "json" else _as_text(read))
    return FOUND if read.findings else 0


def _as_text(read: ReadBnf) -> str:
    lines = list(described(read.bnf))
    problems = [line_of(finding) for finding in read.findings]
    return "\n".join([f"{read.shown}: {lines[0]}", *lines[1:], *([""] if problems else []), *problems])


def _as_json(read: ReadBnf) -> str:
    values = {"path": read.shown, **bnf_values(read.bnf), "findings": [as_value(f) for f in read.findings]}
    return json.dumps(values, indent=2)
