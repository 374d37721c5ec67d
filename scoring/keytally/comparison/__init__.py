"""Comparison of systems: confidence intervals, significance tests, and groups without significant
differences.
"""
