"""Which files belong together: keytally.toml, MUC configuration files, and names."""
