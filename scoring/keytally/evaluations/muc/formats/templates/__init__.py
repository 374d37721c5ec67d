"""Template files: records with headers, slots and fills, parsed line by line."""
