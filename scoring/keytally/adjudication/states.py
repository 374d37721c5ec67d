"""The state of each item (open, decided or stale), counted and updated after each edit."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Any, NamedTuple

from keytally.adjudication.annotator_files import DoneComments, editor_of, is_textless
from keytally.adjudication.decisions import (
    Choice,
    Decision,
    DecisionUnit,
    Identity,
    digest_of,
    match_decisions,
    places_of,
)
from keytally.adjudication.gold_items import GoldItems, Known, match_gold
from keytally.adjudication.items import FEWEST, Alignments, Claim, Items, Variant, items_of, variants
from keytally.adjudication.merging import Decided
from keytally.engine.reading import Reading
from keytally.families.annotations import Annotation
from keytally.families.contract import Evaluation

# The state of each item of a document: its annotators' claims, compared with the gold and the decisions.
#
# The gold's content decides: an annotation that a person has added is a decision, whoever made it and how. If
# the gold has no claim about an item, only a decision can state that the item is absent. A decision is stale
# if it was made on other variants than the present ones: then the item is open again, unless all annotators
# agree with the gold.


class State(Enum):
    """The state of an item."""

    AGREED = "agreed"
    """All annotators make the same claim, but it is not yet in the gold."""
    DISPUTED = "disputed"
    """The annotators make different claims, and there is no decision."""
    INCOMPLETE = "incomplete"
    """Some annotators have not finished the document, and there is no decision."""
    ACCEPTED = "accepted"
    """The gold has an annotator's claim."""
    CORRECTED = "corrected"
    """The gold has a claim that no annotator made, either about the item or in its place."""

    @property
    def is_decided(self) -> bool:
        """Return whether the item is decided."""
        return self in (State.ACCEPTED, State.CORRECTED)


class Standing(NamedTuple):
    """The state of an item and its decision; `is_stale` is true if the variants have changed since the
    decision.

    `is_otherwise` is true if all annotators agree but the gold or the decision differs, and no decision keeps
    the gold's version. An item that `waits` is part of an item missing from the gold; its state depends on
    the decision about that item.
    """

    state: State
    decision: Decision | None = None
    is_stale: bool = False
    is_otherwise: bool = False
    waits: bool = False


class Question(NamedTuple):
    """The input of `standing_of`: variants and their digest, the gold's claim, and the decision.

    `instead` is the gold's claim in the place of the item, if the gold has none about the item itself.
    `is_finished` is true if all annotators have finished the document.
    """

    variants: Sequence[Variant]
    digest: str
    gold: Claim | None = None
    decision: Decision | None = None
    is_finished: bool = True
    instead: Claim | None = None


def standing_of(question: Question) -> Standing:
    """Return the state of an item."""
    decision = question.decision
    is_stale = decision is not None and decision.digest != question.digest
    agreed = _agreed(question)
    is_decided, answer = _answer(question, None if is_stale else decision)
    is_otherwise = (
        is_decided and agreed is not None and agreed.said != answer and not _is_meant(question, is_stale)
    )
    if is_stale and not (is_decided and agreed is not None and not is_otherwise):
        return Standing(State.DISPUTED, decision, is_stale=True)
    if is_decided:
        is_said = any(variant.said == answer for variant in question.variants)
        return Standing(State.ACCEPTED if is_said else State.CORRECTED, decision, is_otherwise=is_otherwise)
    return Standing(_open_state(question, agreed), decision)


def _answer(question: Question, decision: Decision | None) -> tuple[bool, Claim | None]:
    """Return whether the item is decided, and the decided claim."""
    if question.gold is not None:
        return True, question.gold
    if decision is not None and _says_nothing(question, decision):
        return True, None
    return question.instead is not None, question.instead


def _is_meant(question: Question, is_stale: bool) -> bool:
    """Return whether a decision keeps the gold's version."""
    decision = question.decision
    is_own = decision is not None and decision.choice is Choice.OWN
    return is_own and not is_stale and question.gold is not None


def _says_nothing(question: Question, decision: Decision) -> bool:
    """Return whether the decision is that there is no item."""
    if decision.choice is not Choice.TAKE:
        return True
    nothing = next((variant.annotators for variant in question.variants if variant.said is None), ())
    return decision.annotator in nothing


