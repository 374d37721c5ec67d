"""Labelled spans over text, in the formats of annotation tools."""
