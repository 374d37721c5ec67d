"""Comparison of a document's items between annotators: chains, disagreements, and F for each pair."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import Any, NamedTuple

from keytally.adjudication.annotator_files import Annotator, document_label, editor_of, is_textless
from keytally.adjudication.items import Item, Items, claim_of, items_of
from keytally.families.annotations import Annotation, AnnotationEditor, Reference
from keytally.families.contract import Evaluation
from keytally.tallies.tally import f_of, mean_f, mean_f_by_name, score_part
from keytally.text.rendering import quantity

FEWEST = 2

SHOWN = 3
"""The maximum number of documents that are named in one line."""


@dataclass(frozen=True, eq=False)
class ComparedDocument:
    """A document that at least two annotators, with the same text, have finished.

    `title` is the document's name in the files. `units` and `said` contain the units and the annotations of
    each annotator who has finished the document, in the order of annotators.
    """

    name: str
    title: str
    text: str
    units: Mapping[str, Sequence[Any]]
    said: Mapping[str, Sequence[Annotation]]
    editor: AnnotationEditor

    @cached_property
    def items(self) -> Items:
        """Return the items that the annotations form."""
        return items_of(self.editor, self.said)

    @cached_property
    def types(self) -> Callable[[Annotation], str] | None:
        """Return the function that returns the type of an annotation.

        The result is None if the task has no token types.
        """
        return None if self.editor.tokens is None else self.editor.tokens.type_of

    @cached_property
    def _states_every_item(self) -> bool:
        return self.editor.states_every_item

    def voters(self, number: int) -> Sequence[str]:
        """Return the annotators who have judged an item."""
        if self._states_every_item:
            return list(self.items.items[number].members)
        return self.items.voters(number)

    def annotation(self, annotator: str, number: int) -> Annotation | None:
        """Return an annotator's annotation of an item, or None."""
        index = self.items.items[number].members.get(annotator)
        return None if index is None else self.said[annotator][index]


@dataclass(frozen=True, slots=True)
class ComparedDocuments:
    """The documents that can be compared, and a line for each unequal text or unfinished document."""

    documents: Sequence[ComparedDocument]
    notes: Sequence[str]


def compare_documents(evaluation: Evaluation, annotators: Sequence[Annotator]) -> ComparedDocuments:
    """Return the documents that can be compared, in file order, and a line for each unequal text or
    unfinished document.
    """
    documents: list[ComparedDocument] = []
    altered: dict[tuple[str, str], list[str]] = {}
    names = dict.fromkeys(chain.from_iterable(each.key.documents for each in annotators))
    editor = editor_of(evaluation)
    titles = {name: _title(evaluation, annotators, name) for name in names}
    doing = {name: _doing(editor, annotators, name) for name in names}
    for name, title in titles.items():
        units = {each.name: each.units_of(name) for each in annotators if each in doing[name]}
        if len(units) < FEWEST:
            continue
        texts = {annotator: "".join(editor.bare(each)) for annotator, each in units.items()}
        if (pair := _other_text(texts)) is not None:
            altered.setdefault(pair, []).append(name)
            continue
        said = {annotator: editor.annotations(each) for annotator, each in units.items()}
        text = max(texts.values(), key=len)
        documents.append(ComparedDocument(name, title, text, units, said, editor))
    notes = [*_altered(annotators, altered, titles), *_missing(annotators, titles, doing)]
    return ComparedDocuments(documents, notes)


def _doing(editor: AnnotationEditor, annotators: Sequence[Annotator], document: str) -> Sequence[Annotator]:
    """Return the annotators who have finished a document."""
    is_whole = all(annotator.units_of(document) for annotator in annotators)
    may_be_absent = not is_whole and is_textless(
        editor, (annotator.key for annotator in annotators), document
    )
    return [annotator for annotator in annotators if annotator.has_done(document, may_be_absent)]


