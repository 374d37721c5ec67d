"""Where annotators differ: each disagreement with its places, and which types are taken for which."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from keytally.adjudication.agreement.annotator import Annotator
from keytally.adjudication.agreement.document import ComparedDocument
from keytally.adjudication.agreement.said_values import type_in_words, words
from keytally.adjudication.items import Item
from keytally.evaluations.annotated import Annotation


class Saying(NamedTuple):
    """What an annotator says of an item, and of which text; with line and column from 1.

    There are no words and no place where the annotator says nothing.
    """

    annotator: Annotator
    words: str | None
    name: str = ""
    line: int | None = None
    column: int | None = None


class Disagreement(NamedTuple):
    """An item of which annotators say different things; those who were not asked are left out."""

    document: str
    kind: str
    name: str
    sayings: Sequence[Saying]


class Confusion(NamedTuple):
    """How often one annotator says one thing where another one says another; None stands for nothing."""

    first: str
    second: str
    kind: str
    first_says: str | None
    second_says: str | None
    times: int


def disagreements(
    annotators: Sequence[Annotator], documents: Sequence[ComparedDocument]
) -> Iterator[Disagreement]:
    """Every disagreement, document by document in the order of items."""
    for document in documents:
        for number, item in enumerate(document.items.items):
            voters = document.voters(number)
            if len({document.items.said(number, name) for name in voters}) > 1:
                sayings = [_saying(each, document, number) for each in annotators if each.name in voters]
                yield Disagreement(document.title, item.kind, document.items.full_name(number), sayings)


def confusions(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Confusion]:
    """The pairs of different types of each two annotators, the most frequent first."""
    counts = Counter[tuple[str, str, str, str, str]]()
    for document in documents:
        for number, item in enumerate(document.items.items):
            types = {name: type_in_words(document, name, number) for name in annotators}
            for (first, one), (second, other) in combinations(types.items(), 2):
                if one is not None and other is not None and one != other:
                    counts[first, second, _asked(item), one, other] += 1
    order = {name: number for number, name in enumerate(annotators)}
    found = sorted(counts.items(), key=lambda each: (-each[1], order[each[0][0]], order[each[0][1]], each[0]))
    return [
        Confusion(first, second, kind, one or None, other or None, count)
        for (first, second, kind, one, other), count in found
    ]


def _asked(item: Item) -> str:
    """What confusions are about: the kind; of parts, which share their names, the name as well."""
    return item.kind if item.parent is None else f"{item.kind} {item.name}"


def _saying(annotator: Annotator, document: ComparedDocument, number: int) -> Saying:
    annotation = document.annotation(annotator.name, number)
    if annotation is None:
        return Saying(annotator, None)
    said = words(document, annotator.name, annotation)
    name = _own_name(document, annotator.name, annotation)
    return Saying(annotator, said, name, *annotator.place(annotation))


def _own_name(document: ComparedDocument, annotator: str, annotation: Annotation) -> str:
    """What an annotator's own file calls an annotation, behind what it is a part of."""
    if annotation.parent is None:
        return annotation.name
    parent = document.said[annotator][annotation.parent]
    return f"{_own_name(document, annotator, parent)} {annotation.name}"
