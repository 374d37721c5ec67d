"""Templates as they are compared: normal mentions, and nothing of their format or their places."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

TYPE = "incident_type"
"""The name of a template's type among its roles."""

Mentions = tuple[str, ...]
Roles = Mapping[str, Sequence[Mentions]]


class Compared(NamedTuple):
    """A template with its type and the normal mentions of its entities by role."""

    type: str | None
    roles: Roles


Templates = Sequence[Compared]
