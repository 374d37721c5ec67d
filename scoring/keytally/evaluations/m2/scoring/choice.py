"""Chooses the annotator that a sentence is scored against."""

from collections.abc import Sequence

from keytally.evaluations.m2.model import NOTHING, EditCounts


def chosen(counts: Sequence[EditCounts], beta: float, before: EditCounts = NOTHING) -> int:
    """The index of the annotator that gives the best F.

    Among equals it is the one with more correct edits, then the one with the smaller sum of proposed and beta
    squared times gold edits, then the first. `before` are the counts of the previous sentences, which the
    reference program adds; by the document (section 4.1) each sentence is judged alone.
    """
    best, best_rank = 0, (-1.0, -1, 0.0)
    for index, each in enumerate(counts):
        whole = before.plus(each)
        weight = whole.proposed + beta * beta * whole.gold
        rank = (whole.f_of_counts(beta), whole.correct, -weight)
        if rank > best_rank:
            best, best_rank = index, rank
    return best
