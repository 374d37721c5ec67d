"""The file formats of the tasks: lines of cells between tabs."""
