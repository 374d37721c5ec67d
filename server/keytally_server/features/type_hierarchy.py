"""The type hierarchy: the supertypes of an item are its targets, its subtypes point to it."""

from keytally_server.answers.symbol import Symbol
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def hierarchy_item(snapshot: Snapshot, offset: int) -> Symbol | None:
    """The item at an offset, such as a mention; None if there is none."""
    return presenter_of(snapshot.reading.language).hierarchy_item(snapshot, snapshot.unit_at(offset))


def supertypes(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """The items that the item at an offset points to."""
    return list(presenter_of(snapshot.reading.language).supertypes(snapshot, snapshot.unit_at(offset)))


def subtypes(snapshot: Snapshot, offset: int) -> list[Symbol]:
    """The items that point to the item at an offset."""
    return list(presenter_of(snapshot.reading.language).subtypes(snapshot, snapshot.unit_at(offset)))
