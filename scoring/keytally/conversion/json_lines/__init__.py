"""Formats of JSON lines: one object a document."""
