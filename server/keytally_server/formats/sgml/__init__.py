"""What editors show of documents in SGML."""
