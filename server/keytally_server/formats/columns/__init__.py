"""What editors show of columns of tokens and labels."""
