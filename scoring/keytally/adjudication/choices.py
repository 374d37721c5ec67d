"""Choices between annotators' claims, for one item or all items, and their wording."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from keytally.adjudication.decisions import Choice, Decision, Place
from keytally.adjudication.gold_items import GoldItems
from keytally.adjudication.items import Claim, Items, Variant, example, majority
from keytally.adjudication.states import DocumentState, State
from keytally.families.annotations import Annotation, AnnotationEditor, Change, Reference
from keytally.findings.finding import Edit

# Links that are added together with their targets.
#
# A unanimous or majority claim is accepted while an item that it refers to is still open: for example, a
# mention without its link to the previous one. When that item is accepted too, the link is added with it,
# because it is already chosen.


def antecedent_fixes(state: DocumentState, choices: Mapping[int, str | None]) -> Iterator[tuple[int, str]]:
    """Yield the gold's items that lack links to added items, each with the annotator who made the link."""
    new = {
        number for number, name in choices.items() if name is not None and number not in state.gold.members
    }
    for number in sorted(state.gold.members.keys() - choices.keys()) if new else ():
        name = _taken_from(state, number)
        said = None if name is None else state.items.said(number, name)
        if name is not None and said is not None and _lacks_links(state.gold.said(number), said, new):
            yield number, name


def _taken_from(state: DocumentState, number: int) -> str | None:
    """Return the annotator of the version in the gold: the chosen annotator, or any annotator if all
    agree; otherwise None.
    """
    standing, found = state.standings[number], state.variants[number]
    if standing.is_stale:
        return None
    if standing.decision is not None:
        return standing.decision.annotator if standing.decision.choice is Choice.TAKE else None
    return found[0].annotators[0] if len(found) == 1 else None


def _lacks_links(present: Claim | None, wanted: Claim, new: Collection[int]) -> bool:
    """Return whether the gold's claim equals the wanted claim except for references to new items."""
    left = tuple(part for part in wanted.value if not (isinstance(part, Reference) and part.target in new))
    return len(left) < len(wanted.value) and present == wanted._replace(value=left)


# Accepting annotators' claims: the edits of a gold, and the decisions that are recorded for them.
#
# A decision is recorded if annotators differ or have not all finished; unanimous claims are visible in the
# gold.


Choices = Mapping[int, str | None]
"""The annotator whose version the gold receives, by item; None removes the item from the gold."""


class ChoiceEdits(NamedTuple):
    """The edits of the gold's units, the new decisions, and the items whose old decisions are removed.

    `refused` maps each item that the gold cannot represent to the reason; no decision is recorded for such an
    item.
    """

    edits: Sequence[tuple[Any, Edit]]
    decisions: Sequence[Decision]
    withdrawn: Sequence[tuple[str, Place]]
    refused: Mapping[int, str]

    @property
    def changes_anything(self) -> bool:
        """Return whether the gold or the decisions change."""
        return bool(self.edits or self.decisions or self.withdrawn)


class Whole(NamedTuple):
    """A claim about an item with all its parts, and the names of the annotators who make it."""

    annotators: tuple[str, ...]
    choices: Choices


def wholes(items: Items, number: int) -> list[Whole]:
    """Return the claims about an item and its parts, excluding its absence: most votes first, ties sorted
    by annotator name.
    """
    members = items.items[number].members
    numbers = [number, *parts_of(items, number)]
    saying = defaultdict[tuple[Claim | None, ...], list[str]](list)
    for name in members:
        saying[tuple(items.said(each, name) for each in numbers)].append(name)
    found = [Whole(tuple(names), whole(items, number, names[0])) for names in saying.values()]
    return sorted(found, key=lambda each: (-len(each.annotators), each.annotators))


def whole(items: Items, number: int, annotator: str | None) -> dict[int, str | None]:
    """Return the choices that take one annotator's version of an item and its parts, or that remove the
    item if `annotator` is None.
    """
    numbers = [number, *parts_of(items, number)] if annotator is not None else [number]
    return {each: annotator if annotator in items.items[each].members else None for each in numbers}


def parts_of(items: Items, number: int) -> list[int]:
    """Return the parts of an item at any depth, which follow it directly."""
    found = [number]
    known = {number}
    for each in range(number + 1, len(items.items)):
        if items.items[each].parent not in known:
            break
        known.add(each)
        found.append(each)
    return found[1:]


def with_dependencies(state: DocumentState, choices: Choices) -> Choices:
    """Return the choices, extended by open items that their annotations refer to and that are missing from
    the gold.
    """
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


