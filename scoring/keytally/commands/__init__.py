"""The command `keytally`: one module a subcommand, imported when it runs."""
