"""The result of comparing systems, for the command and the Python API."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from keytally.batch.changes import Change
from keytally.comparison.procedure import Procedure
from keytally.text.plural import quantity

if TYPE_CHECKING:
    from keytally.comparison.significance import Comparison
    from keytally.comparison.table import Table


class CompareResult(NamedTuple):
    """A comparison: the measure, what was resampled (`96 documents`), and how it was tested.

    `changes` has, for each response but the baseline, where its verdicts differ from the baseline's; None
    where nobody asked. `parts` has F of each system by the names of one part, such as slots.
    """

    task: str
    measure: str
    documents: str
    baseline: str
    procedure: Procedure
    comparison: "Comparison"
    warnings: Sequence[str] = ()
    changes: Mapping[str, Sequence[Change]] | None = None
    parts: Mapping[str, Mapping[str, float]] | None = None

    @property
    def values(self) -> dict[str, Any]:
        """The JSON document that `keytally compare --format json` prints."""
        found = self.comparison
        return {
            "task": self.task,
            "measure": self.measure,
            "trials": self.procedure.trials,
            "seed": self.procedure.seed,
            "level": self.procedure.level,
            "baseline": self.baseline,
            "systems": [system._asdict() for system in found.systems],
            "pairs": [{**pair._asdict(), "exact": found.exact} for pair in found.pairs],
            "groups": [list(group) for group in found.groups],
            **({} if self.changes is None else {"changes": self._changes()}),
            **({} if self.parts is None else {"parts": {name: dict(f) for name, f in self.parts.items()}}),
        }

    def _changes(self) -> dict[str, list[dict[str, str]]]:
        changes = self.changes or {}
        return {name: [change._asdict() for change in each] for name, each in changes.items()}

    @property
    def tables(self) -> "list[Table]":
        """The leaderboard, p of each pair, and the changes."""
        from keytally.comparison.leaderboard import tables  # noqa: PLC0415 - needs numpy, as the result does
        from keytally.comparison.table import Table  # noqa: PLC0415 - as above

        found = tables(self.comparison, self.measure, self.documents, self.procedure, self.baseline)
        for name, each in (self.changes or {}).items():
            title = f"{quantity(len(each), 'change')} from {self.baseline} to {name}"
            found.append(Table(title, ("place", "text", "before", "after"), each, frozenset(range(4))))
        if self.parts is not None:
            found.append(self._parts_table(self.parts))
        return found

    def _parts_table(self, parts: "Mapping[str, Mapping[str, float]]") -> "Table":
        """F of each system, best first, by the names of the part."""
        from keytally.comparison.table import Table  # noqa: PLC0415 - as above

        systems = [system.name for system in self.comparison.systems]
        names = list(dict.fromkeys(name for system in systems for name in parts[system]))
        shown = {system: {name: f"{f:.2f}" for name, f in parts[system].items()} for system in systems}
        rows = [(name, *(shown[system].get(name, "") for system in systems)) for name in names]
        return Table("F by part of the score", ("", *systems), rows)
