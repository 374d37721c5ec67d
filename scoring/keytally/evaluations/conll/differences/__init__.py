"""The differences between the chains of a document in classes, and their repairs."""
