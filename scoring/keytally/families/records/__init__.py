"""Structured records as JSON, such as the output of language models, compared leaf by leaf."""
