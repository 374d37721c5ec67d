"""Measures that evaluations share: plain mathematics over numbers and classes, without any file format."""
