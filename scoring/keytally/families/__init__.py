"""Families of tasks, with one package for each: its formats, rules, scoring and reports."""
