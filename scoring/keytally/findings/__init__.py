"""Findings: rules, breaches of them, and the choice of which to tell."""
