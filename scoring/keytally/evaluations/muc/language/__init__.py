"""The languages of the MUC tasks: how a file of each format is cut into units, read and judged by rules."""
