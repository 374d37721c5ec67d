"""The five tasks of the Message Understanding Conferences."""
