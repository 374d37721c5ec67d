"""How the files of the task are read: one line after the other, cells between tabs."""
