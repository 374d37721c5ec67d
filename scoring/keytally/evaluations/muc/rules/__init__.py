"""What can be wrong in files of the MUC tasks, and where."""
