"""`keytally score`: print a score and write its reports."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from keytally.commands.arguments import (
    add_force,
    add_options,
    add_output,
    add_processes,
    add_project,
    add_quiet,
    check_configuration,
    given_options,
)
from keytally.commands.main import (
    say,
    show_data,
    show_document_progress,
    show_page,
    use_colour,
    without_gc,
)
from keytally.families.registry import options_of
from keytally.runs.files import KeytallyError
from keytally.runs.request import Request, request_by_configuration, request_for, with_configuration_warnings
from keytally.runs.score import score_request
from keytally.runs.score_result import ScoreResult
from keytally.text.rendering import printable

SUMMARY = "score a response against its key"
DESCRIPTION = (
    "Score the key and the response that a MUC configuration names, and write the reports that it names; or "
    "score a key and a response with the settings of the nearest keytally.toml. Without files, score all "
    "pairs of the project: the directory of the nearest keytally.toml, or the current directory if there is "
    "none."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally score CONFIG [OPTIONS]\n"
        "       keytally score [--task TASK] KEY RESPONSE [--config CONFIG] [--texts FILE] [-j N] [OPTIONS]\n"
        "       keytally score [-j N] [--format text|json] [--strict]"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="a configuration; or a key and a response")
    command.add_argument(
        "--task", metavar="TASK", help="the task, such as named_entity (default: inferred from the key)"
    )
    add_options(command)
    command.add_argument(
        "--texts", metavar="FILE", help="the unannotated texts that the key and the response were made from"
    )
    reports = command.add_mutually_exclusive_group()
    reports.add_argument("--report-dir", metavar="DIR", help="write the reports to this directory")
    reports.add_argument(
        "--no-reports", action="store_true", help="do not write the reports that a configuration names"
    )
    command.add_argument(
        "--format", choices=("text", "json"), default="text", help="output format (default: text)"
    )
    command.add_argument(
        "-v",
        "--verbose",
        action="count",
        default=0,
        help=(
            "also print the scores of each document and the marked response; with -vv, also print further "
            "details that the task provides"
        ),
    )
    command.add_argument(
        "--strict",
        action="store_true",
        help=(
            "fail if parts of the key or the response cannot be read, or if the response has a different text"
        ),
    )
    add_output(command)
    add_quiet(command)
    add_force(command, "a report")
    add_project(command)
    add_processes(command, "score the pairs of a project and the documents of large pairs")


CONFIG_AND_TASK = (
    "a single file is read as a configuration, which specifies its own task, key and response; "
    "to use --task, --config or --texts, specify a key and a response"
)

ONE_PAIR = "specify one configuration, or a key and a response, key first"


def run(arguments: argparse.Namespace) -> int:
    """Score, write the reports, print the score, and return the exit status; without files, score the
    project.
    """
    if not arguments.files:
        from keytally.commands.score_project import run_project  # noqa: PLC0415 - only a project pays for it

        return run_project(arguments)
    with without_gc():
        return _run(arguments)


def _run(arguments: argparse.Namespace) -> int:
    result = _result(arguments)
    say(*(f"warning: {warning}" for warning in result.warnings))
    if is_key_as_response(result):
        say(KEY_AS_RESPONSE)
    try:
        written = _write_reports(result, arguments)
    except KeytallyError:
        if arguments.report_dir is None:
            _print(result, arguments)
        raise
    _print(result, arguments)
    if arguments.format == "text":
        for path in written:
            print(printable(f"wrote {path}"))
    return 0


KEY_AS_RESPONSE = (
    "note: a key is scored as a response, so its alternatives and optional items count as errors; "
    "to compare two keys, use -O scoring_method=key2key"
)


def is_key_as_response(result: ScoreResult) -> bool:
    """Return whether a key that is scored against itself gets less than 100, in a task that can also
    compare two keys.
    """
    pair = result.pair
    if pair.key != pair.response or pair.both_keys or result.headline >= 100:
        return False
    method = options_of(result.task).table.get("scoring_method")
    return method is not None and "key2key" in map(str.lower, method.choices)


def _write_reports(result: ScoreResult, arguments: argparse.Namespace) -> Sequence[Path]:
    """Write the requested reports, and return their paths."""
    if arguments.report_dir is not None:
        written = result.write_reports(arguments.report_dir, force=arguments.force)
        if not written:
            say(f"warning: nothing was written to {arguments.report_dir}: {result.task} has no reports")
        return written
    if len(arguments.files) == 1 and not arguments.no_reports:
        return result.write_configured_reports(force=arguments.force)
    return ()


def _print(result: ScoreResult, arguments: argparse.Namespace) -> None:
    """Print the score in the requested format."""
    if arguments.format == "json":
        from keytally.text.json_text import indented_json  # noqa: PLC0415 - only JSON pays for it

        print(indented_json(result.values))
        return
    show = show_data if result.prints_as_program else show_page
    show(result.text(verbose=arguments.verbose))
    if arguments.verbose and result.is_marked:
        print(f"\n{result.marked(colour=use_colour())}")


def _result(arguments: argparse.Namespace) -> ScoreResult:
    options = given_options(arguments)
    if len(arguments.files) == 1:
        if arguments.task or arguments.config or arguments.texts:
            raise KeytallyError(CONFIG_AND_TASK)
        check_configuration(arguments.files[0])
        request = request_by_configuration(
            arguments.files[0], options=options, strict=arguments.strict, allow=arguments.allow
        )
        with with_configuration_warnings(request):
            return _scored(request, 1)
    if len(arguments.files) > 2:
        raise KeytallyError(ONE_PAIR)
    request = request_for(
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
        from keytally.commands.score_project import score_in_processes  # noqa: PLC0415 - one process needs none of it

        return score_in_processes(request, processes, in_short=in_short)
    return score_request(request, show_document_progress, in_short=in_short)
