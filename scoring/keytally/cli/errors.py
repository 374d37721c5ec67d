"""`keytally errors`: prints the differences of a response in classes, and the repairs that gain most."""

import argparse

from keytally.batch.error_analysis import errors, errors_configuration
from keytally.batch.errors import KeytallyError
from keytally.batch.errors_result import ErrorsResult
from keytally.cli.given_options import given_options
from keytally.cli.main import say
from keytally.cli.one_file import check_configuration
from keytally.cli.pages import show_page
from keytally.cli.score import ONE_PAIR
from keytally.comparison.table import FORMATS
from keytally.text.indented_json import indented_json

CONFIG_ALONE = "a configuration names its own task, key and response; leave out --task and --config"


def run(arguments: argparse.Namespace) -> int:
    """Print the differences; returns 0. Without files those of each pair of the project are printed."""
    if not arguments.files:
        from keytally.cli.errors_project import run as run_project  # noqa: PLC0415 - only a project pays for it

        return run_project(arguments)
    result = _result(arguments)
    say(*(f"warning: {warning}" for warning in result.warnings))
    if arguments.format == "json":
        page = f"{indented_json(result.values)}\n"
    else:
        page = FORMATS[arguments.format](result.tables)
    show_page(page)
    return 0


def _result(arguments: argparse.Namespace) -> ErrorsResult:
    options = given_options(arguments)
    if len(arguments.files) > 2:
        raise KeytallyError(ONE_PAIR)
    if len(arguments.files) == 1:
        if arguments.task or arguments.config:
            raise KeytallyError(CONFIG_ALONE)
        check_configuration(arguments.files[0])
        return errors_configuration(
            arguments.files[0],
            options=options,
            allow=arguments.allow,
            top=arguments.top,
            classes=arguments.classes,
        )
    return errors(
        *arguments.files,
        task=arguments.task,
        config=arguments.config,
        options=options,
        allow=arguments.allow,
        top=arguments.top,
        classes=arguments.classes,
    )
