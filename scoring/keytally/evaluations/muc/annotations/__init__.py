"""What a file of each task says of a document, and how a gold file is written from it (Annotates)."""
