"""Comparison of systems: confidence intervals, significance, and groups that do not differ."""
