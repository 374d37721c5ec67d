"""Presenters: editor features for the files of each format, independent of LSP."""
