"""Decisions that a person can make in a gold: on the item at a place, in a document, in the file."""

from collections.abc import Callable, Iterator
from functools import partial

from keytally.adjudication.adding import adding_edits
from keytally.adjudication.beginning import beginning_edits, lacks_text
from keytally.adjudication.choosing import agreed, by_majority, of_annotator
from keytally.adjudication.followed import FollowedAdjudication
from keytally.adjudication.gold_edits import Choose, GoldEdits, chosen_in, gold_edits, keeping_edits
from keytally.adjudication.live import LiveAdjudication
from keytally.adjudication.wording import said_in_gold
from keytally.text.plural import quantity
from keytally_server.answers.adjudicating import Adjudicating
from keytally_server.features.adjudicated_choices import additions_at, chains_at, choices_at
from keytally_server.features.adjudicated_place import document_at, item_at
from keytally_server.session.snapshot import Snapshot

Wants = Callable[[str], bool]
"""Whether an action is wanted whose kind ends so."""

_STRATEGIES: dict[str, tuple[str, Choose]] = {
    "agreed": ("Accept all that everyone agrees on", agreed),
    "majority": ("Accept what most say", by_majority),
}


_KEEP = "own"


def adjudicating(snapshot: Snapshot, start: int, end: int, wants: Wants) -> Iterator[Adjudicating]:
    """The decisions that can be made in a gold, on what touches the stretch from `start` to `end`."""
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
        said = said_in_gold(state.items, state.gold, number).replace("\n", " ")
        yield from _offered(_KEEP, f'Keep what the gold has: "{said}"', keeping_edits(live, document, number))
    yield from _additions(live, document, number, wants)
    for each in chains_at(state, number):
        if wants(each.kind):
            yield from _offered(each.kind, each.title, gold_edits(live, {document: each.choices}))


def _additions(live: LiveAdjudication, document: str, number: int, wants: Wants) -> Iterator[Adjudicating]:
    """What one thing more the gold can get of an item."""
    state = live.state(document)
    for kind, title, addition in () if state is None else additions_at(state, number):
        if wants(kind):
            made = adding_edits(live, document, number, addition)
            if made.changes_anything:
                yield Adjudicating(kind, title, made.gold, made.decisions)


def _in_document(followed: FollowedAdjudication, document: str, wants: Wants) -> Iterator[Adjudicating]:
    live = followed.live
    state = live.state(document)
    for name in () if state is None else state.items.annotations:
        kind = f"annotator.{name}"
        if wants(kind):
            chosen = chosen_in(live, [document], partial(of_annotator, annotator=name))
            made = gold_edits(live, chosen, others_go=True)
            yield from _offered(kind, f"Take all of {name} in this document", made)
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
    """What cannot be taken over, with the first reason."""
    return f"; not {quantity(len(made.refused), 'item')}: {made.refused[0]}" if made.refused else ""
