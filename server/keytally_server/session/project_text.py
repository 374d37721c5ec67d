"""The text of a keytally.toml, as an editor or the disk has it."""

from pathlib import Path

from keytally_server.session.disk import UnreadableError, text_on_disk
from keytally_server.session.session import Session


def project_text(session: Session, path: Path) -> str | None:
    """The text of a keytally.toml as an editor has it, else as it is on disk; None where it is not read."""
    if path in session.open_files:
        return str(session.buffer(path))
    try:
        return text_on_disk(path, within=session.workspace.reach(path).holds)
    except UnreadableError:
        return None
