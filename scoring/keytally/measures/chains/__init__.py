"""How chains of two sides differ: common cells, classes of differences, and chains after repairs."""
