"""Mentions and chains as annotations, and the edits of tags that make wanted ones."""