def linked_items(items: Items, number: int, annotator: str) -> list[int]:
    """Return an item and the items that an annotator links with it, directly or indirectly.

    Only links between top-level annotations count, such as the links of a chain.
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


def choice_edits(  # noqa: PLR0913 -- what is taken over has these parts
    editor: AnnotationEditor,
    document: str,
    state: DocumentState,
    units: Sequence[Any],
    choices: Choices,
    *,
    others_go: bool = False,
) -> ChoiceEdits:
    """Return the edits of the gold and the decisions for the given choices; `units` are passed to
    `rewriting`.

    If `others_go` is true, gold annotations that no annotator made are deleted. Links to added items are
    added as well (see `keytally.adjudication.choices`).
    """
    plan = _Plan(state, {**choices, **dict(antecedent_fixes(state, choices))})
    changes = plan.changes()
    replaced = {id(change.present) for change in changes}
    changes += (other for other in _others(state) if others_go and id(other.present) not in replaced)
    made = editor.rewriting(units, changes)
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
    return ChoiceEdits(made.edits, decisions, withdrawn, refused)


def keepable_items(state: DocumentState, number: int) -> list[int]:
    """Return the items, among an item and its parts, whose gold annotation can be kept by a decision.

    These are items whose annotation in the gold no annotator made and no decision keeps, and items with stale
    decisions.
    """
    return [each for each in (number, *parts_of(state.items, number)) if _is_keepable(state, each)]


def _is_keepable(state: DocumentState, number: int) -> bool:
    standing = state.standings[number]
    if number not in state.gold.members:
        return False
    is_own = standing.decision is not None and standing.decision.choice is Choice.OWN
    return standing.is_stale or (standing.state is State.CORRECTED and not is_own)


def keep_decisions(document: str, state: DocumentState, numbers: Sequence[int]) -> ChoiceEdits:
    """Return the decisions that record that the gold keeps its annotations of items."""
    return ChoiceEdits((), [_decision(document, state, number, Choice.OWN) for number in numbers], (), {})


def _others(state: DocumentState) -> Iterator[Change]:
    """Yield the changes that delete annotations that occur only in the gold; parts are deleted with their
    parents.
    """
    gold = state.gold
    for annotation, number in zip(gold.annotations, gold.item_of, strict=True):
        parent = annotation.parent
        if number < 0 and (parent is None or gold.item_of[parent] >= 0):
            yield Change(annotation, None)


def _is_told(state: DocumentState, number: int) -> bool:
    """Return whether a decision on an item must be recorded."""
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
    """The changes of a gold that choices require; parts of items that the gold will not contain are
    skipped.
    """

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
        """Return the changes of all items that will differ."""
        return [self._change(number) for number in self.changed]

    def _has_parent(self, number: int) -> bool:
        """Return whether the gold has, or will have, the parent of an item."""
        parent = self._items.items[number].parent
        return parent is None or (self._is_there(parent) and self._has_parent(parent))

    def _is_there(self, number: int) -> bool:
        if number in self._choices:
            return self._choices[number] is not None
        return number in self._gold.members

    def _is_changed(self, number: int) -> bool:
        """Return whether the gold's claim about an item differs from the choice."""
        name = self._choices[number]
        wanted = None if name is None else self._items.said(number, name)
        return wanted != self._gold.said(number)

    def _present(self, number: int) -> int | None:
        """Return the index of the gold's annotation of an item, or of the annotation in its place that no
        annotator made; None if there is no such annotation.
        """
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
        """Return the future state of an item in the gold: its annotation, the number of the change that
        adds it, or None.
        """
        index = self._gold.members.get(number)
        if number in self._choices and self._choices[number] is None:
            return None
        return self._change_of.get(number) if index is None else self._gold.annotations[index]


def choices_of_annotator(state: DocumentState, annotator: str) -> Choices:
    """Return the choices that accept all annotations of an annotator and remove all others."""
    items = state.items
    return {
        number: annotator if annotator in item.members else None for number, item in enumerate(items.items)
    }


def unanimous_choices(state: DocumentState) -> Choices:
    """Return the choices for unanimous claims that the gold lacks."""

    def chosen(number: int) -> Variant | None:
        is_agreed = state.standings[number].state is State.AGREED
        return state.variants[number][0] if is_agreed else None

    return _chosen(state, chosen)


def majority_choices(state: DocumentState) -> Choices:
    """Return the choices for majority claims about open items without a decision.

    If only one annotator has an item, its parts are taken from that annotator.
    """

    def chosen(number: int) -> Variant | None:
        found, standing = state.variants[number], state.standings[number]
        if standing.is_stale or standing.state.is_decided:
            return None
        is_part = state.items.items[number].parent is not None
        return found[0] if is_part and len(found) == 1 else majority(found)

    return _chosen(state, chosen)


def _chosen(state: DocumentState, choose: Callable[[int], Variant | None]) -> Choices:
    """Return the choices that a function makes for items whose parents are, or will be, in the gold."""
    found: dict[int, str | None] = {}
    for number in _without_gold(state):
        parent = state.items.items[number].parent
        if parent is not None and parent not in state.gold.members and found.get(parent) is None:
            continue
        variant = choose(number)
        if variant is not None:
            found[number] = None if variant.said is None else variant.annotators[0]
    return found


