"""Standoff of brat: a text, and a file of lines that point into it."""
