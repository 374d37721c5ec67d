"""What the annotators of an adjudication say of the item at a place, with votes and with what was decided."""

from collections.abc import Iterator

from keytally.adjudication.states import DocumentState, Standing
from keytally.adjudication.wording import said, said_in_gold
from keytally.text.markdown import prose
from keytally.text.plural import quantity
from keytally_server.answers.hover import Hover
from keytally_server.session.snapshot import Snapshot, UnitAt


def adjudicated_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Who says what of the smallest item at a place; None where there is none."""
    followed, document = snapshot.adjudication, snapshot.reading.documents.name_of(at.unit)
    state = followed.live.state(document) if followed is not None and document is not None else None
    if followed is None or document is None or state is None:
        return None
    items = followed.items_at(snapshot.path, document, at.unit, at.place)
    if not items:
        return None
    item = items[0]
    text = "\n".join(_lines(state, item.number))
    return Hover(text, at.offset + item.start, at.offset + item.end)


def _lines(state: DocumentState, number: int) -> Iterator[str]:
    """The item with its state, a line for each variant, what the gold has, and what was decided."""
    items, standing = state.items, state.standings[number]
    yield f"**{prose(items.items[number].name)}**: {standing.state.value}"
    yield ""
    for variant in state.variants[number]:
        votes = quantity(variant.votes, "vote")
        names = prose(", ".join(variant.annotators))
        yield f"* {prose(said(items, number, variant))}: {votes}, {names}"
    yield f"* gold: {prose(said_in_gold(items, state.gold, number))}"
    yield from _decided(standing)


def _decided(standing: Standing) -> Iterator[str]:
    decision = standing.decision
    if decision is None:
        return
    who = f" by {prose(decision.who)}" if decision.who else ""
    comment = f": {prose(decision.comment)}" if decision.comment else ""
    stale = ", before annotators changed" if standing.is_stale else ""
    yield ""
    yield f"Decided{who}{stale}: {prose(decision.decided)}{comment}"
