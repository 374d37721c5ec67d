"""The outline of a file."""

from collections.abc import Iterable

from keytally_server.answers.symbol import Symbol
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

LARGEST_WITH_PARTS = 1_000_000


def document_symbols(snapshot: Snapshot) -> Iterable[Symbol]:
    """The outline; a very large file shows its documents without their parts."""
    length = len(snapshot.reading)
    units = snapshot.reading.units.between(0, length)
    presenter = presenter_of(snapshot.reading.language)
    return presenter.document_symbols(snapshot, units, with_parts=length <= LARGEST_WITH_PARTS)
