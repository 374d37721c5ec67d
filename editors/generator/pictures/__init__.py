"""Pictures for the documentation, drawn from the engine's results for real files."""
