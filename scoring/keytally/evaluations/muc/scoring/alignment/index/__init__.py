"""The pairs of the definition, found by what objects share instead of by comparing each with each."""
