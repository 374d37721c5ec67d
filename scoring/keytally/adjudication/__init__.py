"""What several annotators say of a document, put together: items, variants, strategies and merging."""
