"""Changes of chains as edits of the cells that hold their brackets."""
