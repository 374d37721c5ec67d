"""What editors show of MUC configuration files."""
