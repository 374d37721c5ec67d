"""Verdicts on single cells of the lines of both files."""
