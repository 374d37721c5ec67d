"""`keytally report`: generate an HTML report about one or more responses."""

import argparse

from keytally.commands.arguments import (
    add_force,
    add_options,
    add_project,
    add_quiet,
    are_configurations,
    given_options,
)
from keytally.commands.main import say, show_data
from keytally.runs.files import KeytallyError
from keytally.runs.project import project_at, project_folder
from keytally.runs.report import ReportResult, make_project_report, report, report_configurations
from keytally.text.rendering import printable

SUMMARY = "generate an HTML report"
DESCRIPTION = (
    "Score responses against one key, and generate an HTML page that works offline, with the scores, the "
    "differences by slot and by document, and the texts side by side with their marks. Without files, "
    "report on the responses of the project, if it has only one key."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally report [--task TASK] KEY RESPONSE... -o FILE.html [--config CONFIG] [OPTIONS]\n"
        "       keytally report CONFIG... -o FILE.html [OPTIONS]\n"
        "       keytally report -o FILE.html [OPTIONS]"
    )
    command.add_argument(
        "files", nargs="*", metavar="FILE", help="a key and its responses, or configurations"
    )
    command.add_argument(
        "-o", "--output", required=True, metavar="FILE.html", help="the HTML file to write, or - for stdout"
    )
    command.add_argument("--task", metavar="TASK", help="the task (default: inferred from the key)")
    add_options(command)
    command.add_argument(
        "--links",
        choices=("vscode", "file", "none"),
        default="vscode",
        help=(
            "where links to positions open: in VS Code or in the browser; with none, there are no links "
            "(default: vscode)"
        ),
    )
    command.add_argument("--only-differences", action="store_true", help="omit texts that agree with the key")
    add_quiet(command)
    add_force(command, "a report")
    add_project(command)


_OF_ONE_KEY = {"task": "--task", "config": "--config", "options": "-O"}
NO_RESPONSE = "specify a key and at least one response, key first, or configurations"


def run(arguments: argparse.Namespace) -> int:
    """Write the page and print its path; without an output file, print the page itself."""
    result = _result(arguments)
    say(*(f"warning: {note}" for note in result.page.notes))
    if arguments.output is None:
        show_data(result.html)
        return 0
    print(printable(f"wrote {result.write(arguments.output, force=arguments.force)}"))
    return 0


def _result(arguments: argparse.Namespace) -> ReportResult:
    if not arguments.files:
        return _of_project(arguments)
    options = given_options(arguments)
    if are_configurations(arguments):
        return report_configurations(
            arguments.files,
            options=options,
            allow=arguments.allow,
            links=arguments.links,
            only_differences=arguments.only_differences,
        )
    key, *responses = arguments.files
    if not responses:
        raise KeytallyError(NO_RESPONSE)
    return report(
        key,
        responses,
        task=arguments.task,
        config=arguments.config,
        options=options,
        allow=arguments.allow,
        links=arguments.links,
        only_differences=arguments.only_differences,
    )


def _of_project(arguments: argparse.Namespace) -> ReportResult:
    given = [shown for name, shown in _OF_ONE_KEY.items() if getattr(arguments, name)]
    if given:
        raise KeytallyError(f"{given[0]} applies to a single key; specify the key and its responses")
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings))
    return make_project_report(project, arguments.links, arguments.only_differences)
