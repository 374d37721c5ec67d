"""What a template task keeps of a scored document."""

from keytally.evaluations.muc.evaluation.tallying import Tabulated
from keytally.evaluations.muc.scoring.incremental_templates import Units
from keytally.measures.templates.sums import Measures
from keytally.tallies.tabulation import Tabulation


class ScoredTemplates(Tabulated):
    """A document's rows, and the compared units."""

    __slots__ = ("also", "key", "response")

    def __init__(
        self,
        document: str,
        tabulation: Tabulation,
        key: Units,
        response: Units,
        also: Measures,
    ) -> None:
        super().__init__(document, tabulation)
        self.key = key
        self.response = response
        self.also = also
