"""What can be chosen for one item of an adjudication, in words."""

from collections.abc import Iterator
from typing import NamedTuple

from keytally.adjudication.adding import Addition, additions, words_of
from keytally.adjudication.states import DocumentState
from keytally.adjudication.taking import Choices, Whole, brought, linked, parts_of, whole, wholes
from keytally.adjudication.wording import NOTHING, said_by
from keytally.text.plural import quantity

MOST = 9
"""The number of variants that have a key."""

MOST_NAMED = 2


class ItemChoice(NamedTuple):
    """One thing to take, or nothing: what the kind of its action ends with, its title and its choices."""

    kind: str
    title: str
    choices: Choices


class Words(NamedTuple):
    """One thing that is said of an item, and who says so; the number of its key, 0 for nothing."""

    key: int
    said: str
    annotators: tuple[str, ...]


def in_words(state: DocumentState, number: int) -> list[Words]:
    """What is said of an item, in the order of the keys; last that nothing is there, if anybody says so."""
    items = state.items
    found = [
        Words(key, said_by(items, number, each.annotators[0]).replace("\n", " "), each.annotators)
        for key, each in enumerate(wholes(items, number), start=1)
    ]
    nothing = tuple(name for name in items.voters(number) if name not in items.items[number].members)
    return [*found, Words(0, NOTHING, nothing)] if nothing else found


def choices_at(state: DocumentState, number: int) -> Iterator[ItemChoice]:
    """What is said of an item, most votes first, then that nothing is there."""
    words = in_words(state, number)
    for variant, each in list(zip(wholes(state.items, number), words, strict=False))[:MOST]:
        chosen = brought(state, variant.choices)
        parts, others = _parts(state, number, variant), _others(state, number, chosen)
        title = f'Take "{each.said}"{parts} ({", ".join(each.annotators)}){others}'
        yield ItemChoice(str(each.key), title, chosen)
    nothing = [name for each in words if each.key == 0 for name in each.annotators]
    title = f"Nothing here ({', '.join(nothing)})" if nothing else "Nothing here"
    yield ItemChoice("none", title, whole(state.items, number, None))


def additions_at(state: DocumentState, number: int) -> Iterator[tuple[str, str, Addition]]:
    """What can be added to a part that the gold has: what the kind of its action ends with, and its title."""
    for key, each in enumerate(additions(state, number)[:MOST], start=1):
        said = words_of(state, each).replace("\n", " ")
        yield f"add.{key}", f"Add {said} ({', '.join(each.annotators)})", each


def chains_at(state: DocumentState, number: int) -> Iterator[ItemChoice]:
    """What each annotator links with an item, as a whole; those who link the same things are one."""
    items = state.items
    seen: dict[tuple[object, ...], None] = {}
    for name in items.items[number].members:
        chain = linked(items, number, name)
        said = tuple((each, items.said(each, name)) for each in chain)
        if len(chain) > 1 and said not in seen:
            seen[said] = None
            title = f'Take all that {name} links with "{items.items[number].name}"'
            yield ItemChoice(f"linked.{name}", title, dict.fromkeys(chain, name))


def _parts(state: DocumentState, number: int, variant: Whole) -> str:
    """The number of an item's parts."""
    own = parts_of(state.items, number)
    count = sum(variant.choices.get(each) is not None for each in own)
    return f" with {quantity(count, state.items.items[own[0]].kind)}" if count else ""


def _others(state: DocumentState, number: int, chosen: Choices) -> str:
    """What an item refers to and the gold lacks, which comes with it."""
    items = state.items
    own = {number, *parts_of(items, number)}
    roots = [each for each in chosen if each not in own and items.items[each].parent is None]
    named = ", ".join(f'"{items.items[each].name}"' for each in roots[:MOST_NAMED])
    more = f" and {len(roots) - MOST_NAMED} more" if len(roots) > MOST_NAMED else ""
    return f", and {named}{more}, which it refers to" if roots else ""
