"""Several whole answers to one sentence in one gold, each as an annotator of its own."""

from collections.abc import Iterator, Sequence

from keytally.evaluations.annotated import Annotation
from keytally.evaluations.m2.annotations.edits import name_of
from keytally.evaluations.m2.formats.gold import NOOP

Answer = Sequence[Annotation]


def versions(answers: Sequence[Answer]) -> Sequence[Annotation] | None:
    """The edits of each different answer under the number of an annotator, an empty one as a noop.

    None where an answer has edits of several annotators already.
    """
    homes = {(each.place[0], each.place[3]) for answer in answers for each in answer}
    if len(homes) != 1 or any(rank != 0 for _, rank in homes):
        return None
    ((unit, _),) = homes
    different = {tuple(sorted((each.place, each.value) for each in answer)): answer for answer in answers}
    return [said for rank, answer in enumerate(different.values()) for said in _of(answer, int(unit), rank)]


def _of(answer: Answer, unit: int, rank: int) -> Iterator[Annotation]:
    for each in answer:
        yield each._replace(place=(*each.place[:3], rank))
    if not answer:
        yield Annotation(None, 0, 0, NOOP, name_of((), -1, -1), (unit, -1, -1, rank), (NOOP,))
