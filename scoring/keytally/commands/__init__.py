"""The command `keytally`: one module for each subcommand, imported when it runs."""
