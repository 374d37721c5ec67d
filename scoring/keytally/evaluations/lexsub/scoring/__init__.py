"""The measures of the document, those of the two programs that came after it, and agreement."""
