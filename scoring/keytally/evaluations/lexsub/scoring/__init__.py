"""The measures of the document, those of the two later programs, and agreement."""
