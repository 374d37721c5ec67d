"""`keytally compare`: test whether responses to the same key differ significantly."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from keytally.commands.arguments import (
    add_options,
    add_output,
    add_processes,
    add_project,
    add_quiet,
    are_configurations,
    given_options,
)
from keytally.commands.main import CANNOT_RUN, say, show_page, show_progress, without_gc
from keytally.commands.processes import parallel_map
from keytally.comparison.procedure import Procedure
from keytally.runs.compare import (
    CompareResult,
    Details,
    KeyComparison,
    Spread,
    TakenScore,
    Taking,
    compare,
    compare_configurations,
    comparisons,
)
from keytally.runs.files import KeytallyError
from keytally.runs.project import project_at, project_folder
from keytally.text.json_text import indented_json
from keytally.text.rendering import printable

if TYPE_CHECKING:
    from keytally.comparison.condition import Condition


SUMMARY = "test whether systems differ significantly"
DESCRIPTION = (
    "Score several responses against one key, and test which of them differ significantly: by default with "
    "approximate randomisation over documents, as in the MUC conferences. Without files, compare the "
    "responses of each key of the project."
)


def add(command: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    command.usage = (
        "keytally compare [--task TASK] KEY RESPONSE RESPONSE... [--config CONFIG] [OPTIONS]\n"
        "       keytally compare CONFIG CONFIG... [OPTIONS]\n"
        "       keytally compare [OPTIONS]"
    )
    command.add_argument(
        "files", nargs="*", metavar="FILE", help="a key and its responses, or configurations"
    )
    command.add_argument("--task", metavar="TASK", help="the task (default: inferred from the key)")
    add_options(command)
    command.add_argument(
        "--baseline", metavar="RESPONSE", help="the response to compare the others with (default: the first)"
    )
    _add_procedure(command)
    _add_output(command)
    add_processes(command, "score responses")
    add_output(command)
    add_quiet(command)
    add_project(command)


def _add_procedure(command: argparse.ArgumentParser) -> None:
    """Declare the options of the significance test."""
    command.add_argument(
        "--trials",
        type=int,
        default=9999,
        metavar="N",
        help="number of shuffles or resamples (default: 9999)",
    )
    command.add_argument(
        "--seed", type=int, default=12345, metavar="N", help="seed of the random numbers (default: 12345)"
    )
    command.add_argument(
        "--level", type=float, default=0.05, metavar="P", help="significance level (default: 0.05)"
    )
    command.add_argument(
        "--test",
        choices=("randomisation", "bootstrap"),
        default="randomisation",
        help="the significance test (default: randomisation)",
    )
    command.add_argument(
        "--holm", action="store_true", help="correct p-values for the number of pairs by Holm's method"
    )


def _add_output(command: argparse.ArgumentParser) -> None:
    """Declare the options of the output."""
    command.add_argument(
        "--fail-if",
        metavar="CONDITION",
        help=(
            "exit with code 1 if this condition, such as 'f < baseline - 0.5 and p < 0.05', holds for a "
            "response other than the baseline"
        ),
    )
    command.add_argument(
        "--changes", action="store_true", help="list the items whose verdicts differ from the baseline's"
    )
    command.add_argument(
        "--by",
        choices=("document", "class", "slot", "type", "section"),
        help="also print F for each document, class, slot, type or section",
    )
    command.add_argument(
        "--format",
        choices=("text", "json", "markdown", "csv", "latex"),
        default="text",
        help="output format (default: text)",
    )


def over_processes(processes: int) -> Spread:
    """Return a function that runs jobs in that many processes and shows how many responses have been
    scored.
    """

    def scores(takings: Sequence[Taking]) -> Iterable[TakenScore]:
        return show_progress(parallel_map(_take, takings, processes), len(takings), "responses")

    return scores


def _take(taking: Taking) -> TakenScore:
    """Score one response with garbage collection paused."""
    with without_gc():
        return taking()


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison; return 1 if the condition of --fail-if holds for a response, otherwise 0.

    Without files, compare the responses to each key of the project; return 2 if the responses to any key
    cannot be compared.
    """
    fails = _condition(arguments.fail_if) if arguments.fail_if is not None else None
    if not arguments.files:
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
    """Return the comparison in the requested format."""
    if form == "json":
        return f"{indented_json(result.values)}\n"
    from keytally.text.tables import FORMATS  # noqa: PLC0415 - its imports are already loaded by a comparison

    return FORMATS[form](result.tables)


def _failed(result: CompareResult, fails: "Condition | None", text: str) -> list[str]:
    """Return a line for each response that meets the condition of --fail-if, if there is one."""
    return [] if fails is None else list(_failures(result, fails, text))


def _failures(result: CompareResult, fails: "Condition", text: str) -> Iterator[str]:
    """Yield a line for each response that meets the condition."""
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


_OF_ONE_KEY = {"task": "--task", "config": "--config", "options": "-O"}


class Compared:
    """The result of a run: the comparisons, and the keys that could not be compared."""

    def __init__(self, found: Sequence[KeyComparison], problems: Sequence[str]) -> None:
        self.results = [each.result for each in found if each.result is not None]
        self._found = found
        self._problems = problems

    def tell(self) -> None:
        """Print warnings and problems on stderr, without duplicates."""
        lines = dict.fromkeys(f"warning: {line}" for result in self.results for line in result.warnings)
        problems = dict.fromkeys(line for each in self._found for line in each.problems)
        say(*lines, *problems)

    @property
    def has_failed(self) -> bool:
        """Return whether a key cannot be compared."""
        return bool(self._problems) or any(each.problems for each in self._found)

    def page(self, form: str) -> str:
        """Return all comparisons in a format."""
        if form == "json":
            return f"{indented_json(self._document())}\n"
        from keytally.text.tables import FORMATS, Table  # noqa: PLC0415 - see above

        tables: list[Table] = []
        for each in self._found:
            if each.result is not None:
                first, *others = each.result.tables
                tables += [first._replace(title=f"{each.key}: {first.title}"), *others]
        return FORMATS[form](tables)

    def _document(self) -> dict[str, Any]:
        done = [{"key": each.key, **each.result.values} for each in self._found if each.result is not None]
        left = [
            {"key": each.key, "task": each.task, "problems": list(each.problems)}
            for each in self._found
            if each.problems
        ]
        return {"comparisons": done, "uncompared": left}


def compare_all(arguments: argparse.Namespace, procedure: Procedure, details: Details) -> Compared:
    """Compare the responses to each key of the project and print the results. Raises KeytallyError if
    there is nothing to compare.
    """
    given = [shown for name, shown in _OF_ONE_KEY.items() if getattr(arguments, name)]
    if given:
        raise KeytallyError(f"{given[0]} applies to a single key; specify the key and its responses")
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings), *project.problems)
    spread = over_processes(arguments.processes)
    found = list(comparisons(project, arguments.baseline, procedure, details, spread))
    compared = Compared(found, project.problems)
    compared.tell()
    show_page(compared.page(arguments.format))
    return compared
