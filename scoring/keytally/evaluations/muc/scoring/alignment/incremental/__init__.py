"""The pairs of the definition, kept up while objects are added, removed and changed."""
