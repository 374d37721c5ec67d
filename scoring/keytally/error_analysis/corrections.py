"""Scores a response again as if some of its differences were repaired; no file and no pair changes."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from keytally.engine.live_pair import LivePair
from keytally.engine.reading import Reading
from keytally.error_analysis.repaired_units import repaired_units
from keytally.evaluations.abilities import DependsOnOrder
from keytally.evaluations.annotated import Rewriting
from keytally.evaluations.classified import ClassifiesDifferences, Difference
from keytally.evaluations.interface import Evaluation, Fold


class Corrected(NamedTuple):
    """A document with some differences repaired: its scores then, and how the response is rewritten."""

    scores: Sequence[Any]
    rewriting: Rewriting


class Corrections:
    """What repairs in the response of a scored pair are worth.

    Raises TypeError for an evaluation that does not classify differences.
    """

    def __init__(self, live: LivePair) -> None:
        if not isinstance(live.evaluation, ClassifiesDifferences):
            raise TypeError(live.evaluation.task)
        self._live = live
        self._evaluation: Evaluation = live.evaluation
        self._classes: ClassifiesDifferences = live.evaluation
        self._fold: Fold | None = None

    @property
    def live(self) -> LivePair:
        """The scored pair."""
        return self._live

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
        return Corrected(self._evaluation.score(document, key, response), rewriting)

    def headline(self, changed: Mapping[str, Sequence[Any]]) -> float:
        """The headline measure, in percent, if the changed documents had these scores."""
        if isinstance(self._evaluation, DependsOnOrder):
            return self._in_order(self._evaluation, changed)
        fold = self._whole()
        self._exchange(fold, {document: self._live.scores_of(document) for document in changed}, changed)
        try:
            return fold.headline()
        finally:
            self._exchange(fold, changed, {document: self._live.scores_of(document) for document in changed})

    def _reading(self, document: str) -> Reading:
        """The file of the response that holds a document; the last one if none does."""
        readings = self._live.response.readings
        return next((each for each in readings if each.documents.units_of(document)), readings[-1])

    def _whole(self) -> Fold:
        """A sum over all documents of the pair."""
        if self._fold is None:
            self._fold = self._evaluation.fold()
            for document in self._live.documents:
                for score in self._live.scores_of(document):
                    self._fold.put(score)
        return self._fold

    def _exchange(
        self, fold: Fold, gone: Mapping[str, Sequence[Any]], come: Mapping[str, Sequence[Any]]
    ) -> None:
        for scores in gone.values():
            for score in scores:
                fold.drop(score)
        for scores in come.values():
            for score in scores:
                fold.put(score)

    def _in_order(self, evaluation: DependsOnOrder, changed: Mapping[str, Sequence[Any]]) -> float:
        """The headline where scores may depend on the order of the files: over all documents anew."""
        scores = [
            score
            for document in self._live.documents
            for score in changed.get(document, self._live.scores_of(document))
        ]
        fold = self._evaluation.fold()
        for score in evaluation.settled(scores, self._live.key.units, self._live.response.units):
            fold.put(score)
        return fold.headline()
