"""The differences of a document in classes, and the edits of the response that repair them."""
