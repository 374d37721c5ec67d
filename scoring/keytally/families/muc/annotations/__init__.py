"""Annotations of files, and the edits of a gold file that make wanted annotations."""

OTHER_TEXT = "the gold has different text at this position"
NOT_READ = "the change would alter the reading of other tags in the document"
