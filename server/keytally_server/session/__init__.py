"""The server's state between messages: open documents, live pairs, settings; no LSP."""
