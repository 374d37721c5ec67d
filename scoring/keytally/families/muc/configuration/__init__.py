"""Configuration files of the MUC scorer: options, syntax, rules and resolution."""
