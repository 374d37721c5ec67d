"""The headline measure of a scored pair as if some of its documents had other scores."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import DependsOnOrder, SumsHeadline
from keytally.measures.headline import HeadlineCounts, HeadlineForm


class Headline(Protocol):
    """The headline of a pair; what a change of a document does to it is kept apart from the rest.

    `is_summed` is set if changes of parts of one document can be put together.
    """

    is_summed: bool

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Any:
        """What it does to the headline that a document, or a part, has new scores in place of old ones."""
        ...

    def value(self, changed: Mapping[Any, Any]) -> float:
        """The headline, in percent, after changes of documents, by their names, or of parts of documents."""
        ...


def headline_of(live: LivePair) -> Headline:
    """The headline of a scored pair, at the least cost that its evaluation allows."""
    evaluation = live.evaluation
    if isinstance(evaluation, SumsHeadline) and (form := evaluation.headline_form) is not None:
        return SummedHeadline(live, evaluation, form)
    if isinstance(evaluation, DependsOnOrder):
        return OrderedHeadline(live, evaluation)
    return FoldedHeadline(live)


class SummedHeadline:
    """A headline that derives from sums over documents.

    Counts may be fractions of 1, as floats. Sums are exact and rounded once, at the end.
    """

    is_summed = True

    def __init__(self, live: LivePair, evaluation: SumsHeadline, form: HeadlineForm) -> None:
        self._evaluation = evaluation
        self._form = form
        counts = [self._counts(live.scores_of(document)) for document in live.documents]
        self._sums = [sum(column) for column in zip(*counts, strict=True)]

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Fraction | int]:
        """The counts that are added, less those that are taken away."""
        return [after - before for after, before in zip(self._counts(new), self._counts(old), strict=True)]

    def value(self, changed: Mapping[Any, Sequence[Fraction | int]]) -> float:
        """The headline of the sums with these changes."""
        columns = zip(self._sums, *changed.values(), strict=True)
        return self._form.value(HeadlineCounts(*(float(sum(column)) for column in columns)))

    def _counts(self, scores: Sequence[Any]) -> list[Fraction | int]:
        counts = self._evaluation.headline_counts(scores) if scores else self._form.nothing
        return [count if isinstance(count, int) else Fraction(count) for count in counts]


class FoldedHeadline:
    """A headline that only the evaluation's own sum tells."""

    is_summed = False

    def __init__(self, live: LivePair) -> None:
        self._now = {document: live.scores_of(document) for document in live.documents}
        self._fold = live.evaluation.fold()
        self._exchange((), self._now.values())

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Any]:
        """The new scores themselves."""
        return new

    def value(self, changed: Mapping[str, Sequence[Any]]) -> float:
        """The headline of the sum with other scores in it, which are then taken out again."""
        before = [self._now[document] for document in changed]
        self._exchange(before, changed.values())
        try:
            return self._fold.headline()
        finally:
            self._exchange(changed.values(), before)

    def _exchange(self, gone: Iterable[Sequence[Any]], come: Iterable[Sequence[Any]]) -> None:
        for scores in gone:
            for score in scores:
                self._fold.drop(score)
        for scores in come:
            for score in scores:
                self._fold.put(score)


class OrderedHeadline:
    """A headline that depends on the order of the files: it is made anew from all documents each time."""

    is_summed = False

    def __init__(self, live: LivePair, evaluation: DependsOnOrder) -> None:
        self._live = live
        self._evaluation = evaluation

    def change(self, old: Sequence[Any], new: Sequence[Any]) -> Sequence[Any]:
        """The new scores themselves."""
        return new

    def value(self, changed: Mapping[str, Sequence[Any]]) -> float:
        """The headline over all documents in the order of the files."""
        live = self._live
        scores = [
            score for document in live.documents for score in changed.get(document, live.scores_of(document))
        ]
        fold = live.evaluation.fold()
        for score in self._evaluation.settled(scores, live.key.units, live.response.units):
            fold.put(score)
        return fold.headline()
