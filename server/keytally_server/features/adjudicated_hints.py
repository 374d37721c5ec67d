"""Inlay hints of a gold: what annotators say where it is undecided."""

import re
from collections.abc import Iterator

from keytally.adjudication.gold_places import GoldPlaces
from keytally.adjudication.items import Items
from keytally.adjudication.states import DocumentState
from keytally.evaluations.annotated import Reference
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.features.adjudicated_choices import Words, in_words
from keytally_server.session.snapshot import Snapshot

_ASSIGNED = re.compile(r"[A-Z]+=(.+)")


def adjudicated_hints(snapshot: Snapshot, start: int, end: int) -> Iterator[InlayHint]:
    """What is said of the open items of a gold that end from `start` to `end`, at their ends."""
    followed = snapshot.adjudication
    gold = None if followed is None or followed.path != snapshot.path else followed.live.gold
    if followed is None or gold is None:
        return
    seen: set[str] = set()
    for unit, _ in gold.units.between(start, end):
        document = gold.documents.name_of(unit)
        state = None if document is None else followed.live.state(document)
        if document is None or state is None or document in seen:
            continue
        seen.add(document)
        places = GoldPlaces(followed.live, state, gold.documents.units_of(document))
        for number in state.open:
            place = places.of(number)
            at = gold.units.offset_of(place.unit) + place.end
            if start <= at <= end:
                yield _hint(at, state, number)


def _hint(place: int, state: DocumentState, number: int) -> InlayHint:
    words = in_words(state, number)
    label = " | ".join(f"{_short(state.items, number, each)} {' '.join(each.annotators)}" for each in words)
    name = state.items.items[number].name
    lines = [f"{each.key} {each.said} ({', '.join(each.annotators)})" for each in words]
    return InlayHint(place, f"? {label}", "\n".join([f"undecided: {name}", *lines]))


def _short(items: Items, number: int, words: Words) -> str:
    """What is said in few words: of assignments the values, without what stands before them."""
    annotator = words.annotators[0]
    index = items.items[number].members.get(annotator)
    if index is None:
        return words.said
    annotation = items.annotations[annotator][index]
    parts = [part for part in annotation.value if not isinstance(part, Reference)]
    values = [found[1] for part in parts if (found := _ASSIGNED.fullmatch(part))]
    return " ".join(values) if values and annotation.name == items.items[number].name else words.said
