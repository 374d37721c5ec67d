"""The languages of the MUC tasks: for each format, how files are cut into units, parsed and checked."""
