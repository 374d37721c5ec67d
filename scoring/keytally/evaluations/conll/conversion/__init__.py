"""Coreference with a token a line as a format that documents can be converted from and to."""
