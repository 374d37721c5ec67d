"""Features for documents in SGML."""
