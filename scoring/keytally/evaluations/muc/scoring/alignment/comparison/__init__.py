"""The comparison of two fills, two slots and two objects of a class."""
