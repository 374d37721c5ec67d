"""A document as several annotators say it, with the items that their annotations are about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from keytally.adjudication.agreement.annotator import Annotator
from keytally.adjudication.items import Items, items_of
from keytally.evaluations.annotated import Annotates, Annotation

FEWEST = 2

SHOWN = 3
"""So many documents are named in one line."""


@dataclass(frozen=True, eq=False)
class ComparedDocument:
    """A document that at least two annotators have done, who have the same text.

    `units` and `said` are those of each annotator who has done it, by name, in the annotators' order.
    """

    name: str
    text: str
    units: Mapping[str, Sequence[Any]]
    said: Mapping[str, Sequence[Annotation]]
    evaluation: Annotates

    @cached_property
    def items(self) -> Items:
        """What the annotations are about."""
        return items_of(self.evaluation, self.said)

    def annotation(self, annotator: str, number: int) -> Annotation | None:
        """What an annotator says of an item; None for nothing."""
        index = self.items.items[number].members.get(annotator)
        return None if index is None else self.said[annotator][index]


@dataclass(frozen=True, slots=True)
class Compared:
    """The documents that can be compared, and a line on what cannot, or what somebody has not done."""

    documents: Sequence[ComparedDocument]
    notes: Sequence[str]


def compared(evaluation: Annotates, annotators: Sequence[Annotator]) -> Compared:
    """The documents of annotators' files, in the order in which the files have them."""
    documents: list[ComparedDocument] = []
    notes: list[str] = []
    names = list(dict.fromkeys(chain.from_iterable(each.key.documents for each in annotators)))
    for name in names:
        units = {each.name: each.units_of(name) for each in annotators if each.has_done(name)}
        if len(units) < FEWEST:
            continue
        texts = {annotator: "".join(evaluation.bare(each)) for annotator, each in units.items()}
        if note := _other_text(name, texts, annotators):
            notes.append(note)
            continue
        said = {annotator: evaluation.annotations(each) for annotator, each in units.items()}
        documents.append(ComparedDocument(name, next(iter(texts.values())), units, said, evaluation))
    return Compared(documents, [*notes, *_missing(annotators, names)])


def _other_text(document: str, texts: Mapping[str, str], annotators: Sequence[Annotator]) -> str:
    """A line if not all texts of a document are equal."""
    first, text = next(iter(texts.items()))
    other = next((annotator for annotator, each in texts.items() if each != text), None)
    if other is None:
        return ""
    shown = {each.name: each.shown for each in annotators}
    where = f"{_named(document)} has another text than in {shown[first]}"
    return f"{shown[other]}: {where}; it is left out"


def _missing(annotators: Sequence[Annotator], names: Sequence[str]) -> Iterator[str]:
    """A line for each annotator who has not done all documents."""
    for each in annotators:
        if undone := [name for name in names if not each.has_done(name)]:
            shown = ", ".join(map(_named, undone[:SHOWN]))
            more = f" and {len(undone) - SHOWN} more" if len(undone) > SHOWN else ""
            yield f"{each.name} has not done {len(undone)} of {len(names)} documents: {shown}{more}"


def _named(document: str) -> str:
    return document or "the document without a number"
