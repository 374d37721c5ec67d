"""What is wrong in a file of columns."""
