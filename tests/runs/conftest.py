"""A small workspace to score and to check."""

from tests.small_workspace import workspace

__all__ = ["workspace"]
