"""What editors show of units that implement their own presentation."""
