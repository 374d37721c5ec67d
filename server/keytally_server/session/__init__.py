"""What the server keeps between messages: open documents, live pairs, settings. Nothing of LSP."""
