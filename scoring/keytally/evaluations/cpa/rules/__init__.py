"""What a line of a file can break, and how it is mended."""
