"""What the MUC tasks bring with them: configurations and BNFs, as files."""
