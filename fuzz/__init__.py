"""Looks for what breaks keytally: random files, edits and messages, each named by a seed (`make fuzz`)."""
