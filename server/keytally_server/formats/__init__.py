"""Presenters: what editors show of the files of each format."""
