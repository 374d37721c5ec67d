"""What follows the readings of an engine besides its pairs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from keytally.engine.reading import Reading


class Follower(Protocol):
    """Something that is made of the readings of several files, and is brought up to date with every edit."""

    @property
    def path(self) -> Path:
        """The file that it puts findings into."""
        ...

    @property
    def paths(self) -> Sequence[Path]:
        """The files that it is made of; the engine keeps them."""
        ...

    @property
    def readings(self) -> Sequence[Reading]:
        """The readings that it is made of; the engine keeps them."""
        ...

    def renew(self, changed: Mapping[Reading, set[str]]) -> set[Path]:
        """Account for changed documents of readings; returns the files whose findings may have changed."""
        ...

    def end(self) -> None:
        """Take back the findings that it has put into readings."""
        ...
