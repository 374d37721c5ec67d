"""Scoring of the MUC tasks: fills, slots, objects, and the score of a document."""
