"""Runs of the engine over files on disk, which the commands and the Python API share."""
