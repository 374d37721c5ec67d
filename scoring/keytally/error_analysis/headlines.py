"""The headline measure of a scored pair as if some of its documents had other scores."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from keytally.engine.live_pair import LivePair
from keytally.evaluations.abilities import DependsOnOrder, SumsHeadline
from keytally.measures.headline import HeadlineCounts, HeadlineForm


class Headline(Protocol):
    """The headline of a pair; what a document adds to it is kept apart from the rest."""

    def share(self, scores: Sequence[Any]) -> Any:
        """What a document with these scores adds to the headline."""
        ...

    def value(self, changed: Mapping[str, Any]) -> float:
        """The headline, in percent, if these documents added these shares."""
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
    """A headline that derives from sums over documents."""

    def __init__(self, live: LivePair, evaluation: SumsHeadline, form: HeadlineForm) -> None:
        self._evaluation = evaluation
        self._form = form
        self._now = {document: self.share(live.scores_of(document)) for document in live.documents}
        self._sums = [sum(column) for column in zip(*self._now.values(), strict=True)]

    def share(self, scores: Sequence[Any]) -> HeadlineCounts:
        """The counts of a document."""
        return self._evaluation.headline_counts(scores) if scores else HeadlineCounts()

    def value(self, changed: Mapping[str, HeadlineCounts]) -> float:
        """The headline of the sums, with those of the changed documents exchanged."""
        sums = list(self._sums)
        for document, share in changed.items():
            for place, (new, old) in enumerate(zip(share, self._now[document], strict=True)):
                sums[place] += new - old
        return self._form.value(HeadlineCounts(*sums))


class FoldedHeadline:
    """A headline that only the evaluation's own sum tells."""

    def __init__(self, live: LivePair) -> None:
        self._now = {document: live.scores_of(document) for document in live.documents}
        self._fold = live.evaluation.fold()
        self._exchange((), self._now.values())

    def share(self, scores: Sequence[Any]) -> Sequence[Any]:
        """The scores themselves."""
        return scores

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

    def __init__(self, live: LivePair, evaluation: DependsOnOrder) -> None:
        self._live = live
        self._evaluation = evaluation

    def share(self, scores: Sequence[Any]) -> Sequence[Any]:
        """The scores themselves."""
        return scores

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
