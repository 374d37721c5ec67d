"""What can be wrong with the files of the task."""
