"""`keytally score`: print a score and write its reports."""

import argparse
import os
import sys

from keytally.batch.errors import KeytallyError
from keytally.batch.request import Request, requested, requested_by_configuration, telling_oddities
from keytally.batch.score import scored
from keytally.batch.score_result import ScoreResult
from keytally.cli.collector import at_rest
from keytally.cli.given_options import given_options
from keytally.cli.main import say
from keytally.cli.one_file import check_configuration
from keytally.cli.pages import show_page
from keytally.cli.progress import watched_documents
from keytally.text.printable import printable

CONFIG_AND_TASK = (
    "one file is read as a configuration, which names its own task, key and response; "
    "give a key and a response, and where there is a configuration give it as --config"
)

ONE_PAIR = "give one configuration, or a key and a response: the key stands first"


def run(arguments: argparse.Namespace) -> int:
    """Score, write the reports, print; returns the exit status. Without files the project is scored."""
    if not arguments.files:
        from keytally.cli.score_project import run as run_project  # noqa: PLC0415 - only a project pays for it

        return run_project(arguments)
    with at_rest():
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    result = _result(arguments)
    say(*(f"warning: {warning}" for warning in result.warnings))
    if arguments.report_dir is not None:
        written = result.write_reports(arguments.report_dir)
        if not written:
            say(f"warning: nothing is written below {arguments.report_dir}: {result.task} has no reports")
    elif len(arguments.files) == 1:
        written = result.write_configured_reports()
    else:
        written = []
    if arguments.format == "json":
        from keytally.text.indented_json import indented_json  # noqa: PLC0415 - only JSON pays for it

        print(indented_json(result.values))
        return 0
    show_page(result.text(verbose=arguments.verbose))
    if arguments.verbose and result.is_marked:
        print(f"\n{result.marked(colour=sys.stdout.isatty() and 'NO_COLOR' not in os.environ)}")
    for path in written:
        print(printable(f"wrote {path}"))
    return 0


def _result(arguments: argparse.Namespace) -> ScoreResult:
    options = given_options(arguments)
    if len(arguments.files) == 1:
        if arguments.task or arguments.config or arguments.texts:
            raise KeytallyError(CONFIG_AND_TASK)
        check_configuration(arguments.files[0])
        request = requested_by_configuration(
            arguments.files[0], options=options, strict=arguments.strict, allow=arguments.allow
        )
        with telling_oddities(request):
            return _scored(request, 1)
    if len(arguments.files) > 2:
        raise KeytallyError(ONE_PAIR)
    request = requested(
        *arguments.files,
        task=arguments.task,
        config=arguments.config,
        texts=arguments.texts,
        options=options,
        encoding=None,
        strict=arguments.strict,
        allow=arguments.allow,
    )
    needs_files = arguments.verbose or arguments.report_dir is not None
    in_short = arguments.format == "text" and not needs_files
    return _scored(request, 1 if needs_files else arguments.processes, in_short=in_short)


def _scored(request: Request, processes: int, *, in_short: bool = False) -> ScoreResult:
    if processes > 1:
        from keytally.cli.score_shares import score_in  # noqa: PLC0415 - one process needs none of it

        return score_in(request, processes, in_short=in_short)
    return scored(request, watched_documents, in_short=in_short)