def _agreed(question: Question) -> Variant | None:
    """Return the unanimous variant, provided that all annotators have finished the document and that there
    are at least two of them; otherwise None.
    """
    found = question.variants
    is_one = question.is_finished and len(found) == 1 and found[0].votes >= FEWEST
    return found[0] if is_one else None


def _open_state(question: Question, agreed: Variant | None) -> State:
    if not question.is_finished:
        return State.INCOMPLETE
    return State.AGREED if agreed is not None else State.DISPUTED


@dataclass(frozen=True, slots=True, eq=False)
class DocumentState:
    """The items of a document, with the variants, identity and standing of each, by item number.

    `lost` contains decisions on items that do not exist.
    """

    items: Items
    gold: GoldItems
    variants: Sequence[Sequence[Variant]]
    identities: Sequence[Identity]
    standings: Sequence[Standing]
    lost: Sequence[Decision]

    @property
    def open(self) -> list[int]:
        """Return the undecided items, except parts of items that the gold lacks."""
        return [
            number
            for number, standing in enumerate(self.standings)
            if not standing.waits and not standing.state.is_decided
        ]

    @property
    def decided(self) -> Decided:
        """Return the decisions in the form that merging requires."""
        found: dict[int, Variant] = {}
        for number, standing in enumerate(self.standings):
            chosen = None if standing.is_stale else self._chosen(number, standing.decision)
            if chosen is not None:
                found[number] = chosen
        stale = [number for number, standing in enumerate(self.standings) if standing.is_stale]
        return Decided(found, frozenset(stale))

    def _chosen(self, number: int, decision: Decision | None) -> Variant | None:
        """Return the variant that a decision chooses; None without a decision, and a variant that
        represents absence if the item is rejected or has a custom version.
        """
        if decision is None:
            return None
        if decision.choice is not Choice.TAKE:
            return Variant(None, ())
        return next((each for each in self.variants[number] if decision.annotator in each.annotators), None)


class DocumentClaims(NamedTuple):
    """The claims and the decisions about the items of a document, by item number.

    `lost` contains decisions on items that do not exist.
    """

    variants: Sequence[Sequence[Variant]]
    identities: Sequence[Identity]
    decisions: Mapping[int, Decision]
    lost: Sequence[Decision]

    @property
    def nothing(self) -> Collection[int]:
        """Return the items that a decision on the current variants removes."""
        return {
            number
            for number, decision in self.decisions.items()
            if decision.digest == self.identities[number].digest and decision.choice is Choice.NONE
        }


def claims_in_document(
    items: Items, decisions: Sequence[Decision], before: DocumentState | None = None
) -> DocumentClaims:
    """Return the claims and the decisions; the state `before` is reused if its items are the same."""
    is_same = before is not None and before.items is items
    said, identities = (
        (before.variants, before.identities) if before and is_same else _variants_and_identities(items)
    )
    return DocumentClaims(said, identities, *match_decisions(identities, decisions))


def state_of(
    items: Items, gold: GoldItems, told: DocumentClaims, annotators: Collection[str]
) -> DocumentState:
    """Return the state of a document; `annotators` contains all its annotators."""
    is_finished = all(name in items.annotations for name in annotators)
    standings = [
        standing_of(
            Question(
                told.variants[number],
                each.digest,
                gold.said(number),
                told.decisions.get(number),
                is_finished,
                gold.said_instead(number),
            )
        )
        for number, each in enumerate(told.identities)
    ]
    waiting = [_waits(items, gold, number) for number in range(len(standings))]
    standings = [each._replace(waits=waits) for each, waits in zip(standings, waiting, strict=True)]
    return DocumentState(items, gold, told.variants, told.identities, standings, told.lost)


def _variants_and_identities(items: Items) -> tuple[Sequence[Sequence[Variant]], Sequence[Identity]]:
    """Return the variants and the identity of each item."""
    said = [variants(items, number) for number in range(len(items.items))]
    named = zip(places_of(items), said, strict=True)
    return said, [Identity(place, digest_of(items, each)) for place, each in named]


