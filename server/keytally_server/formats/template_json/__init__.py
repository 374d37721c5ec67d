"""What editors show of templates and roles as JSON."""
