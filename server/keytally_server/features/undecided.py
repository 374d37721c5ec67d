"""From one open item to the next, over the documents of a gold and over other golds."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from keytally.adjudication.followed import FollowedAdjudication
from keytally.adjudication.gold_places import GoldPlaces
from keytally.adjudication.states import DocumentState
from keytally.text.plural import quantity
from keytally_server.answers.stop import Stop
from keytally_server.features.adjudicated_choices import in_words
from keytally_server.features.way import Way
from keytally_server.session.snapshot import Snapshot

FIRST_VARIANT = "adjudicate.1"


class _Open(NamedTuple):
    """An open item in a unit of the gold, what is said of it, and its state."""

    start: int
    end: int
    message: str
    status: str


def next_undecided(
    snapshot: Snapshot,
    offset: int,
    others: Sequence[Snapshot],
    *,
    forwards: bool = True,
    inclusive: bool = False,
) -> Stop | None:
    """The next open item after an offset, or the previous one before it; None without one.

    After the last one of a gold come those of the `others`, which are given in turn, and then the gold's
    first. With `inclusive` one that starts at the offset counts too.
    """
    edge = offset if inclusive else offset + (1 if forwards else -1)
    end = len(snapshot.buffer)
    ahead, behind = ((edge, end), (0, edge - 1)) if forwards else ((0, edge), (edge + 1, end))
    parts = [(snapshot, ahead)]
    parts += [(other, (0, len(other.buffer))) for other in (others if forwards else others[::-1])]
    parts.append((snapshot, behind))
    found = (stop for each, (low, high) in parts for stop in _stops(each, Way(low, high, forwards=forwards)))
    return next(found, None)


def _stops(snapshot: Snapshot, way: Way) -> Iterator[Stop]:
    """The open items of a gold on a way."""
    followed = snapshot.adjudication
    if followed is None or followed.path != snapshot.path or followed.live.gold is None:
        return
    gold = followed.live.gold
    known: dict[str, dict[Any, list[_Open]]] = {}
    last = gold.units.at(len(gold))[0]
    for unit, offset in way.units(gold.units):
        document = gold.documents.name_of(unit)
        if document is not None and document not in known:
            known[document] = _in_document(followed, document)
        here = list(known[document].get(unit, ())) if document is not None else []
        if unit is last:
            here += _absent(followed, len(unit.text))
        for each in way.within(sorted(here, key=lambda item: item.start), offset):
            start, end = offset + each.start, offset + each.end
            yield Stop(snapshot.path, start, end, each.message, each.status, FIRST_VARIANT)


def _in_document(followed: FollowedAdjudication, document: str) -> dict[Any, list[_Open]]:
    """The open items of a document of the gold, by unit."""
    live = followed.live
    state = live.state(document)
    if state is None or live.gold is None:
        return {}
    places = GoldPlaces(live, state, live.gold.documents.units_of(document))
    found: dict[Any, list[_Open]] = {}
    for number in state.open:
        place = places.of(number)
        said = (f"{each.key} {each.said} ({', '.join(each.annotators)})" for each in in_words(state, number))
        message = f"{_named(state, number)}: {', '.join(said)}"
        status = state.standings[number].state.value
        found.setdefault(place.unit, []).append(_Open(place.start, place.end, message, status))
    return found


def _named(state: DocumentState, number: int) -> str:
    """An item behind what it is a part of."""
    item = state.items.items[number]
    return item.name if item.parent is None else f"{_named(state, item.parent)} > {item.name}"


def _absent(followed: FollowedAdjudication, end: int) -> Iterator[_Open]:
    """A stop at the end of the gold for each document that it lacks and where something is open."""
    gold = followed.live.gold
    for document, state in followed.live.states.items():
        if gold is not None and state.open and not gold.documents.units_of(document):
            status = state.standings[state.open[0]].state.value
            message = (
                f"the gold has no document {document!r}; open in it: {quantity(len(state.open), 'item')}"
            )
            yield _Open(end, end, message, status)
