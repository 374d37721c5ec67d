"""Lexical substitution, SemEval-2007 task 10: best, oot and multiword answers, one item per line."""
