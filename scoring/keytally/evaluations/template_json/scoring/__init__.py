"""The measures, as functions from templates to counts."""
