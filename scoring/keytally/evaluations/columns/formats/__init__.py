"""Sentences of tokens, a line each, with their labels."""
