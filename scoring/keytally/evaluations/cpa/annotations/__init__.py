"""What a file of each task says of a verb, for agreement (ListsAnnotations)."""
