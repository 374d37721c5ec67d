"""Tallies: counts of verdicts, their sums and their ratios."""
