"""Families of tasks: one package each, with its formats, rules, scoring and reports."""
