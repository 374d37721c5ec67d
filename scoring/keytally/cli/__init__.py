"""The command `keytally`: a module a subcommand, imported when it runs."""
