"""The reports of the MUC tasks: text or JSON from scores and a configuration."""
