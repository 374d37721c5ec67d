"""A document as several annotators say it, with the items that their annotations are about."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from keytally.adjudication.agreement.annotator import Annotator
from keytally.adjudication.done_comments import is_textless
from keytally.adjudication.items import Items, items_of
from keytally.adjudication.titles import title_of
from keytally.evaluations.annotated import Annotation, ListsAnnotations, StatesEveryItem
from keytally.evaluations.judged_tokens import JudgesTokens
from keytally.text.plural import quantity

FEWEST = 2

SHOWN = 3
"""So many documents are named in one line."""


@dataclass(frozen=True, eq=False)
class ComparedDocument:
    """A document that at least two annotators have done, who have the same text.

    `title` is the name as the files write it. `units` and `said` are those of each annotator
    who has done it, by name, in the annotators' order.
    """

    name: str
    title: str
    text: str
    units: Mapping[str, Sequence[Any]]
    said: Mapping[str, Sequence[Annotation]]
    evaluation: ListsAnnotations

    @cached_property
    def items(self) -> Items:
        """What the annotations are about."""
        return items_of(self.evaluation, self.said)

    @cached_property
    def types(self) -> Callable[[Annotation], str] | None:
        """What tells the type of an annotation; None for a task without types of tokens."""
        evaluation = self.evaluation
        return evaluation.token_type if isinstance(evaluation, JudgesTokens) else None

    @cached_property
    def _states_every_item(self) -> bool:
        evaluation = self.evaluation
        return isinstance(evaluation, StatesEveryItem) and evaluation.states_every_item

    def voters(self, number: int) -> Sequence[str]:
        """The annotators who have judged an item."""
        if self._states_every_item:
            return list(self.items.items[number].members)
        return self.items.voters(number)

    def annotation(self, annotator: str, number: int) -> Annotation | None:
        """What an annotator says of an item; None for nothing."""
        index = self.items.items[number].members.get(annotator)
        return None if index is None else self.said[annotator][index]


@dataclass(frozen=True, slots=True)
class Compared:
    """The documents that can be compared, and a line on what cannot, or what somebody has not done."""

    documents: Sequence[ComparedDocument]
    notes: Sequence[str]


def compared(evaluation: ListsAnnotations, annotators: Sequence[Annotator]) -> Compared:
    """The documents of annotators' files, in the order in which the files have them."""
    documents: list[ComparedDocument] = []
    altered: dict[tuple[str, str], list[str]] = {}
    names = dict.fromkeys(chain.from_iterable(each.key.documents for each in annotators))
    titles = {name: _title(evaluation, annotators, name) for name in names}
    doing = {name: _doing(evaluation, annotators, name) for name in names}
    for name, title in titles.items():
        units = {each.name: each.units_of(name) for each in annotators if each in doing[name]}
        if len(units) < FEWEST:
            continue
        texts = {annotator: "".join(evaluation.bare(each)) for annotator, each in units.items()}
        if (pair := _other_text(texts)) is not None:
            altered.setdefault(pair, []).append(name)
            continue
        said = {annotator: evaluation.annotations(each) for annotator, each in units.items()}
        text = max(texts.values(), key=len)
        documents.append(ComparedDocument(name, title, text, units, said, evaluation))
    notes = [*_altered(annotators, altered, titles), *_missing(annotators, titles, doing)]
    return Compared(documents, notes)


def _doing(
    evaluation: ListsAnnotations, annotators: Sequence[Annotator], document: str
) -> Sequence[Annotator]:
    """Those who have done a document."""
    is_whole = all(each.units_of(document) for each in annotators)
    may_be_absent = not is_whole and is_textless(evaluation, (each.key for each in annotators), document)
    return [each for each in annotators if each.has_done(document, may_be_absent)]


def _title(evaluation: ListsAnnotations, annotators: Sequence[Annotator], document: str) -> str:
    """The name of a document as the first file that has it writes it."""
    units = next((units for each in annotators if (units := each.units_of(document))), ())
    return title_of(evaluation, document, units)


def _other_text(texts: Mapping[str, str]) -> tuple[str, str] | None:
    """The first annotator, and one whose text of a document is another one; None if all are equal.

    Blanks and line ends behind a text are no part of it: a file may lack its last line end.
    """
    first, text = next(iter(texts.items()))
    other = next((annotator for annotator, each in texts.items() if each.rstrip() != text.rstrip()), None)
    return None if other is None else (first, other)


def _altered(
    annotators: Sequence[Annotator],
    found: Mapping[tuple[str, str], Sequence[str]],
    titles: Mapping[str, str],
) -> Iterator[str]:
    """A line for each two annotators whose texts differ."""
    shown = {each.name: each.shown for each in annotators}
    for (first, other), names in found.items():
        what = f"{quantity(len(names), 'document')} with another text than in {shown[first]}"
        yield f"{shown[other]}: {what}, left out: {_listed([titles[name] for name in names])}"


def _missing(
    annotators: Sequence[Annotator], titles: Mapping[str, str], doing: Mapping[str, Sequence[Annotator]]
) -> Iterator[str]:
    """A line for each annotator who has not done all documents."""
    for each in annotators:
        if undone := [title for name, title in titles.items() if each not in doing[name]]:
            yield f"{each.name} has not done {len(undone)} of {len(titles)} documents: {_listed(undone)}"


def _listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    shown = ", ".join(name or "the document without a number" for name in names[:SHOWN])
    return f"{shown} and {len(names) - SHOWN} more" if len(names) > SHOWN else shown
