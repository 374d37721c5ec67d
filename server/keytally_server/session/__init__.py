"""The server's state between messages: open documents, live pairs and settings, independent of LSP."""
