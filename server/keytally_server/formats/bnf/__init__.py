"""What editors show of task BNFs."""
