"""Refresh requests: the client is to ask for code lenses, inlay hints and tokens again."""

from keytally_server.protocol.server import Change, KeytallyServer


class Refresh:
    """Sends refresh requests where answers may have changed and the client cannot know.

    A client asks of its own accord about the file that it edits; it cannot know of the other file
    of the pair, of files on disk, of settings, or of work that was not done when it asked.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._is_due = False
        self._generation = 0

    def files_changed(self, change: Change) -> None:
        """Files have changed: note whether the client has to ask again."""
        if change.edited is None or self._affects_other_files(change):
            self._is_due = True

    def require(self) -> None:
        """What the client was answered may be incomplete."""
        self._is_due = True

    def server_idle(self) -> None:
        """All that waited is scored: send the refresh requests for which there is a reason."""
        session, client = self._server.session, self._server.client
        if self._generation != session.generation and client.refreshes_tokens:
            self._server.workspace_semantic_tokens_refresh(None)
        if self._is_due and client.refreshes_lenses:
            self._server.workspace_code_lens_refresh(None)
        if self._is_due and client.refreshes_hints:
            self._server.workspace_inlay_hint_refresh(None)
        self._is_due = False
        self._generation = session.generation

    def _affects_other_files(self, change: Change) -> bool:
        """Whether an open file shows verdicts that depend on the edited one."""
        session, edited = self._server.session, change.edited
        pairs = [session.active_pair(path) for path in session.open_files if path != edited]
        return edited is not None and any(live and live.holds(edited) for live in pairs)
