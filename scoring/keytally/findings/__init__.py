"""Findings: rules, violations of them, the selection of rules, and output formats."""
