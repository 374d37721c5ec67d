"""`keytally/progress`: how far the document at a place has come."""

from typing import Any

from keytally_server.features.differences import progress
from keytally_server.features.done_documents import done_documents
from keytally_server.protocol.messages import ProgressParams
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer(server: KeytallyServer, snapshot: Snapshot, params: ProgressParams) -> dict[str, Any] | None:
    """The document by name and number, its differences, and all that in words; None outside documents."""
    found = progress(snapshot, server.offset(snapshot, params.position))
    if found is None:
        return None
    file = server.session.annotators_files.of(snapshot.path, snapshot.reading)
    found = found._replace(done=done_documents(snapshot, file))
    return {
        "document": found.document,
        "number": found.number,
        "documents": found.documents,
        "differences": found.differences,
        "done": None if found.done is None else found.done[0],
        "text": found.text,
    }
