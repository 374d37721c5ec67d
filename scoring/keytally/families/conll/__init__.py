"""Coreference in files with a token a line: CoNLL-2012 and CorefUD."""