def _without_gold(state: DocumentState) -> Iterable[int]:
    return (number for number in range(len(state.standings)) if number not in state.gold.members)


NOTHING = "nothing"
_ASSIGNED = re.compile(r"([A-Z]+)=(.+)")


class Words(NamedTuple):
    """A claim about an item as text, its annotators, and the number of the keyboard key that selects it (0
    for absence).
    """

    key: int
    said: str
    annotators: tuple[str, ...]


def item_in_words(items: Items, number: int) -> list[Words]:
    """Return the claims about an item, in the order of the number keys that select them; absence comes last.

    The texts contain only the words and the covered text in which the claims differ.
    """
    variants = [each.annotators for each in wholes(items, number)]
    differing = _differing(items, number, [annotators[0] for annotators in variants])
    found = [
        Words(key, words.replace("\n", " "), annotators)
        for key, (words, annotators) in enumerate(zip(differing, variants, strict=True), start=1)
    ]
    nothing = tuple(name for name in items.voters(number) if name not in items.items[number].members)
    return [*found, Words(0, NOTHING, nothing)] if nothing else found


def claims_in_words(items: Items, number: int) -> str:
    """Return the claims about an item as text, each with the number key that selects it and its
    annotators.
    """
    found = item_in_words(items, number)
    return ", ".join(f"{each.key} {each.said} ({', '.join(each.annotators)})" for each in found)


def _differing(items: Items, number: int, annotators: Sequence[str]) -> list[str]:
    """Return the annotators' claims about an item, without the words that all have in common."""
    said = [
        (items.annotations[name][items.items[number].members[name]], items.annotations[name])
        for name in annotators
    ]
    if len(said) < 2:
        return [_worded(*each, items.items[number].name) for each in said]
    words = [_words(*each) for each in said]
    common = [word for word in words[0] if all(word in each for each in words[1:])]
    is_of_texts = all(each.extent is not None for each, _ in said)
    is_named = is_of_texts and len({each.name for each, _ in said}) > 1
    left = [[word for word in each if word not in common] for each in words]
    left = [own or ([] if is_named else each) for own, each in zip(left, words, strict=True)]
    name = items.items[number].name
    names = [[repr(each.name)] if is_named or each.name != name else [] for each, _ in said]
    return [
        " ".join([*own, *rest]) or "this" for own, rest in zip(names, _without_attribute(left), strict=True)
    ]


def _without_attribute(said: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Return only the values, such as `PERSON` for `TYPE=PERSON`, if a single attribute differs."""
    found = [_ASSIGNED.fullmatch(each[0]) if len(each) == 1 else None for each in said]
    values = [match for match in found if match is not None]
    if len(values) < len(said) or len({match[1] for match in values}) > 1:
        return said
    return [[match[2]] for match in values]


def variant_in_words(items: Items, number: int, variant: Variant) -> str:
    """Return a variant as text: its name, unless it equals the item's name, and its value."""
    annotation = example(items, number, variant)
    if annotation is None:
        return NOTHING
    return _worded(annotation, items.annotations[variant.annotators[0]], items.items[number].name)


def claim_in_words(items: Items, number: int, annotator: str) -> str:
    """Return the claim of one annotator as text."""
    index = items.items[number].members.get(annotator)
    if index is None:
        return NOTHING
    annotations = items.annotations[annotator]
    return _worded(annotations[index], annotations, items.items[number].name)


def gold_in_words(items: Items, gold: GoldItems, number: int) -> str:
    """Return the gold's annotation of an item, or the annotation in its place, as text."""
    annotation = gold.shown(number)
    if annotation is None:
        return NOTHING
    return _worded(annotation, gold.annotations, items.items[number].name)


def _worded(annotation: Annotation, annotations: Sequence[Annotation], name: str) -> str:
    named = [] if annotation.name == name else [repr(annotation.name)]
    return " ".join([*named, *_words(annotation, annotations)]) or "this"


def _words(annotation: Annotation, annotations: Sequence[Annotation]) -> list[str]:
    """Return the parts of a value as text."""
    parts = (
        f"after {annotations[part.target].name!r}" if isinstance(part, Reference) else part
        for part in annotation.value
    )
    return [part for part in parts if part]


def assigned_values(items: Items, number: int, annotator: str) -> str:
    """Return the values of the attributes that an annotator assigns to an item, such as `PERSON`, or "".

    The result is also empty if the annotator's item covers a different text.
    """
    index = items.items[number].members.get(annotator)
    if index is None:
        return ""
    annotation = items.annotations[annotator][index]
    parts = [part for part in annotation.value if not isinstance(part, Reference)]
    values = [found[2] for part in parts if (found := _ASSIGNED.fullmatch(part))]
    return " ".join(values) if annotation.name == items.items[number].name else ""
