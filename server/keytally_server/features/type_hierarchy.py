"""The type hierarchy: what an item points to stands above it, what points to it below."""

from keytally_server.answers.symbol import Symbol
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def hierarchy_item(snapshot: Snapshot, offset: int) -> Symbol | None:
    """The item at a place, such as a mention; None where there is none."""
    return presenter_of(snapshot.reading.language).hierarchy_item(snapshot, snapshot.unit_at(offset))


def supertypes(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """What the item at a place points to."""
    return list(presenter_of(snapshot.reading.language).supertypes(snapshot, snapshot.unit_at(offset)))


def subtypes(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """What points to the item at a place."""
    return list(presenter_of(snapshot.reading.language).subtypes(snapshot, snapshot.unit_at(offset)))
