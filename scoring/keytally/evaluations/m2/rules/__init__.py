"""Rules for the M2 scorer's files."""
