"""The word, the line and the marks at an offset of a file."""
