"""Presenters of template files."""
