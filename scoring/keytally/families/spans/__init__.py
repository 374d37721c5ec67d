"""Labelled spans over text: the formats of annotation tools."""
