"""Code actions for decisions in a gold: on an item, in a document, or in the whole file."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from keytally.adjudication.choices import (
    Choices,
    Whole,
    choices_of_annotator,
    gold_in_words,
    item_in_words,
    linked_items,
    majority_choices,
    parts_of,
    unanimous_choices,
    whole,
    wholes,
    with_dependencies,
)
from keytally.adjudication.gold_edits import (
    Addition,
    Choose,
    GoldEdits,
    additions,
    beginning_edits,
    chosen_in,
    fill_edits,
    gold_edits,
    keeping_edits,
    lacks_text,
    words_of,
)
from keytally.adjudication.gold_findings import FollowedAdjudication, ItemAt, items_touching
from keytally.adjudication.states import DocumentState, LiveAdjudication
from keytally.text.rendering import quantity
from keytally_server.answers import Adjudicating
from keytally_server.session.snapshot import Snapshot

MOST = 9
"""The maximum number of variants that can be chosen by number."""

MOST_NAMED = 2


class ItemChoice(NamedTuple):
    """A variant that can be chosen, or the absence of the item: the suffix of the action's kind, the
    action's title, and the choices.
    """

    kind: str
    title: str
    choices: Choices


def choices_at(state: DocumentState, number: int) -> Iterator[ItemChoice]:
    """Yield the variants of an item, those with the most votes first, then the decision to omit the item."""
    words = item_in_words(state.items, number)
    for variant, each in list(zip(wholes(state.items, number), words, strict=False))[:MOST]:
        chosen = with_dependencies(state, variant.choices)
        parts, others = _parts(state, number, variant), _others(state, number, chosen)
        title = f'{each.key}: Take "{each.said}"{parts} ({", ".join(each.annotators)}){others}'
        yield ItemChoice(str(each.key), title, chosen)
    nothing = [name for word in words if word.key == 0 for name in word.annotators]
    title = f"0: Nothing here ({', '.join(nothing)})" if nothing else "0: Nothing here"
    yield ItemChoice("none", title, whole(state.items, number, None))


def additions_at(state: DocumentState, number: int) -> Iterator[tuple[str, str, Addition]]:
    """Yield the additions to an item in the gold: the suffix of the action's kind, its title and its
    value.
    """
    for key, each in enumerate(additions(state, number)[:MOST], start=1):
        said = words_of(state, each).replace("\n", " ")
        yield f"add.{key}", f"Add {said} ({', '.join(each.annotators)})", each


def chains_at(state: DocumentState, number: int) -> Iterator[ItemChoice]:
    """Yield each annotator's chain that contains an item; equal chains are yielded once."""
    items = state.items
    seen: dict[tuple[object, ...], None] = {}
    for name in items.items[number].members:
        chain = linked_items(items, number, name)
        said = tuple((each, items.said(each, name)) for each in chain)
        if len(chain) > 1 and said not in seen:
            seen[said] = None
            title = f'Take everything that {name} links to "{items.items[number].name}"'
            yield ItemChoice(f"linked.{name}", title, dict.fromkeys(chain, name))


def _parts(state: DocumentState, number: int, variant: Whole) -> str:
    """Return a phrase with the number of an item's parts that a variant contains; an empty string if there
    are none.
    """
    own = parts_of(state.items, number)
    count = sum(variant.choices.get(each) is not None for each in own)
    return f" with {quantity(count, state.items.items[own[0]].kind)}" if count else ""


def _others(state: DocumentState, number: int, chosen: Choices) -> str:
    """Return a phrase about items to which an item refers and which the gold lacks."""
    items = state.items
    own = {number, *parts_of(items, number)}
    roots = [each for each in chosen if each not in own and items.items[each].parent is None]
    named = ", ".join(f'"{items.items[root].name}"' for root in roots[:MOST_NAMED])
    more = f" and {len(roots) - MOST_NAMED} more" if len(roots) > MOST_NAMED else ""
    return f", and {named}{more}, which it refers to" if roots else ""


def document_at(followed: FollowedAdjudication, offset: int) -> str | None:
    """Return the document at an offset in a gold, or None; at the end of the gold, the first document with
    open items that the gold lacks.

    Documents with their own text are ignored while the gold lacks them.
    """
    gold = followed.live.gold
    if gold is None:
        return None
    absent = next(_absent(followed), None) if offset >= len(gold) else None
    return absent if absent is not None else gold.documents.name_of(gold.units.at(offset)[0])


def _absent(followed: FollowedAdjudication) -> Iterator[str]:
    """Yield the documents with open items that the gold lacks and that have no text."""
    gold = followed.live.gold
    for document, state in followed.live.states.items():
        is_absent = gold is not None and not gold.documents.units_of(document)
        if is_absent and state.open and not followed.has_text(document):
            yield document


