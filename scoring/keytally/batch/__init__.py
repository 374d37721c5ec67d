"""Runs over files on disk with the engine, for the command and the Python API."""