def _title(evaluation: Evaluation, annotators: Sequence[Annotator], document: str) -> str:
    """Return the name of a document as written in the first file that contains it."""
    units = next((units for annotator in annotators if (units := annotator.units_of(document))), ())
    return document_label(evaluation, document, units)


def _other_text(texts: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the first annotator, and the first annotator whose text of the document differs; None if all
    texts are equal.

    Trailing whitespace is ignored, because the last line end of a file may be missing.
    """
    first, text = next(iter(texts.items()))
    other = next((annotator for annotator, each in texts.items() if each.rstrip() != text.rstrip()), None)
    return None if other is None else (first, other)


def _altered(
    annotators: Sequence[Annotator],
    found: Mapping[tuple[str, str], Sequence[str]],
    titles: Mapping[str, str],
) -> Iterator[str]:
    """Yield a line for each pair of annotators with different texts of a document."""
    shown = {annotator.name: annotator.shown for annotator in annotators}
    for (first, other), names in found.items():
        has, is_left_out = ("has", "is") if len(names) == 1 else ("have", "are")
        what = f"{quantity(len(names), 'document')} {has} a different text from {shown[first]}"
        listed = _listed([titles[name] for name in names])
        yield f"{shown[other]}: {what} and {is_left_out} left out: {listed}"


def _missing(
    annotators: Sequence[Annotator], titles: Mapping[str, str], doing: Mapping[str, Sequence[Annotator]]
) -> Iterator[str]:
    """Yield a line for each annotator who has not finished all documents."""
    for annotator in annotators:
        if undone := [title for name, title in titles.items() if annotator not in doing[name]]:
            number = f"{len(undone)} of {len(titles)} documents"
            yield f"{annotator.name} has not finished {number}: {_listed(undone)}"


def _listed(names: Sequence[str]) -> str:
    """Return the first few names, and the number of remaining names."""
    shown = ", ".join(name or "the document without a number" for name in names[:SHOWN])
    return f"{shown} and {len(names) - SHOWN} more" if len(names) > SHOWN else shown


def chained_kinds(document: ComparedDocument) -> set[str]:
    """Return the kinds of annotations that references connect."""
    return {
        annotation.kind
        for said in document.said.values()
        for annotation in said
        for part in annotation.value
        if isinstance(part, Reference) and said[part.target].kind == annotation.kind
    }


def chains_of(document: ComparedDocument, annotator: str, kinds: Collection[str]) -> list[list[int]]:
    """Return the chains of an annotator in a document, as lists of items; single mentions are chains too."""
    said, item_of = document.said[annotator], document.items.item_of[annotator]
    joined = _Joined(len(said))
    for index, annotation in enumerate(said):
        for part in annotation.value:
            if isinstance(part, Reference) and said[part.target].kind == annotation.kind:
                joined.join(index, part.target)
    chains = defaultdict[int, list[int]](list)
    for index, annotation in enumerate(said):
        if annotation.kind in kinds:
            chains[joined.root(index)].append(item_of[index])
    return list(chains.values())


class _Joined:
    """Disjoint sets of numbers; joined numbers have the same root."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def root(self, number: int) -> int:
        """Return the root of a number."""
        above = self._above
        while above[number] != number:
            above[number] = above[above[number]]
            number = above[number]
        return number

    def join(self, one: int, other: int) -> None:
        """Join two numbers, and all numbers already joined to them."""
        self._above[self.root(one)] = self.root(other)


NOTHING = ""
"""The value of an item that an annotator has reviewed but not annotated."""


def item_label(document: ComparedDocument, annotator: str, number: int) -> Hashable | None:
    """Return an annotator's label for an item: the type if the task has token types, otherwise the value;
    `NOTHING` for an absent item, None if the annotator has no vote.

    References to annotations of the same kind are left out, because they form chains, which have their own
    measure.
    """
    if annotator not in document.items.annotations:
        return None
    annotation = document.annotation(annotator, number)
    if annotation is None:
        return NOTHING if annotator in document.voters(number) else None
    if document.types is not None:
        return document.types(annotation)
    item_of = document.items.item_of[annotator]
    return tuple(
        (document.name, part.target) if isinstance(part, Reference) else part
        for part in claim_of(_without_links(document, annotator, annotation), item_of).value
    )


def _without_links(document: ComparedDocument, annotator: str, annotation: Annotation) -> Annotation:
    """Return an annotation without references to annotations of the same kind."""
    others = document.said[annotator]
    kept = (
        part
        for part in annotation.value
        if not isinstance(part, Reference) or others[part.target].kind != annotation.kind
    )
    return annotation._replace(value=tuple(kept))


def value_in_words(document: ComparedDocument, annotator: str, annotation: Annotation) -> str:
    """Return the value as text: its parts, and the names of the targets of its references."""
    others = document.said[annotator]
    parts = (
        f"-> {others[part.target].name}" if isinstance(part, Reference) else part for part in annotation.value
    )
    return " ".join(parts)


def type_in_words(document: ComparedDocument, annotator: str, number: int) -> str | None:
    """Return an annotator's type or value for an item, as text; "" if it is absent, None if the annotator
    has no vote.
    """
    if annotator not in document.voters(number):
        return None
    annotation = document.annotation(annotator, number)
    if annotation is None:
        return NOTHING
    if document.types is not None:
        return document.types(annotation)
    return value_in_words(document, annotator, _without_links(document, annotator, annotation))


class LocatedClaim(NamedTuple):
    """An annotator's claim about an item, and its text; lines and columns count from 1.

    The claim and the position are empty if the annotator does not have the item.
    """

    annotator: Annotator
    words: str | None
    name: str = ""
    line: int | None = None
    column: int | None = None


class Disagreement(NamedTuple):
    """An item on which annotators disagree; annotators without a vote are omitted."""

    document: str
    kind: str
    name: str
    sayings: Sequence[LocatedClaim]


class Confusion(NamedTuple):
    """The number of times that two annotators make a specific pair of different claims.

    None stands for the absence of the item.
    """

    first: str
    second: str
    kind: str
    first_says: str | None
    second_says: str | None
    times: int


def disagreements(
    annotators: Sequence[Annotator], documents: Sequence[ComparedDocument]
) -> Iterator[Disagreement]:
    """Yield every disagreement, by document and in item order."""
    for document in documents:
        for number, item in enumerate(document.items.items):
            voters = document.voters(number)
            if len({document.items.said(number, name) for name in voters}) > 1:
                sayings = [
                    _saying(annotator, document, number)
                    for annotator in annotators
                    if annotator.name in voters
                ]
                yield Disagreement(document.title, item.kind, document.items.full_name(number), sayings)


def confusions(documents: Sequence[ComparedDocument], annotators: Sequence[str]) -> list[Confusion]:
    """Return the pairs of different types for each pair of annotators, with their counts, most frequent
    first.
    """
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
    """Return the label under which confusions of an item are counted: its kind and, for a part, also its
    name, because a part has the same name in every item.
    """
    return item.kind if item.parent is None else f"{item.kind} {item.name}"


def _saying(annotator: Annotator, document: ComparedDocument, number: int) -> LocatedClaim:
    annotation = document.annotation(annotator.name, number)
    if annotation is None:
        return LocatedClaim(annotator, None)
    said = value_in_words(document, annotator.name, annotation)
    name = _own_name(document, annotator.name, annotation)
    return LocatedClaim(annotator, said, name, *annotator.place(annotation))


def _own_name(document: ComparedDocument, annotator: str, annotation: Annotation) -> str:
    """Return the name of an annotation in the annotator's file, preceded by the name of its parent."""
    if annotation.parent is None:
        return annotation.name
    parent = document.said[annotator][annotation.parent]
    return f"{_own_name(document, annotator, parent)} {annotation.name}"


PARTS = {"documents": "document", "classes": "class", "slots": "slot", "types": "type"}
"""The names of the parts for which the F of a pair is reported."""


class PairF(NamedTuple):
    """The F of two annotators, computed with each of them in turn as the key.

    Both values are in percent, or None if neither annotator has annotations in the documents that both have
    finished. `documents` is the number of documents that both have finished. `parts` contains the means of
    both directions by document, class, slot and type.
    """

    first: str
    second: str
    first_as_key: float | None
    second_as_key: float | None
    documents: int
    parts: Mapping[str, Mapping[str, Any]]

    @property
    def f(self) -> float | None:
        """Return the mean of the two values, or the only value that is not None; None if both are None."""
        return mean_f(self.first_as_key, self.second_as_key)


def pairs_by_scorer(
    evaluation: Evaluation, annotators: Sequence[Annotator], documents: Sequence[ComparedDocument]
) -> list[PairF]:
    """Return F for each pair from the task's own scorer, over the documents that both have finished."""
    found = []
    for first, second in combinations(annotators, 2):
        titles = {each.name: each.title for each in _shared(documents, first.name, second.name)}
        shared = list(titles)
        reports = _report(evaluation, first, second, shared), _report(evaluation, second, first, shared)
        parts = {
            name: mean_f_by_name(*(score_part(report, part) for report in reports))
            for name, part in PARTS.items()
        }
        parts["documents"] = {titles.get(name, name): f for name, f in parts["documents"].items()}
        there, back = (f_of(score_part(report, "total")) for report in reports)
        found.append(PairF(first.name, second.name, there, back, len(shared), parts))
    return found


def pairs_by_items(annotators: Sequence[Annotator], documents: Sequence[ComparedDocument]) -> list[PairF]:
    """Return F over equal annotations for each pair of annotators; this is used for tasks with different
    formats for responses and keys.

     See Hripcsak and Rothschild 2005, "Agreement, the F-measure, and reliability in information retrieval".
    """
    found = []
    for first, second in combinations((annotator.name for annotator in annotators), 2):
        shared = {each.title: each for each in _shared(documents, first, second)}
        counts = {title: _counts(each.items, first, second) for title, each in shared.items()}
        whole = _f(sum(equal for equal, _ in counts.values()), sum(both for _, both in counts.values()))
        by_document = {name: f for name, each in counts.items() if (f := _f(*each)) is not None}
        found.append(PairF(first, second, whole, whole, len(counts), {"documents": by_document}))
    return found


def _shared(documents: Sequence[ComparedDocument], first: str, second: str) -> list[ComparedDocument]:
    """Return the documents that both annotators have finished."""
    return [document for document in documents if document.said.keys() >= {first, second}]


def _report(
    evaluation: Evaluation, key: Annotator, response: Annotator, documents: Sequence[str]
) -> dict[str, Any]:
    """Return a report with the F of the given documents only, in the form that `keytally.tallies.tally`
    reads.
    """
    assert response.response is not None
    sides = key.key.documents, response.response.documents
    scores = [
        score
        for document in documents
        for score in evaluation.score(document, *(side.units_of(document) for side in sides))
    ]
    if evaluation.f_by_part is not None:
        return evaluation.f_by_part(scores)
    return evaluation.report_json(scores)


def f_in_document(items: Items, first: str, second: str) -> float | None:
    """Return F for two annotators in one document, as in `pairs_by_items`; None if neither of them has
    annotations.
    """
    return _f(*_counts(items, first, second))


def _counts(items: Items, first: str, second: str) -> tuple[int, int]:
    """Return the number of equal annotations of two annotators, and the number of all their annotations."""
    equal = sum(
        items.said(number, first) == items.said(number, second)
        for number, item in enumerate(items.items)
        if first in item.members and second in item.members
    )
    return equal, len(items.annotations[first]) + len(items.annotations[second])


def _f(equal: int, both: int) -> float | None:
    return 200 * equal / both if both else None
