"""Chains of mentions compared, and the counts of all measures."""
