"""Template objects and their slots as annotations, and the edits of records that make wanted ones."""
