"""Editor features as plain functions over a snapshot: one file a feature, nothing of LSP."""
