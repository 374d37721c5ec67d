"""Classification of the differences between a response and its key, and the score gain from fixing each."""
