"""What is wrong in a record, and between records."""
