"""Adjudication of several annotators' files: items, agreement, merging, decisions and the gold."""
