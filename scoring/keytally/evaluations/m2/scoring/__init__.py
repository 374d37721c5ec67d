"""From a sentence, its correction and gold edits to counts."""
