"""F of each pair of annotators: one file as the key, the other as the response, and the other way round."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from keytally.adjudication.agreement.annotator import Annotator
from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.items import Items
from keytally.evaluations.f_by_part import TellsFByPart
from keytally.evaluations.interface import Evaluation
from keytally.tallies.tally_trees import f_of, mean, means, part_of

PARTS = {"documents": "document", "classes": "class", "slots": "slot", "types": "type"}
"""The parts of the F of a pair."""


class PairF(NamedTuple):
    """F of two annotators: with the first one as the key, and with the second one.

    Both are in percent, None where neither has anything in the documents that both have done. `documents` is
    the number of these. `parts` has the means of both by document, class, slot and type.
    """

    first: str
    second: str
    first_as_key: float | None
    second_as_key: float | None
    documents: int
    parts: Mapping[str, Mapping[str, Any]]

    @property
    def f(self) -> float | None:
        """The mean of both directions."""
        return mean(self.first_as_key, self.second_as_key)


def pairs_by_scorer(
    evaluation: Evaluation, annotators: Sequence[Annotator], documents: Sequence[ComparedDocument]
) -> list[PairF]:
    """F of each pair by the task's own scorer, over the documents that both have done."""
    found = []
    for first, second in combinations(annotators, 2):
        titles = {each.name: each.title for each in _shared(documents, first.name, second.name)}
        shared = list(titles)
        reports = _report(evaluation, first, second, shared), _report(evaluation, second, first, shared)
        parts = {name: means(*(part_of(each, part) for each in reports)) for name, part in PARTS.items()}
        parts["documents"] = {titles.get(name, name): f for name, f in parts["documents"].items()}
        there, back = (f_of(part_of(each, "total")) for each in reports)
        found.append(PairF(first.name, second.name, there, back, len(shared), parts))
    return found


def pairs_by_items(annotators: Sequence[Annotator], documents: Sequence[ComparedDocument]) -> list[PairF]:
    """F of each pair over annotations: those that are equal, by the number of both annotators' annotations.

    This is for tasks whose responses have another form than their keys. Hripcsak and Rothschild 2005,
    "Agreement, the F-measure, and reliability in information retrieval".
    """
    found = []
    for first, second in combinations((each.name for each in annotators), 2):
        shared = {each.title: each for each in _shared(documents, first, second)}
        counts = {title: _counts(each.items, first, second) for title, each in shared.items()}
        whole = _f(sum(equal for equal, _ in counts.values()), sum(both for _, both in counts.values()))
        by_document = {name: f for name, each in counts.items() if (f := _f(*each)) is not None}
        found.append(PairF(first, second, whole, whole, len(counts), {"documents": by_document}))
    return found


def _shared(documents: Sequence[ComparedDocument], first: str, second: str) -> list[ComparedDocument]:
    """The documents that both have done."""
    return [each for each in documents if each.said.keys() >= {first, second}]


def _report(
    evaluation: Evaluation, key: Annotator, response: Annotator, documents: Sequence[str]
) -> dict[str, Any]:
    """F of some documents only, as `keytally.tallies.tally_trees` reads it."""
    assert response.response is not None
    sides = key.key.documents, response.response.documents
    scores = [
        score
        for document in documents
        for score in evaluation.score(document, *(side.units_of(document) for side in sides))
    ]
    if isinstance(evaluation, TellsFByPart):
        return evaluation.f_by_part(scores)
    return evaluation.report_json(scores)


def f_in_document(items: Items, first: str, second: str) -> float | None:
    """F of two annotators in one document, as in `pairs_by_items`."""
    return _f(*_counts(items, first, second))


def _counts(items: Items, first: str, second: str) -> tuple[int, int]:
    """How many annotations of two annotators are equal, and how many both have together."""
    equal = sum(
        items.said(number, first) == items.said(number, second)
        for number, item in enumerate(items.items)
        if first in item.members and second in item.members
    )
    return equal, len(items.annotations[first]) + len(items.annotations[second])


def _f(equal: int, both: int) -> float | None:
    return 200 * equal / both if both else None
