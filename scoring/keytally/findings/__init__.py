"""Findings: rules, breaches of them, the selection of rules, and output formats."""
