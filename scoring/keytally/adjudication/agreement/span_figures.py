"""Alpha-U over the texts as one continuum: where annotations lie, and of which type they are."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.agreement.figures import Figure
from keytally.measures.agreement.unitizing import Stretch, alpha_u, disjoint
from keytally.text.plural import quantity


def span_figures(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Figure]:
    """Krippendorff's alpha-U of all annotators, and of each pair where there are more than two.

    It is over the documents that all of these have done, one after the other. Nothing is given for a task
    whose annotations cover no text.
    """
    said = (each for document in documents for said in document.said.values() for each in said)
    if not any(each.extent is not None for each in said):
        return []
    pairs = combinations(annotators, 2) if len(annotators) > 2 else ()
    return [_figure(documents, group) for group in (tuple(annotators), *pairs)]


def _figure(documents: Sequence[ComparedDocument], group: tuple[str, ...]) -> Figure:
    stretches: list[list[Stretch]] = [[] for _ in group]
    done = [each for each in documents if each.said.keys() >= set(group)]
    length = 0
    for document in done:
        for mine, annotator in zip(stretches, group, strict=True):
            mine.extend(_stretches(document, annotator, length))
        length += len(document.text)
    kept = [disjoint(each) for each in stretches]
    lost = sum(map(len, stretches)) - sum(map(len, kept))
    where = f"in {quantity(len(done), 'document')} of {quantity(length, 'character')} in all"
    left_out = f"; {lost} left out that are empty or overlap one of their type" if lost else ""
    coefficient = alpha_u(kept, max(length, 1))
    return Figure(
        "Krippendorff's alpha-U", coefficient, f"span of text with its type, {where}{left_out}", group
    )


def _stretches(document: ComparedDocument, annotator: str, shift: int) -> Iterator[Stretch]:
    """The spans of an annotator's annotations; their category is the type, or else the kind."""
    typed = document.types
    for each in document.said[annotator]:
        if each.extent is not None:
            start, end = each.extent
            yield Stretch(shift + start, shift + end, each.kind if typed is None else typed(each))
