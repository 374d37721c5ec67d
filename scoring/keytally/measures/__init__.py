"""Measures that families share: mathematics over numbers and classes, without any file format."""
