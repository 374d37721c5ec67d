"""What is printed, and what the JSON output holds."""
