"""The Language Server Protocol: the only code that knows of pygls and lsprotocol."""
