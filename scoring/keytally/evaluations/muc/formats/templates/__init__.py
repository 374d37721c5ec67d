"""Template files: records with headers, slots and fills, read line by line."""
