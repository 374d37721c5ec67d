"""Writes what clients and documentation say of languages and tasks, from the facts of the families."""