def item_at(followed: FollowedAdjudication, document: str, start: int, end: int) -> int | None:
    """Return the number of the item at a range of the gold, or None.

    Open items come first. They are followed by items with exactly this range, such as the item to which
    `keytally/next` led, then by items that contain or follow the start, and then by shorter items.
    """
    live = followed.live
    state, gold = live.state(document), live.gold
    if state is None or gold is None:
        return None
    if not gold.documents.units_of(document):
        return next(iter(state.open), None)
    unit, offset = gold.units.at(start)
    asked = (start - offset, min(end - offset, len(unit.text)))
    found = items_touching(live, document, unit, *asked)
    told = [item for item in found if not state.standings[item.number].waits]
    return min(told, key=lambda item: _rank(state, item, asked)).number if told else None


def _rank(state: DocumentState, item: ItemAt, asked: tuple[int, int]) -> tuple[bool, bool, bool, int, int]:
    standing = state.standings[item.number]
    is_asked = (item.start, item.end) == asked
    is_before = item.end == asked[0] and item.start < item.end
    is_told = standing.is_otherwise or not standing.state.is_decided
    return not is_told, not is_asked, is_before, item.end - item.start, item.number


Wants = Callable[[str], bool]
"""A function that returns whether an action with this suffix of its kind is requested."""

_STRATEGIES: dict[str, tuple[str, Choose]] = {
    "agreed": ("Accept all unanimous annotations", unanimous_choices),
    "majority": ("Accept all majority annotations", majority_choices),
}


_KEEP = "own"


def adjudicating(snapshot: Snapshot, start: int, end: int, wants: Wants) -> Iterator[Adjudicating]:
    """Yield the possible decisions in a gold about items that touch the range from `start` to `end`."""
    followed = snapshot.adjudication
    if followed is None or followed.path != snapshot.path:
        return
    document = document_at(followed, start)
    if document is not None:
        yield from _on_item(followed, document, start, end, wants)
        yield from _in_document(followed, document, wants)
    yield from _in_file(followed, wants)


def _on_item(
    followed: FollowedAdjudication, document: str, start: int, end: int, wants: Wants
) -> Iterator[Adjudicating]:
    live = followed.live
    number = item_at(followed, document, start, end)
    state = live.state(document)
    if number is None or state is None:
        return
    for each in choices_at(state, number):
        if wants(each.kind):
            made = gold_edits(live, {document: each.choices})
            if made.changes_anything and made.settled > 0:
                title = each.title + _refused(made)
                yield Adjudicating(each.kind, title, made.gold, made.decisions, each.kind == "1")
    if wants(_KEEP):
        said = gold_in_words(state.items, state.gold, number).replace("\n", " ")
        yield from _offered(_KEEP, f'Keep the gold value: "{said}"', keeping_edits(live, document, number))
    yield from _additions(live, document, number, wants)
    for each in chains_at(state, number):
        if wants(each.kind):
            yield from _offered(each.kind, each.title, gold_edits(live, {document: each.choices}))


def _additions(live: LiveAdjudication, document: str, number: int, wants: Wants) -> Iterator[Adjudicating]:
    """Yield the actions that add one value to an item in the gold."""
    state = live.state(document)
    for kind, title, addition in () if state is None else additions_at(state, number):
        if wants(kind):
            made = fill_edits(live, document, number, addition)
            if made.changes_anything:
                yield Adjudicating(kind, title, made.gold, made.decisions)


def _in_document(followed: FollowedAdjudication, document: str, wants: Wants) -> Iterator[Adjudicating]:
    live = followed.live
    state = live.state(document)
    for name in () if state is None else state.items.annotations:
        kind = f"annotator.{name}"
        if wants(kind):
            chosen = chosen_in(live, [document], partial(choices_of_annotator, annotator=name))
            made = gold_edits(live, chosen, others_go=True)
            yield from _offered(kind, f"Take all annotations of {name} in this document", made)
    for kind, (title, choose) in _STRATEGIES.items():
        if wants(kind):
            made = gold_edits(live, chosen_in(live, [document], choose))
            yield from _offered(kind, f"{title} in this document", made)


def _in_file(followed: FollowedAdjudication, wants: Wants) -> Iterator[Adjudicating]:
    live = followed.live
    for name, (title, choose) in _STRATEGIES.items():
        kind = f"{name}.file"
        if not wants(kind):
            continue
        if lacks_text(live):
            made = beginning_edits(live, choose, followed.texts)
        else:
            made = gold_edits(live, chosen_in(live, live.documents, choose))
        yield from _offered(kind, f"{title} in the file", made)


def _offered(kind: str, title: str, made: GoldEdits) -> Iterator[Adjudicating]:
    if made.changes_anything:
        count = quantity(made.settled, "item")
        yield Adjudicating(kind, f"{title} ({count}){_refused(made)}", made.gold, made.decisions)


def _refused(made: GoldEdits) -> str:
    """Return the text about skipped items, with the first reason."""
    return f"; skips {quantity(len(made.refused), 'item')}: {made.refused[0]}" if made.refused else ""
