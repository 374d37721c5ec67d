"""Classification of the differences between a response and its key, and the score gain of fixing each."""
