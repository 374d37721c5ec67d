"""The main configuration file of the MUC scorer: its grammar, its options, and their values."""
