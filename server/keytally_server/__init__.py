"""The language server of keytally."""
