"""Annotations in files, and the edits that change a gold file to contain given annotations."""

OTHER_TEXT = "the gold has different text at this position"
NOT_READ = "the change would alter the reading of other tags in the document"
