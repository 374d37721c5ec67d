"""Columns as formats that documents can be converted from and to."""
