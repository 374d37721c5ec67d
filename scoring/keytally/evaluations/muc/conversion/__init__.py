"""Formats of the family that documents can be converted from and to."""
