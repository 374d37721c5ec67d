"""Text: decoding, lines, places, and text that can be edited."""
