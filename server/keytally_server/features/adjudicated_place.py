"""Which document and which item of an adjudication a place of its gold is about."""

from collections.abc import Iterator

from keytally.adjudication.followed import FollowedAdjudication
from keytally.adjudication.gold_places import ItemAt, items_touching
from keytally.adjudication.states import DocumentState


def document_at(followed: FollowedAdjudication, offset: int) -> str | None:
    """The document at an offset of a gold; at its end the first one with open items that it lacks.

    Documents with a text of their own are not told of while the gold lacks them.
    """
    gold = followed.live.gold
    if gold is None:
        return None
    absent = next(_absent(followed), None) if offset >= len(gold) else None
    return absent if absent is not None else gold.documents.name_of(gold.units.at(offset)[0])


def _absent(followed: FollowedAdjudication) -> Iterator[str]:
    """The documents without a text that the gold lacks, and where something is open."""
    gold = followed.live.gold
    for document, state in followed.live.states.items():
        is_absent = gold is not None and not gold.documents.units_of(document)
        if is_absent and state.open and not followed.has_text(document):
            yield document


def item_at(followed: FollowedAdjudication, document: str, start: int, end: int) -> int | None:
    """The item that a stretch of the gold is about.

    Open ones come first, then those that are that stretch, such as the one to which `keytally/next` led,
    then those that the start is in or before, then shorter ones.
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
