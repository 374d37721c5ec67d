"""Merging: what the gold becomes by a strategy, and what stays open.

What stands in the gold stays: a person may have put it there, and what an earlier merge put there is not told
apart from that. Merging adds what a strategy decides, or a person has decided, and the gold lacks.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, NamedTuple

from keytally.adjudication.gold_items import GoldItems
from keytally.adjudication.items import Items
from keytally.adjudication.strategies import FEWEST, Strategy
from keytally.adjudication.variants import Variant, example, variants
from keytally.evaluations.annotated import (
    Annotates,
    Annotation,
    Change,
    KeepsAlternatives,
    KeepsVersions,
    Reference,
)
from keytally.findings.finding import Edit


class Outcome(Enum):
    """What becomes of an item in the gold."""

    STANDS = "stands"
    """The gold says something of it already, or has something in its place."""
    ADDED = "added"
    NOTHING = "nothing"
    """It is decided that nothing is there."""
    OPEN = "open"
    WAITS = "waits"
    """It is a part of what is open, or not there."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What people have decided, by item: a variant, which may be that nothing is there.

    `stale` are items whose decision was made on other variants than there are: they are open again.
    """

    variants: Mapping[int, Variant] = field(default_factory=dict)
    stale: Collection[int] = frozenset()


class Merging(NamedTuple):
    """How a document is merged: by a strategy, with what people have decided.

    `keeps_alternatives` says that the gold gets all that is said where that is open, if it can hold it.
    `nothing` are annotations by which annotators say that nothing is there; the gold gets them if no item of
    the document is open.
    """

    strategy: Strategy
    keeps_alternatives: bool = False
    decided: Decided = Decided()
    nothing: Sequence[Annotation] = ()


class MergedDocument(NamedTuple):
    """The edits of the gold's units, what became of each item, and why changes of some are refused."""

    edits: Sequence[tuple[Any, Edit]]
    outcomes: Sequence[Outcome]
    refused: Mapping[int, str]

    @property
    def open(self) -> list[int]:
        """The items that stay open."""
        return self._with(Outcome.OPEN)

    @property
    def added(self) -> list[int]:
        """The items that are new in the gold."""
        return self._with(Outcome.ADDED)

    def _with(self, outcome: Outcome) -> list[int]:
        return [number for number, each in enumerate(self.outcomes) if each is outcome]


def merged(
    evaluation: Annotates,
    items: Items,
    gold: GoldItems,
    units: Sequence[Any],
    merging: Merging,
) -> MergedDocument:
    """What the gold of one document becomes; `units` are as in `Annotates.rewriting`."""
    plan = MergePlan(evaluation, items, gold, merging)
    plan.decide()
    if (whole := _with_versions(evaluation, plan, gold, units)) is not None:
        return whole
    changes = list(plan.changes())
    if Outcome.OPEN not in plan.outcomes:
        changes += [Change(None, each) for each in merging.nothing]
    made = evaluation.rewriting(units, changes)
    refused = {plan.added[index]: reason for index, reason in made.refused.items() if index < len(plan.added)}
    for number in refused:
        plan.outcomes[number] = Outcome.OPEN
    return MergedDocument(made.edits, plan.outcomes, refused)


def _with_versions(
    evaluation: Annotates, plan: "MergePlan", gold: GoldItems, units: Sequence[Any]
) -> MergedDocument | None:
    """A document with the answers of all annotators; None where it keeps none, or cannot have them."""
    if gold.annotations or not plan.has_versions or not isinstance(evaluation, KeepsVersions):
        return None
    said = evaluation.versions(plan.answers())
    made = None if said is None else evaluation.rewriting(units, [Change(None, each) for each in said])
    if made is None or made.refused:
        return None
    outcomes = (Outcome.ADDED if each is Outcome.OPEN else each for each in plan.outcomes)
    return MergedDocument(made.edits, list(outcomes), {})


