"""Which files belong together: keytally.toml, configuration files, and names."""
