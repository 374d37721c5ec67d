"""Rules of the M2 scorer's files."""
