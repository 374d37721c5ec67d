"""Pair files by keytally.toml, configuration files, and names."""
