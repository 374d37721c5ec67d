"""`keytally errors` without files: the differences of each pair of the project."""

import argparse
from collections.abc import Iterator
from typing import Any

from keytally.batch.errors import KeytallyError
from keytally.batch.errors_project import PairErrors, pair_errors
from keytally.batch.project import Project, project_at, project_folder
from keytally.cli.main import CANNOT_RUN, say
from keytally.cli.pages import show_page
from keytally.cli.progress import watched
from keytally.comparison.table import FORMATS, Table
from keytally.text.indented_json import indented_json

_OF_ONE_PAIR = {"task": "--task", "config": "--config", "options": "-O"}
_NAMES = ("KEY FILE", "RESPONSE FILE")
"""The columns that name the pair of a row of values."""


def run(arguments: argparse.Namespace) -> int:
    """Print the differences; returns 2 if those of a pair cannot be told, else 0."""
    given = [shown for name, shown in _OF_ONE_PAIR.items() if getattr(arguments, name)]
    if given:
        raise KeytallyError(f"{given[0]} is about one pair; name its key and its response")
    project = project_at(project_folder(), arguments.allow)
    say(*(f"warning: {line}" for line in project.warnings), *project.problems)
    told = _Told(arguments.format)
    for each in _watched(project, arguments):
        told.take(each)
    show_page(told.page)
    return CANNOT_RUN if project.problems or told.has_failed else 0


def _watched(project: Project, arguments: argparse.Namespace) -> Iterator[PairErrors]:
    found = pair_errors(project, arguments.top, arguments.classes)
    return watched(found, len(project.pairs), "pairs")


class _Told:
    """What is printed of pairs in a format; of a pair that was taken nothing else is kept."""

    def __init__(self, form: str) -> None:
        self._form = form
        self._tables: list[Table] = []
        self._document: dict[str, list[dict[str, Any]]] = {"pairs": [], "unanalysed": []}
        self._lines: set[str] = set()
        self.has_failed = False

    def take(self, found: PairErrors) -> None:
        """Add a pair; its warnings and problems are printed at once, a line that stood there before not."""
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
        """The tables, with the names of the pair: in rows of values, which have no titles, in each row."""
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
        """All pairs in the format."""
        if self._form == "json":
            return f"{indented_json(self._document)}\n"
        return FORMATS[self._form](self._tables)
