"""Text: decoding, lines, places, and editable text."""
