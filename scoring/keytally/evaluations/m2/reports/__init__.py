"""The output of the M2 scorer."""
