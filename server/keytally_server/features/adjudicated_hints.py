"""Inlay hints of a gold: what annotators say where it is undecided."""

from collections.abc import Iterator

from keytally.adjudication.gold_places import GoldPlaces
from keytally.adjudication.states import DocumentState
from keytally.adjudication.wording import in_short
from keytally_server.answers.inlay_hint import InlayHint
from keytally_server.features.adjudicated_choices import in_words
from keytally_server.session.snapshot import Snapshot


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
    label = " | ".join(
        f"{in_short(state.items, number, each.annotators[0]) or each.said} {' '.join(each.annotators)}"
        for each in words
    )
    name = state.items.items[number].name
    lines = [f"{each.key} {each.said} ({', '.join(each.annotators)})" for each in words]
    return InlayHint(place, f"? {label}", "\n".join([f"undecided: {name}", *lines]))
