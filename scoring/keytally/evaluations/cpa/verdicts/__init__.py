"""Verdicts on cells of the lines of both files."""
