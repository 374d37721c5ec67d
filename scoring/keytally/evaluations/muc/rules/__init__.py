"""The rules for files of the MUC tasks."""
