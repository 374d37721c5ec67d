"""Lexical substitution as SemEval-2007 task 10 scores it: best, oot (out of ten) and mw (multiwords)."""
