"""Coreference in files with one token per line: CoNLL-2012 and CorefUD."""
