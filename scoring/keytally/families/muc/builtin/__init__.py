"""The built-in configurations and BNFs of the MUC tasks, as files."""
