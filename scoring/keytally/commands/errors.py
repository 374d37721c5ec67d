"""`keytally errors`: classify errors, and print the fixes with the highest gain."""

import argparse
from collections.abc import Iterator
from typing import Any

from keytally.commands.arguments import (
    add_options,
    add_output,
    add_project,
    add_quiet,
    check_configuration,
    given_options,
)
from keytally.commands.main import CANNOT_RUN, say, show_page, show_progress
from keytally.commands.score import KEY_AS_RESPONSE, ONE_PAIR, is_key_as_response
from keytally.runs.error_analysis import ErrorsResult, PairErrors, errors, errors_configuration, pair_errors
from keytally.runs.files import KeytallyError
from keytally.runs.project import Project, project_at, project_folder
from keytally.text.json_text import indented_json
from keytally.text.tables import FORMATS, Table

SUMMARY = "classify errors and compute the score gain from fixing each"
DESCRIPTION = (
    "Score a response against its key, assign each difference to a class, and compute the score gain from "
    "fixing each class and each individual error, by scoring the corrected response. Without files, analyse "
    "each pair of the project."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the command-line arguments."""
    command.usage = (
        "keytally errors CONFIG [OPTIONS]\n"
        "       keytally errors [--task TASK] KEY RESPONSE [--config CONFIG] [OPTIONS]\n"
        "       keytally errors [OPTIONS]"
    )
    command.add_argument("files", nargs="*", metavar="FILE", help="a configuration; or a key and a response")
    command.add_argument("--task", metavar="TASK", help="the task (default: inferred from the key)")
    add_options(command)
    command.add_argument(
        "--top", type=int, default=10, metavar="N", help="number of fixes to rank (default: 10)"
    )
    command.add_argument(
        "--class",
        dest="classes",
        action="append",
        default=[],
        metavar="CLASS",
        help="list and rank only differences of this class; may be repeated",
    )
    command.add_argument(
        "--format",
        choices=("text", "json", "markdown", "csv"),
        default="text",
        help="output format (default: text)",
    )
    add_output(command)
    add_quiet(command)
    add_project(command)


CONFIG_ALONE = "a configuration specifies its own task, key and response; omit --task and --config"


def run(arguments: argparse.Namespace) -> int:
    """Print the error analysis and return 0. Without files, print the analysis of each pair in the
    project.
    """
    if not arguments.files:
        return run_project(arguments)
    result = _result(arguments)
    say(*(f"warning: {warning}" for warning in result.warnings))
    if is_key_as_response(result.score):
        say(KEY_AS_RESPONSE)
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


_OF_ONE_PAIR = {"task": "--task", "config": "--config", "options": "-O"}
_NAMES = ("KEY FILE", "RESPONSE FILE")
"""The columns that name the pair of a row of values."""


def run_project(arguments: argparse.Namespace) -> int:
    """Print the error analysis of each pair; return 2 if a pair cannot be analysed or if the project files
    contain errors, otherwise 0.
    """
    given = [shown for name, shown in _OF_ONE_PAIR.items() if getattr(arguments, name)]
    if given:
        raise KeytallyError(f"{given[0]} applies to a single pair; specify its key and its response")
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings), *project.problems)
    told = _PairOutput(arguments.format)
    for each in _watched(project, arguments):
        told.take(each)
    show_page(told.page)
    return CANNOT_RUN if project.problems or told.has_failed else 0


def _watched(project: Project, arguments: argparse.Namespace) -> Iterator[PairErrors]:
    found = pair_errors(project, arguments.top, arguments.classes)
    return show_progress(found, len(project.pairs), "pairs")


class _PairOutput:
    """The output for pairs in one format; data that the format does not need is discarded."""

    def __init__(self, form: str) -> None:
        self._form = form
        self._tables: list[Table] = []
        self._document: dict[str, list[dict[str, Any]]] = {"pairs": [], "unanalysed": []}
        self._lines: set[str] = set()
        self.has_failed = False

    def take(self, found: PairErrors) -> None:
        """Add a pair; print its warnings and problems immediately, each line only once."""
        warnings = () if found.result is None else found.result.warnings
        for line in (*(f"warning: {warning}" for warning in warnings), *found.problems):
            if line not in self._lines:
                self._lines.add(line)
                say(line)
        self.has_failed = self.has_failed or found.result is None
        if self._form == "json":
            self._add_values(found)
        elif found.result is not None:
            self._tables += self._named(found, found.result.tables)

    def _add_values(self, found: PairErrors) -> None:
        names = {"key": found.key, "response": found.response, "task": found.task}
        if found.result is None:
            self._document["unanalysed"].append({**names, "problems": list(found.problems)})
        else:
            told = {"errors": found.result.values, "warnings": list(found.result.warnings)}
            self._document["pairs"].append({**names, **told})

    def _named(self, found: PairErrors, tables: list[Table]) -> list[Table]:
        """Return the tables with the names of the pair: in each row for CSV, otherwise in the first title."""
        if self._form == "csv":
            names = found.key, found.response
            return [
                table._replace(columns=(*_NAMES, *table.columns), rows=[(*names, *row) for row in table.rows])
                for table in tables
            ]
        first, *others = tables
        return [first._replace(title=f"{found.key}, {found.response}: {first.title}"), *others]

    @property
    def page(self) -> str:
        """Return all pairs in the format."""
        if self._form == "json":
            return f"{indented_json(self._document)}\n"
        return FORMATS[self._form](self._tables)
