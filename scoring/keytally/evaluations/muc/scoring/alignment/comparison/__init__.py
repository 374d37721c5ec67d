"""How two fills, two slots and two objects of a class compare."""
