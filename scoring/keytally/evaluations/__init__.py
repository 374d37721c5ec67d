"""Evaluations: one folder a family, with its formats, rules, scoring and reports."""
