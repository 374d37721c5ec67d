"""Templates from one format into another: objects become types and roles by a mapping, and the reverse."""
