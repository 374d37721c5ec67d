"""Evaluations: what each scores, how it reads, checks and reports."""
