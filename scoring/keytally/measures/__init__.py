"""Measures that families share: computations on numbers and classes, independent of file formats."""
