"""The reports of the MUC tasks: scores and a configuration in, text or JSON out."""
