"""What the client is asked to ask again after a rescoring."""

from keytally.engine.live_pair import LivePair
from keytally_server.protocol.server import KeytallyServer


class Refresh:
    """Asks the client for lenses and hints anew where a score changed under an open file."""

    def __init__(self, server: KeytallyServer) -> None:
        self._server = server

    def after_scoring(self, live: LivePair) -> None:
        """A pair has been scored: what shows its numbers is out of date."""
        client = self._server.client
        if client.refreshes_lenses and self._server.session.settings.code_lens:
            self._server.workspace_code_lens_refresh(None)
        if client.refreshes_hints and self._server.session.settings.inlay_hints:
            self._server.workspace_inlay_hint_refresh(None)
