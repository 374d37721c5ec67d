"""The differences of an item in classes, and the changes of the answer that repair them."""
