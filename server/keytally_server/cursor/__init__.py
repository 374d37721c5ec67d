"""What stands at a place of a file: its word, its line, the verdicts on it."""
