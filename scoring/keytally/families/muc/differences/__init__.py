"""The classified differences of a document, and the edits of the response that fix them."""