class MergePlan:
    """What becomes of the items of a document, parents first."""

    def __init__(self, evaluation: Annotates, items: Items, gold: GoldItems, merging: Merging) -> None:
        self._evaluation = evaluation
        self._items = items
        self._gold = gold
        self._merging = merging
        self._decided = merging.decided
        self._wanted: dict[int, tuple[Annotation, Sequence[int]]] = {}
        self.further: list[tuple[int, Annotation]] = []
        self._needed = set[tuple[int, str, str]]()
        self.outcomes: list[Outcome] = []

    def decide(self) -> None:
        """Find the outcome of each item, and what is added."""
        for number in range(len(self._items.items)):
            self.outcomes.append(self._outcome(number))

    @property
    def added(self) -> list[int]:
        """The items that are added, in the order of the changes."""
        return list(self._wanted)

    def wanted(self, number: int) -> Annotation:
        """What is added for an item."""
        return self._wanted[number][0]

    @property
    def has_versions(self) -> bool:
        """Whether all that is open may be kept, as far as the files can hold it."""
        is_open = Outcome.OPEN in self.outcomes and not self._decided.stale
        return is_open and self._merging.keeps_alternatives

    def answers(self) -> list[list[Annotation]]:
        """The answer of each annotator: what is added, and what they say of the items that are open."""
        return [list(self._answer(name)) for name in self._items.annotations]

    def _answer(self, name: str) -> Iterator[Annotation]:
        for number, outcome in enumerate(self.outcomes):
            index = self._items.items[number].members.get(name)
            if number in self._wanted:
                yield self.wanted(number)
            elif outcome is Outcome.OPEN and index is not None:
                yield self._items.annotations[name][index]

    def changes(self) -> Iterator[Change]:
        """The change for each item that is added."""
        change_of = {number: change for change, number in enumerate(self._wanted)}
        for number, (wanted, item_of) in self._wanted.items():
            referred = (part.target for part in wanted.value if isinstance(part, Reference))
            targets = tuple(self._in_gold(item_of[target], change_of) for target in referred)
            parent = self._items.items[number].parent
            yield Change(None, wanted, targets, None if parent is None else self._in_gold(parent, change_of))
        for number, part in self.further:
            yield Change(None, part, (), self._in_gold(number, change_of))

    def _in_gold(self, number: int, change_of: Mapping[int, int]) -> Annotation | int | None:
        """What an item is in the gold: an annotation, or the change that adds it."""
        index = self._gold.members.get(number)
        return change_of.get(number) if index is None else self._gold.annotations[index]

    def _outcome(self, number: int) -> Outcome:
        parent = self._items.items[number].parent
        if parent is not None and not self._is_in_gold(parent):
            return Outcome.WAITS
        if self._gold.shown(number) is not None:
            return Outcome.OPEN if number in self._decided.stale else Outcome.STANDS
        if (parent, *self._items.items[number][:2]) in self._needed:
            return Outcome.ADDED
        found = variants(self._items, number)
        chosen = self._chosen(number, found)
        if chosen is None:
            return self._alternatives(number, found)
        return self._add(number, chosen)

    def _is_in_gold(self, number: int) -> bool:
        """Whether the gold has an item, or is to have it."""
        return number in self._gold.members or self.outcomes[number] is Outcome.ADDED

    def _chosen(self, number: int, found: Sequence[Variant]) -> Variant | None:
        """The variant that is right; None where that is open. Parts follow what only one annotator has."""
        if number in self._decided.variants:
            return self._decided.variants[number]
        if number in self._decided.stale:
            return None
        is_part = self._items.items[number].parent is not None
        return found[0] if is_part and len(found) == 1 else self._merging.strategy(found)

    def _add(self, number: int, chosen: Variant) -> Outcome:
        wanted = example(self._items, number, chosen)
        if wanted is None:
            return Outcome.NOTHING
        self._wanted[number] = wanted, self._items.item_of[chosen.annotators[0]]
        return Outcome.ADDED

    def _alternatives(self, number: int, found: Sequence[Variant]) -> Outcome:
        """Keep all that is said where keys can hold it."""
        evaluation = self._evaluation
        if not self._merging.keeps_alternatives or not isinstance(evaluation, KeepsAlternatives):
            return Outcome.OPEN
        present = [said for variant in found if (said := self._by_items(number, variant)) is not None]
        if number in self._decided.stale or len(found) < FEWEST:
            return Outcome.OPEN
        kept = evaluation.alternatives(present, len(present) < len(found))
        if kept is None:
            return Outcome.OPEN
        self._wanted[number] = kept.annotation, range(len(self._items.items))
        self.further += ((number, part) for part in kept.parts)
        self._needed.update((number, part.kind, part.name) for part in kept.parts)
        return Outcome.ADDED

    def _by_items(self, number: int, variant: Variant) -> Annotation | None:
        """What a variant says, with items as what references lead to; None for nothing."""
        annotation = example(self._items, number, variant)
        if annotation is None or variant.said is None:
            return None
        return annotation._replace(value=variant.said.value)
