"""Recognises files of columns."""
