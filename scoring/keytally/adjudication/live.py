"""An adjudication that follows edits: of the states of its documents only changed ones are made anew."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from itertools import chain
from typing import Any

from keytally.adjudication.alignments import Alignments
from keytally.adjudication.decisions import Decision
from keytally.adjudication.done_comments import DoneComments, is_textless
from keytally.adjudication.gold_items import Known, in_gold
from keytally.adjudication.items import Items, items_of
from keytally.adjudication.language import DecisionUnit
from keytally.adjudication.states import DocumentState, state_of, told_of
from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotates, Annotation

HasFinished = Callable[[str, str, Collection[str], bool], bool]
"""Whether an annotator, by name, has finished a document.

It is given the documents that comments of their file name, and whether their file has the document.
"""

_GOLD = ""
"""What stands for the gold among the names of annotators, none of which is empty."""


class LiveAdjudication:
    """The states of the documents of an adjudication, given its files as readings.

    `annotators` has a reading for each, by name; the gold and the decisions are None where there are none.
    Whoever edits a reading tells of the changed documents by `mark_stale`; `update` then makes their states
    anew. A document that an annotator's file lacks counts as not annotated by them, unless it has no text and
    is said to be done: then they have found nothing in it.
    """

    def __init__(
        self,
        evaluation: Annotates,
        annotators: Mapping[str, Reading],
        gold: Reading | None = None,
        decisions: Reading | None = None,
        has_finished: HasFinished = lambda annotator, document, commented, is_in_file: is_in_file,
    ) -> None:
        self.evaluation = evaluation
        self.annotators = annotators
        self.gold = gold
        self.decisions = decisions
        self._has_finished = has_finished
        self._done = {name: DoneComments(evaluation, reading) for name, reading in annotators.items()}
        self._annotations: dict[tuple[str, str], Sequence[Annotation]] = {}
        self._alignments: dict[str, Alignments] = {}
        self._states: dict[str, DocumentState] = {}
        self._stale: dict[str, None] = dict.fromkeys(self.documents)

    @property
    def readings(self) -> list[Reading]:
        """The readings of all files."""
        return [each for each in (*self.annotators.values(), self.gold, self.decisions) if each is not None]

    @property
    def _with_texts(self) -> list[Reading]:
        """The readings of files that may have texts of documents."""
        return [each for each in (*self.annotators.values(), self.gold) if each is not None]

    @property
    def documents(self) -> list[str]:
        """Every document: the gold's in its order, then those of annotators, then those of decisions only."""
        readings = (self.gold, *self.annotators.values(), self.decisions)
        found = (reading.documents for reading in readings if reading is not None)
        return list(dict.fromkeys(chain.from_iterable(found)))

    def state(self, document: str) -> DocumentState | None:
        """The state of a document, as of the last update; None for one that there is not."""
        return self._states.get(document)

    @property
    def states(self) -> dict[str, DocumentState]:
        """The states of all documents, in their order, as of the last update."""
        return {name: self._states[name] for name in self.documents if name in self._states}

    def with_gold(self, gold: Reading) -> "LiveAdjudication":
        """The same adjudication with another gold, up to date."""
        found = LiveAdjudication(self.evaluation, self.annotators, gold, self.decisions, self._has_finished)
        found.update()
        return found

    def mark_stale(self, changed: Mapping[Reading, Collection[str]]) -> None:
        """Record the documents that have changed in readings; those of other files are passed over."""
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
        """The changed documents whose states are still to be made anew."""
        return self._stale.keys()

    def update(self, documents: Set[str] | None = None, stop: Callable[[], bool] = lambda: False) -> set[str]:
        """Make the states of these changed documents, or of all, anew, until `stop`; returns these."""
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
            name: self._said(name, reading, document)
            for name, reading in self.annotators.items()
            if self.has_finished(name, document)
        }
        gold = self._said(_GOLD, self.gold, document)
        alignments = self._alignments.setdefault(document, Alignments(self.evaluation))
        before = self._states.get(document)
        is_same = before is not None and _are_same(before.items, said)
        items = before.items if before is not None and is_same else items_of(alignments, said)
        told = told_of(items, self._decided(document), before)
        found = in_gold(self.evaluation, items, gold, Known(nothing=told.nothing), alignments)
        alignments.keep([*said.values(), gold])
        return state_of(items, found, told, self.annotators)

    def has_finished(self, annotator: str, document: str) -> bool:
        """Whether an annotator has finished a document."""
        is_in_file = bool(self.annotators[annotator].documents.units_of(document))
        is_stated = self._has_finished(annotator, document, self._done[annotator].documents, is_in_file)
        return is_stated and (is_in_file or is_textless(self.evaluation, self._with_texts, document))

    def done_comments(self, annotator: str) -> DoneComments:
        """The comments by which an annotator says what is done."""
        return self._done[annotator]

    def _said(self, name: str, reading: Reading | None, document: str) -> Sequence[Annotation]:
        """What a file says of a document; kept until the document changes in it."""
        if reading is None:
            return ()
        key = name, document
        if key not in self._annotations:
            units = reading.documents.units_of(document)
            self._annotations[key] = self.evaluation.annotations(units) if units else ()
        return self._annotations[key]

    def _decided(self, document: str) -> list[Decision]:
        if self.decisions is None:
            return []
        units: Iterable[Any] = self.decisions.documents.units_of(document)
        return [unit.decision for unit in units if isinstance(unit, DecisionUnit) and unit.decision]


def _are_same(items: Items, said: Mapping[str, Sequence[Annotation]]) -> bool:
    """Whether items are those of these annotations."""
    known = items.annotations
    return known.keys() == said.keys() and all(known[name] is each for name, each in said.items())
