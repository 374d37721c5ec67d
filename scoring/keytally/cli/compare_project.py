"""`keytally compare` without files: the responses of each key of the project that has several."""

import argparse
from collections.abc import Sequence
from typing import Any

from keytally.batch.compare_project import KeyComparison, comparisons
from keytally.batch.compared_systems import Details
from keytally.batch.errors import KeytallyError
from keytally.batch.project import project_at, project_folder
from keytally.cli.compare_shares import over_processes
from keytally.cli.main import say
from keytally.cli.pages import show_page
from keytally.comparison.procedure import Procedure
from keytally.text.indented_json import indented_json

_OF_ONE_KEY = {"task": "--task", "config": "--config", "options": "-O"}


class Compared:
    """What comes of a run: what was compared, and whether something could not be."""

    def __init__(self, found: Sequence[KeyComparison], problems: Sequence[str]) -> None:
        self.results = [each.result for each in found if each.result is not None]
        self._found = found
        self._problems = problems

    def tell(self) -> None:
        """Print warnings and problems on standard error, each once."""
        lines = dict.fromkeys(f"warning: {line}" for result in self.results for line in result.warnings)
        problems = dict.fromkeys(line for each in self._found for line in each.problems)
        say(*lines, *problems)

    @property
    def has_failed(self) -> bool:
        """Whether something cannot be compared."""
        return bool(self._problems) or any(each.problems for each in self._found)

    def page(self, form: str) -> str:
        """All comparisons in a format."""
        if form == "json":
            return f"{indented_json(self._document())}\n"
        from keytally.comparison.table import FORMATS, Table  # noqa: PLC0415 - needs what a comparison has loaded

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
    """Compare, and print what is found. Raises KeytallyError where there is nothing to compare."""
    given = [shown for name, shown in _OF_ONE_KEY.items() if getattr(arguments, name)]
    if given:
        raise KeytallyError(f"{given[0]} is about one key; name it and its responses")
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings), *project.problems)
    spread = over_processes(arguments.processes)
    found = list(comparisons(project, arguments.baseline, procedure, details, spread))
    compared = Compared(found, project.problems)
    compared.tell()
    show_page(compared.page(arguments.format))
    return compared
