"""Runs over files on disk with the engine, which the commands and the Python API share."""
