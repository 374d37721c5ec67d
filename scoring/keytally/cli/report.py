"""`keytally report`: writes a page about one response or several."""

import argparse

from keytally.batch.errors import KeytallyError
from keytally.batch.project import project_at, project_folder
from keytally.batch.report import report, report_configurations
from keytally.batch.report_project import reported_project
from keytally.batch.report_result import ReportResult
from keytally.cli.configuration_files import are_configurations
from keytally.cli.given_options import given_options
from keytally.cli.main import say
from keytally.text.printable import printable

_OF_ONE_KEY = {"task": "--task", "config": "--config", "options": "-O"}
NO_RESPONSE = "give a key and at least one response, the key first; or configurations"


def run(arguments: argparse.Namespace) -> int:
    """Write the page, and say where it is."""
    result = _result(arguments)
    say(*(f"warning: {note}" for note in result.page.notes))
    print(printable(f"wrote {result.write(arguments.output)}"))
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
        raise KeytallyError(f"{given[0]} is about one key; name it and its responses")
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings))
    return reported_project(project, arguments.links, arguments.only_differences)
