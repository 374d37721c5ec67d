"""The rules for lines of a file, and their fixes."""
