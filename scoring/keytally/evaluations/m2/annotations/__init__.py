"""The edits of a sentence as annotations, and the `A` lines that make wanted ones."""
