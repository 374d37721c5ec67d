"""Taking over what annotators say: the edits of a gold, and what is recorded of them in the decisions.

A decision is recorded where annotators differ or have not all finished; what all say can be seen in the gold.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.adjudication.decisions import Choice, Decision, Place
from keytally.adjudication.items import Items, Said
from keytally.adjudication.relinking import links_of_new
from keytally.adjudication.states import DocumentState, State
from keytally.evaluations.annotated import Annotates, Annotation, Change, Reference
from keytally.findings.finding import Edit

Choices = Mapping[int, str | None]
"""The annotator whose version becomes the gold's, by item; None stands for nothing there."""


class Taken(NamedTuple):
    """The edits of the gold's units, the decisions that are made, and the items whose old ones go.

    `refused` are items that the gold cannot have in this way, with the reasons; nothing is recorded of them.
    """

    edits: Sequence[tuple[Any, Edit]]
    decisions: Sequence[Decision]
    withdrawn: Sequence[tuple[str, Place]]
    refused: Mapping[int, str]

    @property
    def changes_anything(self) -> bool:
        """Whether the gold or the decisions become others."""
        return bool(self.edits or self.decisions or self.withdrawn)


class Whole(NamedTuple):
    """What annotators say of an item with all its parts, and who says so, by name."""

    annotators: tuple[str, ...]
    choices: Choices


def wholes(items: Items, number: int) -> list[Whole]:
    """What is said to be there of an item and its parts: most votes first, ties by the annotators' names."""
    members = items.items[number].members
    numbers = [number, *parts_of(items, number)]
    saying = defaultdict[tuple[Said | None, ...], list[str]](list)
    for name in members:
        saying[tuple(items.said(each, name) for each in numbers)].append(name)
    found = [Whole(tuple(names), whole(items, number, names[0])) for names in saying.values()]
    return sorted(found, key=lambda each: (-len(each.annotators), each.annotators))


def whole(items: Items, number: int, annotator: str | None) -> dict[int, str | None]:
    """The choice of what one annotator has, or of nothing, for an item and its parts."""
    numbers = [number, *parts_of(items, number)] if annotator is not None else [number]
    return {each: annotator if annotator in items.items[each].members else None for each in numbers}


def parts_of(items: Items, number: int) -> list[int]:
    """The parts of an item at any depth; they stand behind it."""
    found = [number]
    known = {number}
    for each in range(number + 1, len(items.items)):
        if items.items[each].parent not in known:
            break
        known.add(each)
        found.append(each)
    return found[1:]


def brought(state: DocumentState, choices: Choices) -> Choices:
    """The choices with what their annotations refer to, where the gold lacks that and it is still open."""
    found = dict(choices)
    left = list(found)
    while left:
        number = left.pop()
        name = found[number]
        for target in _referred(state.items, number, name) if name is not None else ():
            is_open = not state.standings[target].state.is_decided
            if target not in found and target not in state.gold.members and is_open:
                added = whole(state.items, target, name)
                found.update(added)
                left += added
    return dict(sorted(found.items()))


def linked(items: Items, number: int, annotator: str) -> list[int]:
    """The items that an annotator links with one, directly or over others, and itself.

    Only links of annotations that are no part of others count, such as those of a chain.
    """
    said, item_of = items.annotations[annotator], items.item_of[annotator]
    beside = defaultdict[int, list[int]](list)
    for index, annotation in enumerate(said):
        targets = [part.target for part in annotation.value if isinstance(part, Reference)]
        for target in targets if annotation.parent is None else ():
            beside[item_of[index]].append(item_of[target])
            beside[item_of[target]].append(item_of[index])
    found = {number}
    left = [number]
    while left:
        new = set(beside[left.pop()]) - found
        found |= new
        left += sorted(new)
    return sorted(found)


def _referred(items: Items, number: int, annotator: str) -> Iterator[int]:
    said = items.said(number, annotator)
    parts = () if said is None else said.value
    return (part.target for part in parts if isinstance(part, Reference) and part.target >= 0)


def taken(  # noqa: PLR0913 -- what is taken over has these parts
    evaluation: Annotates,
    document: str,
    state: DocumentState,
    units: Sequence[Any],
    choices: Choices,
    *,
    others_go: bool = False,
) -> Taken:
    """What becomes of the gold and of the decisions by choices; `units` are as in `Annotates.rewriting`.

    With `others_go` what stands in the gold and nobody says goes. Links to what is added come with it
    (`keytally.adjudication.relinking`).
    """
    plan = _Plan(state, {**choices, **dict(links_of_new(state, choices))})
    changes = plan.changes()
    replaced = {id(change.present) for change in changes}
    changes += (each for each in _others(state) if others_go and id(each.present) not in replaced)
    made = evaluation.rewriting(units, changes)
    own = {plan.changed[index]: why for index, why in made.refused.items() if index < len(plan.changed)}
    refused = {number: why for number, why in own.items() if number in choices}
    recorded = [number for number in plan.numbers if number in choices and number not in refused]
    decisions = [
        _decision(document, state, each, Choice.NONE if choices[each] is None else Choice.TAKE, choices[each])
        for each in recorded
        if _is_told(state, each)
    ]
    places = {decision.item for decision in decisions}
    old = (state.standings[number].decision for number in recorded)
    withdrawn = [each.item for each in old if each is not None and each.item not in places]
    return Taken(made.edits, decisions, withdrawn, refused)


