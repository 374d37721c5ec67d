"""Annotations of files, and the edits of a gold file that make wanted annotations."""

OTHER_TEXT = "the gold has different text there"
NOT_READ = "it would change the reading of other tags of the document"
