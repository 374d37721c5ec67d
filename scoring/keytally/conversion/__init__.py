"""Documents from one format into another, with a word on everything that is lost."""
