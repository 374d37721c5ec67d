"""The Language Server Protocol: the only package that imports pygls and lsprotocol."""
