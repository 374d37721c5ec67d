"""Conversion of annotations between formats, with a report of everything that is lost."""
