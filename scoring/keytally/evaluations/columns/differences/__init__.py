"""The differences of a sentence in classes, and the changes of its labels that repair them."""
