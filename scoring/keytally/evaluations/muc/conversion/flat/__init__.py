"""MUC-4's flat templates, whose numbered slots are read as objects that point to each other."""
