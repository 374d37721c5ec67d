"""Findings: rules, breaches of them, and the selection of rules."""
