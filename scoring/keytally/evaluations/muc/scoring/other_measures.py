"""Measures of templates with roles, for scenario templates, besides the scorer's own."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.scoring.flat_templates import FlatTemplates, Name, distinct
from keytally.evaluations.muc.scoring.incremental_templates import LocatedScore
from keytally.measures.templates.measuring import GTT, MEASURES, measured
from keytally.measures.templates.sums import Measures, MeasureSums, totals_of
from keytally.measures.templates.tables import tables

_CEAF_RME = "ceaf-rme"


class OtherMeasures:
    """The measures that the option `also` names; `names` are those of their results."""

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        chosen = configuration.also if configuration.scoring_task == "scenario_template" else ()
        self.names = [name for name in MEASURES if (GTT if name == GTT else _CEAF_RME) in chosen]
        self._flat = FlatTemplates(configuration, name_of)

    def of(self, score: LocatedScore) -> Measures:
        """The counts of a document."""
        key, response = (self._flat.of([*side.units]) for side in (score.key, score.response))
        gold = [template.compared() for template in distinct(key)]
        return measured(gold, [template.compared() for template in response], self.names)[0]

    def values(self, documents: Mapping[str, Measures]) -> dict[str, Any]:
        """`metrics` of the JSON output: totals and each document's; nothing where none is asked for."""
        if not self.names:
            return {}
        each = {name: self._sum([measures]) for name, measures in documents.items()}
        return {"metrics": {"totals": self._sum(documents.values()), "documents": each}}

    def text(self, documents: Iterable[Measures]) -> str:
        """A table a measure."""
        return f"\n{tables(self._added(documents).measures())}".rstrip("\n") + "\n" if self.names else ""

    def _sum(self, documents: Iterable[Measures]) -> dict[str, Any]:
        return totals_of(self._added(documents).measures())

    def _added(self, documents: Iterable[Measures]) -> MeasureSums:
        sums = MeasureSums(self.names)
        for measures in documents:
            sums.put(measures)
        return sums
