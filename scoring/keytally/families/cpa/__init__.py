"""Corpus pattern analysis, SemEval-2015 task 15: parsing, clustering and pattern slots of verbs."""
