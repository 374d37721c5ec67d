"""Generates parts of the clients and the documentation from the facts of the families."""
