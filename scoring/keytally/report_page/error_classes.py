"""The classes of what a response says otherwise than its key, and what each is worth."""

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.analysis import classes_of
from keytally.evaluations.classified import ClassifiesDifferences
from keytally.report_page.values import ErrorClass


def error_classes_of(pair: LivePair) -> list[ErrorClass]:
    """The classes that occur in a scored pair; none for a task without classes."""
    evaluation = pair.evaluation
    if not isinstance(evaluation, ClassifiesDifferences) or not evaluation.difference_classes:
        return []
    return [ErrorClass(each.name, each.number, each.gain) for each in classes_of(pair)]
