"""Sends `keytally/progressed`: what an annotator has done may have changed, outside the file itself."""

from keytally_server.protocol.messages import PROGRESSED
from keytally_server.protocol.server import Change, KeytallyServer


class Progressed:
    """Tells of the open files of annotators when files have been opened, or have changed on disk.

    A client asks for the progress of a file that it edits by itself.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server

    def files_changed(self, change: Change) -> None:
        """Tell of annotators' files, unless an edit of a file is all that has changed."""
        if change.edited is not None or not self._server.client.marks:
            return
        session = self._server.session
        for path in sorted(session.open_files):
            found = session.workspace.adjudications_of(path)
            if any(path in each.annotators.values() for each in found):
                self._server.protocol.notify(PROGRESSED, {"uri": self._server.uri_of(path)})
