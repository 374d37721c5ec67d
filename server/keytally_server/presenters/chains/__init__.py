"""Presenters of coreference chains in SGML and CoNLL."""
