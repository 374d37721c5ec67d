"""The aligned pairs, updated while objects are added, removed and changed."""
