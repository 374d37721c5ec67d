"""Differences between a response and its key in classes, and what each of them costs."""
