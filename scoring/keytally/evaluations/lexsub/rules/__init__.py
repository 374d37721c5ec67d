"""The rules for the files of the task."""