def _waits(items: Items, gold: GoldItems, number: int) -> bool:
    """Return whether an item is part of an item that is missing from the gold."""
    parent = items.items[number].parent
    return parent is not None and parent not in gold.members


def count_items(states: Mapping[str, DocumentState]) -> Mapping[str, tuple[int, int]]:
    """Return the number of open and of decided items in each document, excluding parts that wait."""
    return {
        name: (
            len(state.open),
            sum(not standing.waits and standing.state.is_decided for standing in state.standings),
        )
        for name, state in states.items()
    }


class Count(NamedTuple):
    """The number of open and decided items in a document or a file, excluding parts that wait."""

    open: int = 0
    decided: int = 0


class Counts:
    """The counts of the documents of one adjudication, and their sum."""

    def __init__(self) -> None:
        self._of: dict[str, Count] = {}
        self._changed: dict[str, None] = {}
        self.sum = Count()

    def of(self, document: str) -> Count:
        """Return the count of a document."""
        return self._of.get(document, Count())

    @property
    def all(self) -> Mapping[str, Count]:
        """Return the counts of all documents."""
        return self._of

    def update(self, documents: Iterable[str], states: Mapping[str, DocumentState]) -> None:
        """Update the counts of these documents from `states`; the count of a document without a state is
        removed.
        """
        found = count_items(states)
        for document in documents:
            before = self._of.pop(document, None)
            after = Count(*found[document]) if document in found else None
            if after is not None:
                self._of[document] = after
            if before != after:
                self._changed[document] = None
                self._add(before, -1)
                self._add(after, 1)

    def _add(self, count: Count | None, times: int) -> None:
        if count is not None:
            self.sum = Count(self.sum.open + times * count.open, self.sum.decided + times * count.decided)

    def news(self) -> dict[str, Count | None]:
        """Return the counts that changed since the last call, by document; None for deleted documents."""
        changed, self._changed = self._changed, {}
        return {document: self._of.get(document) for document in changed}


HasFinished = Callable[[str, str, Collection[str], bool], bool]
"""A function that returns whether an annotator, by name, has finished a document.

The other arguments are the documents that comments in their file mark as done, and whether the file contains
the document.
"""

_GOLD = ""
"""The key for the gold among the names of annotators, which are never empty."""


