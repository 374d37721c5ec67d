"""Rename: changes a name at each of its places in the file."""

from keytally.findings.finding import Edit
from keytally_server.answers.rename import Renamable
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot


def renamable(snapshot: Snapshot, offset: int) -> Renamable | None:
    """The name at an offset that can be changed; None if there is none. Raises RenameError."""
    return presenter_of(snapshot.reading.language).renamable(snapshot, snapshot.unit_at(offset))


def rename(snapshot: Snapshot, offset: int, new_name: str) -> list[Edit]:
    """The edits that rename the name at an offset, in file order. Raises RenameError."""
    return presenter_of(snapshot.reading.language).rename(snapshot, snapshot.unit_at(offset), new_name)
