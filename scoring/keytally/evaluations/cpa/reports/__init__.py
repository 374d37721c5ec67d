"""Scores as text and as JSON."""
