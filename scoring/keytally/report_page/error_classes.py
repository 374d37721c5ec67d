"""The classes of what a response says otherwise than its key, and what each is worth."""

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.class_totals import ClassTotals
from keytally.error_analysis.corrections import Corrections
from keytally.evaluations.classified import ClassifiesDifferences
from keytally.report_page.values import ErrorClass


class ErrorClasses:
    """The classes that occur in the documents of a scored pair; none for a task without classes."""

    def __init__(self, pair: LivePair) -> None:
        evaluation = pair.evaluation
        has_classes = isinstance(evaluation, ClassifiesDifferences) and evaluation.difference_classes
        self._pair = pair
        self._totals = ClassTotals(Corrections(pair)) if has_classes else None

    def add(self, document: str) -> None:
        """Take in a document."""
        if self._totals is not None and self._pair.scores_of(document):
            self._totals.add(document)

    def values(self) -> list[ErrorClass]:
        """The classes in the order of tables."""
        figures = () if self._totals is None else self._totals.figures()
        return [ErrorClass(each.name, each.number, each.gain) for each in figures]
