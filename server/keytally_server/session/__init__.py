"""The server's state between messages: open documents, live pairs, settings. It does not depend on LSP."""
