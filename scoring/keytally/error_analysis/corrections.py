"""Scores a response again as if some of its differences were repaired; no file and no pair changes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.error_analysis.headlines import headline_of
from keytally.error_analysis.repaired_units import repaired_units
from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import ClassifiesDifferences, Difference
from keytally.evaluations.interface import Evaluation


class Corrected(NamedTuple):
    """A document with some differences repaired: what it adds to the headline, and the edits for it."""

    share: Any
    rewriting: Rewriting


class Corrections:
    """The differences of the response of a scored pair, and what it scores with some of them repaired.

    Raises TypeError for an evaluation that does not classify differences.
    """

    def __init__(self, live: LivePair) -> None:
        if not isinstance(live.evaluation, ClassifiesDifferences):
            raise TypeError(live.evaluation.task)
        self._live = live
        self._evaluation: Evaluation = live.evaluation
        self._classes: ClassifiesDifferences = live.evaluation
        self._headline = headline_of(live)

    @property
    def documents(self) -> Sequence[str]:
        """The documents of the pair: the key's in its order, then those that only the response has."""
        return self._live.documents

    @property
    def classes(self) -> Sequence[str]:
        """The names of the classes, in the order of tables."""
        return self._classes.difference_classes

    def differences(self, document: str) -> Sequence[Difference]:
        """The differences of a document, in the order of the response."""
        scores = self._live.scores_of(document)
        return self._classes.differences(scores) if scores else ()

    def counts(self, document: str) -> Mapping[str, int]:
        """What the tally of a document counts as differences, by outcome."""
        scores = self._live.scores_of(document)
        return self._classes.difference_counts(scores) if scores else {}

    def corrected(self, document: str, differences: Sequence[Difference]) -> Corrected:
        """The document with these of its differences repaired, as far as they can be."""
        key = self._live.key.documents.units_of(document)
        reading = self._reading(document)
        units = reading.documents.units_of(document) or list(reading.units)[-1:]
        rewriting = self._classes.repair(key, units, differences)
        response = repaired_units(reading.language, document, units, rewriting.edits)
        scores = self._evaluation.score(document, key, response) if key or response else ()
        return Corrected(self._headline.share(scores), rewriting)

    def headline(self, changed: Mapping[str, Corrected]) -> float:
        """The headline measure, in percent, with some documents corrected."""
        return self._headline.value({document: each.share for document, each in changed.items()})

    def _reading(self, document: str) -> Reading:
        """The file of the response that holds a document; the last one if none does."""
        readings = self._live.response.readings
        return next((each for each in readings if each.documents.units_of(document)), readings[-1])
