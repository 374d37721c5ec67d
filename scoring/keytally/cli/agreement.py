"""`keytally agreement`: prints the agreement of annotators."""

import argparse
import json

from keytally.batch.agreement import agreement
from keytally.batch.agreement_csv import agreement_csv
from keytally.batch.agreement_result import AgreementResult
from keytally.batch.errors import KeytallyError, readable_settings
from keytally.cli.main import say
from keytally.evaluations.registry import read_option
from keytally.text.printable import printable_page


def run(arguments: argparse.Namespace) -> int:
    """Print the agreement; returns the exit status."""
    result = _result(arguments)
    say(*(f"warning: {warning}" for warning in result.warnings))
    print(_page(result, arguments.format), end="")
    return 0


def _result(arguments: argparse.Namespace) -> AgreementResult:
    if arguments.task is None:
        raise KeytallyError("give the task of the files: --task TASK")
    with readable_settings():
        options = [read_option(option) for option in arguments.options]
    return agreement(
        arguments.task, arguments.files, config=arguments.config, options=options, allow=arguments.allow
    )


def _page(result: AgreementResult, form: str) -> str:
    if form == "json":
        return json.dumps(result.values, indent=2) + "\n"
    if form == "csv":
        return agreement_csv(result.values)
    return printable_page(result.text.rstrip("\n")) + "\n"
