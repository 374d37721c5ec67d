"""`keytally report`: writes a page about one response or several."""

import argparse
from pathlib import Path

from keytally.batch.errors import KeytallyError, readable_settings
from keytally.batch.files import beginning_of
from keytally.batch.report import report, report_configurations
from keytally.batch.report_result import ReportResult
from keytally.cli.main import say
from keytally.evaluations.registry import configurations, read_option
from keytally.text.printable import printable
from keytally.text.regular import is_file

MIXED = "give a key and its responses, or configurations only"
NO_RESPONSE = "give a key and at least one response, the key first; or configurations"


def run(arguments: argparse.Namespace) -> int:
    """Write the page, and say where it is."""
    result = _result(arguments)
    say(*(f"warning: {note}" for note in result.page.notes))
    print(printable(f"wrote {result.write(arguments.output)}"))
    return 0


def _result(arguments: argparse.Namespace) -> ReportResult:
    with readable_settings():
        options = [read_option(option) for option in arguments.options]
    if _is_configuration(arguments.files[0]):
        if arguments.task or arguments.config or not all(map(_is_configuration, arguments.files)):
            raise KeytallyError(MIXED)
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


def _is_configuration(file: str) -> bool:
    path = Path(file)
    return is_file(path) and any(each.is_configuration(beginning_of(path)) for each in configurations())
