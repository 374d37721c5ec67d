"""Texts for Markdown and outlines: verdicts, figures, shortened texts."""
