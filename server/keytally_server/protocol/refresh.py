"""Refresh requests: ask the client to request code lenses, inlay hints and tokens again."""

from keytally_server.protocol.server import Change, KeytallyServer


class Refresh:
    """Sends refresh requests if responses may have changed without the client's knowledge.

    A client requests the file that it edits by itself; it does not know of changes in the other file of the
    pair, in files on disk, in settings, or of work that was unfinished when it asked.
    """

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server
        self._is_due = False
        self._generation = 0

    def files_changed(self, change: Change) -> None:
        """Record whether changed files require the client to ask again."""
        if change.edited is None or self._affects_other_files(change):
            self._is_due = True

    def require(self) -> None:
        """Record that a response may be incomplete."""
        self._is_due = True

    def server_idle(self) -> None:
        """Send the required refresh requests when all waiting work is done."""
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
        """Whether an open file shows marks, or what annotators say, that depend on the edited one."""
        session, edited = self._server.session, change.edited
        if any(session.adjudications.is_gold(path) for path in change.files - {edited}):
            return True
        pairs = session.engine.pairs_of(edited) if edited is not None else []
        return any(set(session.arrangement.files_showing(live)) - {edited} for live in pairs)


def view_left(server: KeytallyServer) -> None:
    """Ask the client to request again what was answered for another part of a file than it shows now."""
    if server.client.refreshes_lenses:
        server.workspace_code_lens_refresh(None)
    if server.client.refreshes_folds:
        server.workspace_folding_range_refresh(None)