def keepable(state: DocumentState, number: int) -> list[int]:
    """What the gold has of an item and its parts that can be decided to stay as it is.

    That is what no annotator says, and what an old decision was about, where that is not decided yet.
    """
    return [each for each in (number, *parts_of(state.items, number)) if _is_keepable(state, each)]


def _is_keepable(state: DocumentState, number: int) -> bool:
    standing = state.standings[number]
    if number not in state.gold.members:
        return False
    is_own = standing.decision is not None and standing.decision.choice is Choice.OWN
    return standing.is_stale or (standing.state is State.CORRECTED and not is_own)


def kept(document: str, state: DocumentState, numbers: Sequence[int]) -> Taken:
    """What is recorded of the decision that the gold keeps what it has of items."""
    return Taken((), [_decision(document, state, each, Choice.OWN) for each in numbers], (), {})


def _others(state: DocumentState) -> Iterator[Change]:
    """The changes that take away what the gold alone says; parts go with what they are parts of."""
    gold = state.gold
    for annotation, number in zip(gold.annotations, gold.item_of, strict=True):
        parent = annotation.parent
        if number < 0 and (parent is None or gold.item_of[parent] >= 0):
            yield Change(annotation, None)


def _is_told(state: DocumentState, number: int) -> bool:
    """Whether a decision on an item is recorded."""
    standing = state.standings[number]
    return len(state.variants[number]) > 1 or standing.state is State.INCOMPLETE or standing.is_otherwise


def _decision(
    document: str, state: DocumentState, number: int, choice: Choice, annotator: str | None = None
) -> Decision:
    place, digest = state.identities[number].place, state.identities[number].digest
    old = state.standings[number].decision
    comment = old.comment if old is not None else ""
    return Decision(document, place, choice, digest, annotator, comment=comment)


class _Plan:
    """The changes of a gold by choices; parts of what the gold is not to have are left out."""

    def __init__(self, state: DocumentState, choices: Choices) -> None:
        self._state = state
        self._items = state.items
        self._gold = state.gold
        self._choices = choices
        self._replaced = set[int]()
        self.numbers = [number for number in sorted(choices) if self._has_parent(number)]
        self.changed = [number for number in self.numbers if self._is_changed(number)]
        self._change_of = {number: index for index, number in enumerate(self.changed)}

    def changes(self) -> list[Change]:
        """The change of each item that becomes another one."""
        return [self._change(number) for number in self.changed]

    def _has_parent(self, number: int) -> bool:
        """Whether the gold has, or is to have, what an item is a part of."""
        parent = self._items.items[number].parent
        return parent is None or (self._is_there(parent) and self._has_parent(parent))

    def _is_there(self, number: int) -> bool:
        if number in self._choices:
            return self._choices[number] is not None
        return number in self._gold.members

    def _is_changed(self, number: int) -> bool:
        """Whether the gold says something else of an item than what is chosen."""
        name = self._choices[number]
        wanted = None if name is None else self._items.said(number, name)
        return wanted != self._gold.said(number)

    def _present(self, number: int) -> int | None:
        """What the gold has of an item; else what stands in its place, if that is nobody's, and has to go."""
        instead = self._gold.corrections.get(number)
        is_taken = self._choices[number] is not None
        if number in self._gold.members or instead is None or not is_taken or instead in self._replaced:
            return self._gold.members.get(number)
        if self._gold.item_of[instead] >= 0:
            return None
        self._replaced.add(instead)
        return instead

    def _change(self, number: int) -> Change:
        present = self._present(number)
        name, parent = self._choices[number], self._items.items[number].parent
        wanted = None if name is None else self._annotation(number, name)
        item_of = () if name is None else self._items.item_of[name]
        referred = [part.target for part in wanted.value if isinstance(part, Reference)] if wanted else []
        return Change(
            None if present is None else self._gold.annotations[present],
            wanted,
            tuple(self._in_gold(item_of[target]) for target in referred),
            None if parent is None else self._in_gold(parent),
        )

    def _annotation(self, number: int, annotator: str) -> Annotation:
        return self._items.annotations[annotator][self._items.items[number].members[annotator]]

    def _in_gold(self, number: int) -> Annotation | int | None:
        """What an item is to be in the gold: an annotation, the change that adds it, or None."""
        index = self._gold.members.get(number)
        if number in self._choices and self._choices[number] is None:
            return None
        return self._change_of.get(number) if index is None else self._gold.annotations[index]
