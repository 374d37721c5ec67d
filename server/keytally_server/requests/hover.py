"""Hover, with the claims of annotators in an adjudication."""

from collections.abc import Iterator

from lsprotocol import types

from keytally.adjudication.choices import gold_in_words, variant_in_words
from keytally.adjudication.states import DocumentState, Standing
from keytally.text.rendering import markdown_prose, quantity
from keytally_server.answers import Hover
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot, UnitAt


def adjudicated_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Return the annotators' values for the smallest item at a position, or None."""
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
    """Yield a line for the item with its state, a line for each variant, the gold's value, and the
    decision.
    """
    items, standing = state.items, state.standings[number]
    yield f"**{markdown_prose(items.items[number].name)}**: {standing.state.value}"
    yield ""
    for variant in state.variants[number]:
        votes = quantity(variant.votes, "vote")
        names = markdown_prose(", ".join(variant.annotators))
        yield f"* {markdown_prose(variant_in_words(items, number, variant))}: {votes}, {names}"
    yield f"* gold: {markdown_prose(gold_in_words(items, state.gold, number))}"
    yield from _decided(standing)


def _decided(standing: Standing) -> Iterator[str]:
    decision = standing.decision
    if decision is None:
        return
    who = f" by {markdown_prose(decision.who)}" if decision.who else ""
    comment = f": {markdown_prose(decision.comment)}" if decision.comment else ""
    stale = ", before the annotations changed" if standing.is_stale else ""
    yield ""
    yield f"Decided{who}{stale}: {markdown_prose(decision.decided)}{comment}"


def hover(snapshot: Snapshot, offset: int) -> Hover | None:
    """Return the hover at an offset of a file, or None; the annotators' values come last."""
    at = snapshot.unit_at(offset)
    of_format = presenter_of(snapshot.reading.language).hover(snapshot, at)
    of_annotators = adjudicated_hover(snapshot, at)
    if of_format is None or of_annotators is None:
        return of_format or of_annotators
    return of_format._replace(markdown=f"{of_format.markdown}\n\n{of_annotators.markdown}")


def answer_hover(server: KeytallyServer, snapshot: Snapshot, params: types.HoverParams) -> types.Hover | None:
    """Return the hover text at a position, or None."""
    found = hover(snapshot, server.offset(snapshot, params.position))
    if found is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, found.markdown)
    return types.Hover(content, server.range(snapshot, found.start, found.end))
