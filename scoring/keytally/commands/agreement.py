"""`keytally agreement`: print inter-annotator agreement."""

import argparse
from collections.abc import Sequence

from keytally.commands.arguments import add_options, add_output, add_project, add_quiet, given_options
from keytally.commands.main import CANNOT_RUN, say, show_page, without_gc
from keytally.runs.agreement import (
    DEFAULT_SEED,
    AgreementResult,
    StatedAgreement,
    agreement,
    stated_agreements,
)
from keytally.runs.agreement_text import agreement_csv
from keytally.runs.files import KeytallyError
from keytally.runs.settings import inferred_task
from keytally.text.json_text import indented_json
from keytally.text.rendering import printable

SUMMARY = "compute inter-annotator agreement"
DESCRIPTION = (
    "Compare the files of several annotators of one task, and print F of each pair, kappa, alpha, the most "
    "frequent confusions, and each disagreement with its positions. The files must have the format of a key "
    "or, in lexical substitution, the format of a response. Without files, compare the annotators that the "
    "[[adjudication]] tables of the nearest keytally.toml name."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the command-line arguments."""
    command.usage = (
        "keytally agreement [--task TASK] FILE... [--config CONFIG] [-O NAME=VALUE]... "
        "[--gamma] [--format text|json|csv] [-v]\n"
        "       keytally agreement [--task TASK] [--gamma] [--format text|json|csv] [-v]"
    )
    command.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help=(
            "an annotator's file; specify at least two, or one Label Studio or Prodigy export with several "
            "annotators"
        ),
    )
    command.add_argument(
        "--task",
        metavar="TASK",
        help=(
            "the task of the files, such as named_entity (default: inferred from the first file); without "
            "files, use only the [[adjudication]] tables of this task"
        ),
    )
    add_options(command)
    command.add_argument(
        "--gamma",
        action="store_true",
        help="also compute gamma of spans (Mathet et al. 2015), which takes longer",
    )
    command.add_argument(
        "--seed",
        type=int,
        default=DEFAULT_SEED,
        metavar="N",
        help=f"seed for the random sampling in gamma (default: {DEFAULT_SEED})",
    )
    command.add_argument(
        "--format", choices=("text", "json", "csv"), default="text", help="output format (default: text)"
    )
    command.add_argument(
        "-v",
        "--verbose",
        dest="verbose",
        action="store_true",
        help="also print F by document, class, slot and type, and details of each coefficient",
    )
    add_output(command)
    add_quiet(command)
    add_project(command)


OF_FILES = "needs FILE arguments; without them, the settings in keytally.toml apply"


@without_gc()
def run(arguments: argparse.Namespace) -> int:
    """Print the agreement and return the exit status. If no files are given, print the agreement for each
    adjudication table of the project.
    """
    if not arguments.files:
        return _run_stated(arguments)
    options = given_options(arguments)
    task = arguments.task or inferred_task(arguments.files, arguments.config, options)
    result = agreement(
        task,
        arguments.files,
        config=arguments.config,
        options=options,
        allow=arguments.allow,
        gamma=arguments.gamma,
        seed=arguments.seed,
    )
    say(*(f"warning: {warning}" for warning in result.warnings))
    if arguments.format == "json":
        print(indented_json(result.values))
    elif arguments.format == "csv":
        show_page(agreement_csv([(task, result.values)]))
    else:
        show_page(_page(result, arguments.verbose))
    return 0


def _run_stated(arguments: argparse.Namespace) -> int:
    """Print the agreement for each adjudication table of keytally.toml; return 2 if the agreement for one
    of them cannot be measured or if there are errors in the file.
    """
    if arguments.config or arguments.options:
        raise KeytallyError(f"{'--config' if arguments.config else '-O'} {OF_FILES}")
    stated = stated_agreements(arguments.task, arguments.allow, arguments.seed if arguments.gamma else None)
    found = stated.found
    say(*(f"warning: {line}" for line in stated.warnings), *stated.problems)
    for each in found:
        warnings = each.result.warnings if each.result is not None else ()
        say(*(f"warning: {each.name}: {warning}" for warning in warnings), *each.problems)
    measured = [(each, each.result) for each in found if each.result is not None]
    if arguments.format == "json":
        print(indented_json(_document(found)))
    elif arguments.format == "csv":
        show_page(agreement_csv([(each.name, result.values) for each, result in measured]))
    else:
        pages = (f"{printable(each.name)}\n{_page(result, arguments.verbose)}" for each, result in measured)
        show_page("\n".join(pages))
    return CANNOT_RUN if stated.problems or len(measured) < len(found) else 0


def _document(found: Sequence[StatedAgreement]) -> dict[str, object]:
    """Return the JSON document: the measured adjudications, and the remaining adjudications with their
    problems.
    """
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
    return text.rstrip("\n") + "\n"
