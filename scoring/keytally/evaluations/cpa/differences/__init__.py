"""The differences of a verb in classes, and the changes of cells that repair them."""
