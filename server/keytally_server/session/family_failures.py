"""Files that cannot be read because a family of another distribution has failed."""

from pathlib import Path

from keytally_server.session.warnings import Warnings


class FamilyFailures:
    """The files, each of which the person has been told of; true where there are any."""

    def __init__(self, warnings: Warnings) -> None:
        self._warnings = warnings
        self._files: set[Path] = set()

    def __bool__(self) -> bool:
        return bool(self._files)

    def tell(self, path: Path, *problems: str) -> None:
        """A file cannot be read: tell why, a line for each problem."""
        self._files.add(path)
        self._warnings.update(("family", path), [f"{path}: {problem}" for problem in problems])

    def end(self, path: Path) -> None:
        """A file has been read."""
        if path in self._files:
            self._files.discard(path)
            self._warnings.update(("family", path), ())
