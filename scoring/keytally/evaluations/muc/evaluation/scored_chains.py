"""What a coreference task keeps of a scored document, and the sum of documents."""

from typing import Any

from keytally.evaluations.muc.evaluation.recent import Version
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.reports.coreference_json import counts_json
from keytally.evaluations.muc.scoring.coreference.counts import NO_COUNTS, CoreferenceCounts


class ScoredChains(Version):
    """A document's counts, and the compared units; None if a side lacks the document."""

    __slots__ = ("counts", "document", "key", "response")

    def __init__(
        self,
        document: str,
        counts: CoreferenceCounts,
        key: SgmlUnit | None,
        response: SgmlUnit | None,
    ) -> None:
        self.document = document
        self.counts = counts
        self.key = key
        self.response = response


class CountsFold:
    """The sum of documents; the headline is F."""

    def __init__(self) -> None:
        self._sum = NO_COUNTS

    def put(self, scored: ScoredChains) -> None:
        """Add the counts of a document."""
        self._sum = self._sum.plus(scored.counts)

    def drop(self, scored: ScoredChains) -> None:
        """Subtract the counts of a document."""
        self._sum = self._sum.minus(scored.counts)

    def headline(self) -> float:
        """F over all documents, in percent."""
        return self._sum.f

    def totals(self) -> dict[str, Any]:
        """`totals` of the JSON output."""
        return counts_json(self._sum)