class LiveAdjudication:
    """The states of an adjudication's documents, computed from readings.

    `annotators` maps each name to a reading; the gold and the decisions are None if they do not exist. After
    an edit, the caller passes the changed documents to `mark_stale`, and `update` computes their states
    again. A document that is missing from an annotator's file counts as not annotated, unless it has no text
    and is marked as done. In that case, the annotator has found nothing in it.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        annotators: Mapping[str, Reading],
        gold: Reading | None = None,
        decisions: Reading | None = None,
        has_finished: HasFinished = lambda annotator, document, commented, is_in_file: is_in_file,
    ) -> None:
        self.evaluation = evaluation
        self.editor = editor_of(evaluation)
        self.annotators = annotators
        self.gold = gold
        self.decisions = decisions
        self._has_finished = has_finished
        self._done = {name: DoneComments(self.editor, reading) for name, reading in annotators.items()}
        self._annotations: dict[tuple[str, str], Sequence[Annotation]] = {}
        self._alignments: dict[str, Alignments] = {}
        self._states: dict[str, DocumentState] = {}
        self._stale: dict[str, None] = dict.fromkeys(self.documents)

    @property
    def readings(self) -> list[Reading]:
        """Return the readings of all files."""
        return [each for each in (*self.annotators.values(), self.gold, self.decisions) if each is not None]

    @property
    def _with_texts(self) -> list[Reading]:
        """Return the readings of files that may contain the texts of documents."""
        return [each for each in (*self.annotators.values(), self.gold) if each is not None]

    @property
    def documents(self) -> list[str]:
        """Return all documents: those of the gold in its order, then those of annotators and of decisions."""
        readings = (self.gold, *self.annotators.values(), self.decisions)
        found = (reading.documents for reading in readings if reading is not None)
        return list(dict.fromkeys(chain.from_iterable(found)))

    def state(self, document: str) -> DocumentState | None:
        """Return the state of a document as of the last update; None for an unknown document."""
        return self._states.get(document)

    @property
    def states(self) -> dict[str, DocumentState]:
        """Return the states of all documents, in order, as of the last update."""
        return {name: self._states[name] for name in self.documents if name in self._states}

    def with_gold(self, gold: Reading) -> "LiveAdjudication":
        """Return this adjudication with another gold, up to date."""
        found = LiveAdjudication(self.evaluation, self.annotators, gold, self.decisions, self._has_finished)
        found.update()
        return found

    def mark_stale(self, changed: Mapping[Reading, Collection[str]]) -> None:
        """Record documents that have changed in readings; readings of other files are ignored."""
        sides = [*self.annotators.items(), *([(_GOLD, self.gold)] if self.gold is not None else [])]
        for name, reading in sides:
            for document in changed.get(reading, ()):
                self._annotations.pop((name, document), None)
                self._stale[document] = None
        for name, reading in self.annotators.items():
            if reading in changed:
                self._stale.update(dict.fromkeys(sorted(self._done[name].renew(changed[reading]))))
        if self.decisions is not None:
            self._stale.update(dict.fromkeys(sorted(changed.get(self.decisions, ()))))

    @property
    def stale(self) -> Collection[str]:
        """Return the changed documents whose states have not been updated."""
        return self._stale.keys()

    def update(self, documents: Set[str] | None = None, stop: Callable[[], bool] = lambda: False) -> set[str]:
        """Update the states of the given changed documents, or of all changed documents, until `stop`
        returns true; return the updated documents.
        """
        changed = set[str]()
        for document in list(self._stale if documents is None else sorted(documents & self._stale.keys())):
            del self._stale[document]
            changed.add(document)
            if any(reading.documents.units_of(document) for reading in self.readings):
                self._states[document] = self._state(document)
            else:
                self._states.pop(document, None)
                self._alignments.pop(document, None)
            if stop():
                break
        return changed

    def _state(self, document: str) -> DocumentState:
        said = {
            name: self._annotations_of(name, reading, document)
            for name, reading in self.annotators.items()
            if self.has_finished(name, document)
        }
        gold = self._annotations_of(_GOLD, self.gold, document)
        alignments = self._alignments.setdefault(document, Alignments(self.editor))
        before = self._states.get(document)
        is_same = before is not None and _are_same(before.items, said)
        items = before.items if before is not None and is_same else items_of(alignments, said)
        told = claims_in_document(items, self._decided(document), before)
        found = match_gold(self.editor, items, gold, Known(nothing=told.nothing), alignments)
        alignments.keep([*said.values(), gold])
        return state_of(items, found, told, self.annotators)

    def has_finished(self, annotator: str, document: str) -> bool:
        """Return whether an annotator has finished a document."""
        is_in_file = bool(self.annotators[annotator].documents.units_of(document))
        is_stated = self._has_finished(annotator, document, self._done[annotator].documents, is_in_file)
        return is_stated and (is_in_file or is_textless(self.editor, self._with_texts, document))

    def done_comments(self, annotator: str) -> DoneComments:
        """Return an annotator's done comments."""
        return self._done[annotator]

    def _annotations_of(self, name: str, reading: Reading | None, document: str) -> Sequence[Annotation]:
        """Return a file's annotations of a document, cached until the document changes."""
        if reading is None:
            return ()
        key = name, document
        if key not in self._annotations:
            units = reading.documents.units_of(document)
            self._annotations[key] = self.editor.annotations(units) if units else ()
        return self._annotations[key]

    def _decided(self, document: str) -> list[Decision]:
        if self.decisions is None:
            return []
        units: Iterable[Any] = self.decisions.documents.units_of(document)
        return [unit.decision for unit in units if isinstance(unit, DecisionUnit) and unit.decision]


def _are_same(items: Items, said: Mapping[str, Sequence[Annotation]]) -> bool:
    """Return whether items were built from these annotations."""
    known = items.annotations
    return known.keys() == said.keys() and all(known[name] is each for name, each in said.items())
