"""What is wrong in a document, and in a response beside its key."""
