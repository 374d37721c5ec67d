"""Measures of coreference beyond that of MUC, each from its paper."""
