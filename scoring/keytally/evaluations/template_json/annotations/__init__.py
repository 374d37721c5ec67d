"""What a file says of a document: its templates with their roles, or its roles."""
