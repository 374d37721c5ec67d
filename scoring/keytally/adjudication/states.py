"""How far each item of a document is: what its annotators say, held against the gold and the decisions.

The gold decides by what it says: something that a person has put there is a decision, whoever made it and
how. Where it says nothing of an item, only a decision tells that nothing is to be there. A decision on other
variants than there are now is stale: then the item is open again, unless all agree on what the gold has.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from keytally.adjudication.decisions import Choice, Decision
from keytally.adjudication.gold_items import GoldItems
from keytally.adjudication.identity import Identity, digest_of, matched, places_of
from keytally.adjudication.items import Items, Said
from keytally.adjudication.merging import Decided
from keytally.adjudication.strategies import FEWEST
from keytally.adjudication.variants import Variant, variants


class State(Enum):
    """How far an item is."""

    AGREED = "agreed"
    """All say the same; the gold has not taken it over yet."""
    DISPUTED = "disputed"
    """They say different things, and nothing is decided."""
    INCOMPLETE = "incomplete"
    """Some have not finished the document, and nothing is decided."""
    ACCEPTED = "accepted"
    """The gold has what one of them says."""
    CORRECTED = "corrected"
    """The gold has what none of them says, or has that in the place of the item."""

    @property
    def is_decided(self) -> bool:
        """Whether it is settled what the gold has."""
        return self in (State.ACCEPTED, State.CORRECTED)


class Standing(NamedTuple):
    """The state of an item; `decision` is what was decided on it, `is_stale` if on other variants.

    `is_otherwise` says that all agree, that the gold or the decision says something else, and that nobody has
    decided to keep what the gold has. An item that
    `waits` is a part of one that the gold does not have, and follows what is decided on that.
    """

    state: State
    decision: Decision | None = None
    is_stale: bool = False
    is_otherwise: bool = False
    waits: bool = False


class Question(NamedTuple):
    """An item to be told of: its variants with their digest, what the gold says, and what was decided.

    `instead` is what the gold has in the place of the item, where it says nothing of it.
    `is_finished` says whether all annotators have finished the document.
    """

    variants: Sequence[Variant]
    digest: str
    gold: Said | None = None
    decision: Decision | None = None
    is_finished: bool = True
    instead: Said | None = None


def standing_of(question: Question) -> Standing:
    """How far an item is."""
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


def _answer(question: Question, decision: Decision | None) -> tuple[bool, Said | None]:
    """Whether something is decided, and what is to be there."""
    if question.gold is not None:
        return True, question.gold
    if decision is not None and _says_nothing(question, decision):
        return True, None
    return question.instead is not None, question.instead


def _is_meant(question: Question, is_stale: bool) -> bool:
    """Whether it is decided that the gold keeps what it has."""
    decision = question.decision
    is_own = decision is not None and decision.choice is Choice.OWN
    return is_own and not is_stale and question.gold is not None


def _says_nothing(question: Question, decision: Decision) -> bool:
    """Whether nothing is to be there, where the gold has nothing."""
    if decision.choice is not Choice.TAKE:
        return True
    nothing = next((variant.annotators for variant in question.variants if variant.said is None), ())
    return decision.annotator in nothing


def _agreed(question: Question) -> Variant | None:
    """What all annotators say, if they are at least two."""
    found = question.variants
    is_one = question.is_finished and len(found) == 1 and found[0].votes >= FEWEST
    return found[0] if is_one else None


def _open_state(question: Question, agreed: Variant | None) -> State:
    if not question.is_finished:
        return State.INCOMPLETE
    return State.AGREED if agreed is not None else State.DISPUTED


@dataclass(frozen=True, slots=True, eq=False)
class DocumentState:
    """The items of a document with their variants, identities and standings, each by the item's number.

    `lost` are decisions on items that there are not.
    """

    items: Items
    gold: GoldItems
    variants: Sequence[Sequence[Variant]]
    identities: Sequence[Identity]
    standings: Sequence[Standing]
    lost: Sequence[Decision]

    @property
    def open(self) -> list[int]:
        """The items on which something is to be decided, but for parts that wait."""
        return [
            number
            for number, standing in enumerate(self.standings)
            if not standing.waits and not standing.state.is_decided
        ]

    @property
    def decided(self) -> Decided:
        """What people have decided, as merging takes it."""
        found: dict[int, Variant] = {}
        for number, standing in enumerate(self.standings):
            chosen = None if standing.is_stale else self._chosen(number, standing.decision)
            if chosen is not None:
                found[number] = chosen
        stale = [number for number, standing in enumerate(self.standings) if standing.is_stale]
        return Decided(found, frozenset(stale))

    def _chosen(self, number: int, decision: Decision | None) -> Variant | None:
        """The variant that a decision chooses; one of one's own is in the gold, or that nothing is there."""
        if decision is None:
            return None
        if decision.choice is not Choice.TAKE:
            return Variant(None, ())
        return next((each for each in self.variants[number] if decision.annotator in each.annotators), None)


class Told(NamedTuple):
    """What is said of the items of a document, and what is decided on them, each by the item's number.

    `lost` are decisions on items that there are not.
    """

    variants: Sequence[Sequence[Variant]]
    identities: Sequence[Identity]
    decisions: Mapping[int, Decision]
    lost: Sequence[Decision]

    @property
    def nothing(self) -> Collection[int]:
        """The items of which it is decided that nothing is there, on what is said now."""
        return {
            number
            for number, decision in self.decisions.items()
            if decision.digest == self.identities[number].digest and decision.choice is Choice.NONE
        }


def told_of(items: Items, decisions: Sequence[Decision], before: DocumentState | None = None) -> Told:
    """What is said and decided; what the state `before` tells of the same items is taken over."""
    is_same = before is not None and before.items is items
    said, identities = (before.variants, before.identities) if before and is_same else _said(items)
    return Told(said, identities, *matched(identities, decisions))


def state_of(items: Items, gold: GoldItems, told: Told, annotators: Collection[str]) -> DocumentState:
    """How far the items of a document are; `annotators` are all who are to annotate it."""
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


def _said(items: Items) -> tuple[Sequence[Sequence[Variant]], Sequence[Identity]]:
    """The variants and the identity of each item."""
    said = [variants(items, number) for number in range(len(items.items))]
    named = zip(places_of(items), said, strict=True)
    return said, [Identity(place, digest_of(items, each)) for place, each in named]


def _waits(items: Items, gold: GoldItems, number: int) -> bool:
    """Whether an item is a part of one that the gold does not have."""
    parent = items.items[number].parent
    return parent is not None and parent not in gold.members


def counted(states: Mapping[str, DocumentState]) -> Mapping[str, tuple[int, int]]:
    """The open and the decided items of each document, but for parts that wait."""
    return {
        name: (len(state.open), sum(not each.waits and each.state.is_decided for each in state.standings))
        for name, state in states.items()
    }
