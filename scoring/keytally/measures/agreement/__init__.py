"""Coefficients of agreement: plain mathematics over the values that annotators give to items."""
