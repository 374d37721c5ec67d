"""`keytally compare`: prints which responses to one key differ beyond chance."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from keytally.batch.compare import compare, compare_configurations
from keytally.batch.compare_result import CompareResult
from keytally.batch.compared_systems import Details
from keytally.batch.errors import KeytallyError
from keytally.cli.compare_shares import over_processes
from keytally.cli.configuration_files import are_configurations
from keytally.cli.given_options import given_options
from keytally.cli.main import CANNOT_RUN, say
from keytally.cli.pages import show_page
from keytally.comparison.procedure import Procedure
from keytally.text.indented_json import indented_json
from keytally.text.printable import printable

if TYPE_CHECKING:
    from keytally.comparison.condition import Condition


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison; returns 1 if the condition of --fail-if holds for a response, else 0.

    Without files the responses of each key of the project are compared; it is 2 if some cannot be.
    """
    fails = _condition(arguments.fail_if) if arguments.fail_if is not None else None
    if not arguments.files:
        from keytally.cli.compare_project import compare_all  # noqa: PLC0415 - only a project pays for it

        compared = compare_all(arguments, _procedure(arguments), _details(arguments))
        failed = [line for each in compared.results for line in _failed(each, fails, arguments.fail_if)]
        say(*failed)
        return CANNOT_RUN if compared.has_failed else int(bool(failed))
    result = _result(arguments)
    say(*(f"warning: {warning}" for warning in result.warnings))
    show_page(_page(result, arguments.format))
    failed = _failed(result, fails, arguments.fail_if)
    say(*failed)
    return int(bool(failed))


def _condition(text: str) -> "Condition":
    from keytally.comparison.condition import ConditionError, condition  # noqa: PLC0415 - few ask for it

    try:
        return condition(text)
    except ConditionError as error:
        raise KeytallyError(f"--fail-if: {error}") from error


def _procedure(arguments: argparse.Namespace) -> Procedure:
    is_bootstrap = arguments.test == "bootstrap"
    return Procedure(arguments.trials, arguments.seed, arguments.level, is_bootstrap, arguments.holm)


def _details(arguments: argparse.Namespace) -> Details:
    return Details(arguments.changes, arguments.by or "")


def _result(arguments: argparse.Namespace) -> CompareResult:
    procedure, details = _procedure(arguments), _details(arguments)
    options = given_options(arguments)
    if are_configurations(arguments):
        return compare_configurations(
            arguments.files,
            options=options,
            allow=arguments.allow,
            baseline=arguments.baseline,
            procedure=procedure,
            details=details,
            spread=over_processes(arguments.processes),
        )
    key, *responses = arguments.files
    return compare(
        key,
        responses,
        task=arguments.task,
        config=arguments.config,
        options=options,
        allow=arguments.allow,
        baseline=arguments.baseline,
        procedure=procedure,
        details=details,
        spread=over_processes(arguments.processes),
    )


def _page(result: CompareResult, form: str) -> str:
    """The comparison in the wanted format."""
    if form == "json":
        return f"{indented_json(result.values)}\n"
    from keytally.comparison.table import FORMATS  # noqa: PLC0415 - needs what only a comparison has loaded

    return FORMATS[form](result.tables)


def _failed(result: CompareResult, fails: "Condition | None", text: str) -> list[str]:
    """A line for each response for which the condition holds, if there is one."""
    return [] if fails is None else list(_failures(result, fails, text))


def _failures(result: CompareResult, fails: "Condition", text: str) -> Iterator[str]:
    """A line for each response for which the condition holds."""
    p_of = {frozenset((pair.a, pair.b)): pair.p for pair in result.comparison.pairs}
    baseline = next(each for each in result.comparison.systems if each.name == result.baseline)
    for system in result.comparison.systems:
        if system is baseline:
            continue
        values = {
            "f": system.value,
            "recall": system.recall,
            "precision": system.value if system.precision is None else system.precision,
            "baseline": baseline.value,
            "difference": system.value - baseline.value,
            "p": p_of[frozenset((system.name, baseline.name))],
        }
        if fails(values):
            told = f"{result.measure} {system.value:.2f}, baseline {baseline.value:.2f}, p {values['p']:.4f}"
            yield printable(f"{system.name}: {text} ({told})")
