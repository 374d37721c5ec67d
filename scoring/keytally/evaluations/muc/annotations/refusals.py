"""Why changes of tags are refused."""

OTHER_TEXT = "the gold has other text there"
NOT_READ = "with it the tags of the document would not be read as they are meant"
