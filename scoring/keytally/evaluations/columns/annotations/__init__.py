"""The entities of a sentence as annotations, and the labels that make wanted ones."""
