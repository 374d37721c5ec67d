"""What editors show of units that tell by themselves what to show."""
