"""The task `m2-edits`: compares the edits of two M2 files."""
