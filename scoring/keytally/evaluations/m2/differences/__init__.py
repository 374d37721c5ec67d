"""The differences of a sentence in classes, and the changes of the output that repair them."""
