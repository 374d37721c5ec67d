"""What editors show of template files."""
