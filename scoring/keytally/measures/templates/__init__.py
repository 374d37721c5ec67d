"""Measures of templates with roles, whatever their format: GTT and CEAF-RME."""
