"""Merges the documents of annotators' files one by one, and tells what stays open."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from keytally.adjudication.gold_items import GoldItems, Known, in_gold
from keytally.adjudication.items import Items, items_of
from keytally.adjudication.merged_before import merged_before
from keytally.adjudication.merging import Decided, Merging, Outcome, merged
from keytally.adjudication.states import DocumentState, state_of, told_of
from keytally.adjudication.variants import Variant, example, variants
from keytally.batch.errors import KeytallyError
from keytally.batch.merge_files import Sources, altered
from keytally.batch.merge_result import ItemState, OpenItem, SaidAt
from keytally.evaluations.annotated import Annotation, Reference, StatesNothing
from keytally.evaluations.interface import Role
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit

STALE = "it was decided when other things were said of it"


class _Judged(NamedTuple):
    """What the gold says of the items of a document, what is decided on them, and their states."""

    gold: GoldItems
    decided: Decided
    state: Callable[[], DocumentState]


class MergeRun:
    """The edits of the gold, the outcome of every item, what is open, and a line for each text left out."""

    def __init__(self, sources: Sources, merging: Merging) -> None:
        self._sources = sources
        self._merging = merging
        self._edits: list[Edit] = []
        self._added: list[str] = []
        self._last: list[Any] = list(sources.gold.reading.units)[-1:]
        self._states: list[tuple[str, int, Callable[[], DocumentState]]] = []
        self.outcomes: list[Outcome] = []
        self.open: list[OpenItem] = []
        self.left_out: list[str] = []

    @property
    def text(self) -> str:
        """The gold's text after the merge."""
        return apply_edits(self._sources.gold.decoded.text, self._edits) + "".join(self._added)

    def merge(self) -> None:
        """Merge every document; one with other text in some file is left out.

        Raises KeytallyError where the gold would begin with one of several texts.
        """
        sources = self._sources
        whole: dict[str, dict[str, Sequence[Any]]] = {}
        for document in sources.documents():
            doing = sources.doing(document)
            if lines := list(altered(sources, document, doing)):
                self.left_out += lines
            else:
                whole[document] = doing
        if self.left_out and sources.is_made_of_annotators:
            advice = "the gold begins with the text of the annotators, which must be one: give the texts"
            raise KeytallyError(*self.left_out, advice)
        for document, doing in whole.items():
            self._merge(document, doing)

    def _merge(self, document: str, doing: Mapping[str, Sequence[Any]]) -> None:
        evaluation = self._sources.evaluation
        units = self._sources.gold.reading.documents.units_of(document)
        items = items_of(evaluation, {name: evaluation.annotations(units) for name, units in doing.items()})
        annotations = evaluation.annotations(units)
        judged = self._judged(document, items, annotations)
        merging = self._merging._replace(decided=judged.decided, nothing=self._nothing(doing))
        made = merged(evaluation, items, judged.gold, units or self._last, merging)
        if annotations and any(items.items[number].parent is None for number in made.added):
            known = merged_before(evaluation, items, judged.gold, merging)
            judged = self._judged(document, items, annotations, known)
            merging = merging._replace(decided=judged.decided)
            made = merged(evaluation, items, judged.gold, units or self._last, merging)
        self._edit(made.edits, is_new=not units)
        self._states.append((document, len(self.outcomes), judged.state))
        self.outcomes += made.outcomes
        reasons = {**dict.fromkeys(judged.decided.stale, STALE), **made.refused}
        self.open += [self._open(document, items, each, reasons.get(each, "")) for each in made.open]

    def _judged(
        self,
        document: str,
        items: Items,
        annotations: Sequence[Annotation],
        known: Mapping[int, int] = MappingProxyType({}),
    ) -> _Judged:
        """What the gold's annotations say; of some items the annotation is known."""
        decisions = self._sources.decisions.of(document)
        evaluation, annotators = self._sources.evaluation, self._sources.annotators
        if not decisions:
            gold = in_gold(evaluation, items, annotations, Known(known))
            return _Judged(gold, Decided(), lambda: state_of(items, gold, told_of(items, ()), annotators))
        told = told_of(items, decisions)
        gold = in_gold(evaluation, items, annotations, Known(known, told.nothing))
        state = state_of(items, gold, told, annotators)
        return _Judged(gold, state.decided, lambda: state)

    def _nothing(self, doing: Mapping[str, Sequence[Any]]) -> Sequence[Annotation]:
        evaluation = self._sources.evaluation
        return evaluation.nothing_said(list(doing.values())) if isinstance(evaluation, StatesNothing) else ()

    def _edit(self, edits: Sequence[tuple[Any, Edit]], *, is_new: bool) -> None:
        """Keep the edits of a document; those of a new one put it behind the gold."""
        if is_new and edits:
            self._append("".join(edit.text for _, edit in edits))
        for unit, edit in () if is_new else edits:
            start = self._sources.gold.reading.units.offset_of(unit)
            self._edits.append(Edit(start + edit.start, start + edit.end, edit.text))

    def _append(self, added: str) -> None:
        """Put a document that the gold has no text of at its end; the next one stands behind it."""
        self._added.append(added)
        self._last = [self._sources.evaluation.language(Role.KEY).read(added)]

    def items(self) -> list[ItemState]:
        """Every item with its state before the merge and its outcome, document by document."""
        found: list[ItemState] = []
        for document, first, states in self._states:
            title, state = self._sources.title(document), states()
            outcomes = self.outcomes[first : first + len(state.standings)]
            for number, (standing, outcome) in enumerate(zip(state.standings, outcomes, strict=True)):
                names = title, state.items.items[number].kind, state.items.full_name(number)
                found.append(ItemState(*names, standing.state.value, outcome.value))
        return found

    def _open(self, document: str, items: Items, number: int, reason: str) -> OpenItem:
        item = items.items[number]
        found = [self._said(items, number, variant) for variant in variants(items, number)]
        return OpenItem(self._sources.title(document), item.kind, items.full_name(number), found, reason)

    def _said(self, items: Items, number: int, variant: Variant) -> SaidAt:
        first = example(items, number, variant)
        if first is None:
            return SaidAt(variant.annotators, None, ())
        members = items.items[number].members
        places = tuple(
            (file.shown, file.position(items.annotations[name][members[name]]))
            for name in variant.annotators
            for file in [self._sources.annotators[name]]
        )
        owner = items.annotations[variant.annotators[0]]
        return SaidAt(variant.annotators, _in_words(first, owner), places)


def _in_words(said: Annotation, owner: Sequence[Annotation]) -> str:
    """A value on one line, with its text where texts may differ; references by what they lead to."""
    words = [
        f'-> "{owner[part.target].name}"' if isinstance(part, Reference) else part for part in said.value
    ]
    return " ".join([f'"{said.name}"', *words] if said.extent is not None else words)
