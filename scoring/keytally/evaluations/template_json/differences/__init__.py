"""The differences of a document in classes, and the edits of its record that repair them."""
