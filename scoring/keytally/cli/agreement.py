"""`keytally agreement`: prints the agreement of annotators."""

import argparse
from collections.abc import Sequence

from keytally.batch.agreement import agreement
from keytally.batch.agreement_csv import agreement_csv
from keytally.batch.agreement_result import AgreementResult
from keytally.batch.errors import KeytallyError
from keytally.batch.settings import task_told
from keytally.batch.stated_agreement import StatedAgreement, stated_agreements
from keytally.cli.collector import at_rest
from keytally.cli.given_options import given_options
from keytally.cli.main import CANNOT_RUN, say
from keytally.text.indented_json import indented_json
from keytally.text.printable import printable, printable_page

OF_FILES = "is about files that are given; keytally.toml has the settings of its own"


@at_rest()
def run(arguments: argparse.Namespace) -> int:
    """Print the agreement; returns the exit status. Without files those of the project are compared."""
    if not arguments.files:
        return _run_stated(arguments)
    options = given_options(arguments)
    task = arguments.task or task_told(arguments.files, arguments.config, options)
    result = agreement(task, arguments.files, config=arguments.config, options=options, allow=arguments.allow)
    say(*(f"warning: {warning}" for warning in result.warnings))
    if arguments.format == "json":
        print(indented_json(result.values))
    elif arguments.format == "csv":
        print(agreement_csv([(task, result.values)]), end="")
    else:
        print(_page(result, arguments.verbose), end="")
    return 0


def _run_stated(arguments: argparse.Namespace) -> int:
    """Print the agreement of each table of keytally.toml; returns 2 if one cannot be measured as stated."""
    if arguments.config or arguments.options:
        raise KeytallyError(f"{'--config' if arguments.config else '-O'} {OF_FILES}")
    stated = stated_agreements(arguments.task, arguments.allow)
    found = stated.found
    say(*(f"warning: {line}" for line in stated.warnings), *stated.problems)
    for each in found:
        warnings = each.result.warnings if each.result is not None else ()
        say(*(f"warning: {each.name}: {warning}" for warning in warnings), *each.problems)
    measured = [(each, each.result) for each in found if each.result is not None]
    if arguments.format == "json":
        print(indented_json(_document(found)))
    elif arguments.format == "csv":
        print(agreement_csv([(each.name, result.values) for each, result in measured]), end="")
    else:
        print(
            "\n".join(
                f"{printable(each.name)}\n{_page(result, arguments.verbose)}" for each, result in measured
            ),
            end="",
        )
    return CANNOT_RUN if stated.problems or len(measured) < len(found) else 0


def _document(found: Sequence[StatedAgreement]) -> dict[str, object]:
    """The JSON document: what is measured, and what cannot be with its problems."""
    return {
        "adjudications": [{"name": each.name, **each.result.values} for each in found if each.result],
        "unmeasured": [
            {"name": each.name, "task": each.adjudication.task, "problems": list(each.problems)}
            for each in found
            if not each.result
        ],
    }


def _page(result: AgreementResult, is_long: bool) -> str:
    text = result.long_text if is_long else result.text
    return printable_page(text.rstrip("\n")) + "\n"
