"""Scoring of the MUC tasks: fills, slots, objects, their alignment, and the score of a document."""
