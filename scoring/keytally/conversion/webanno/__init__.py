"""WebAnno TSV 3: a token a line with its offsets, and a column for each feature of each layer."""
