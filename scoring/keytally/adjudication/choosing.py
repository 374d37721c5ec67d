"""Choices for all items of a document: those of one annotator, what all say, and what most say."""

from collections.abc import Callable, Iterable

from keytally.adjudication.states import DocumentState, State
from keytally.adjudication.strategies import majority
from keytally.adjudication.taking import Choices
from keytally.adjudication.variants import Variant


def of_annotator(state: DocumentState, annotator: str) -> Choices:
    """All that an annotator has, and nothing where they have nothing."""
    items = state.items
    return {
        number: annotator if annotator in item.members else None for number, item in enumerate(items.items)
    }


def agreed(state: DocumentState) -> Choices:
    """What all annotators say and the gold lacks."""

    def chosen(number: int) -> Variant | None:
        is_agreed = state.standings[number].state is State.AGREED
        return state.variants[number][0] if is_agreed else None

    return _chosen(state, chosen)


def by_majority(state: DocumentState) -> Choices:
    """What more than half of those say who have done the document, where it is open and nothing is decided.

    Parts follow what only one annotator has.
    """

    def chosen(number: int) -> Variant | None:
        found, standing = state.variants[number], state.standings[number]
        if standing.is_stale or standing.state.is_decided:
            return None
        is_part = state.items.items[number].parent is not None
        return found[0] if is_part and len(found) == 1 else majority(found)

    return _chosen(state, chosen)


def _chosen(state: DocumentState, choose: Callable[[int], Variant | None]) -> Choices:
    """The choices by a function, of items whose parents the gold has or is to have."""
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
