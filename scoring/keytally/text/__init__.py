"""Text: files, positions, differences, editable text, and text for output."""
