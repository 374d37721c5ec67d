"""Pictures for the documentation, drawn from what the engine says of real files."""
