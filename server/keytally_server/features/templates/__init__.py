"""Features for template files: records with slots and fills."""
