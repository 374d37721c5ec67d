"""Files that cannot be read or scored because a family of another distribution has failed."""

from pathlib import Path

from keytally.evaluations import registry
from keytally.project.pair import Pair
from keytally_server.session.warnings import Warnings


class FamilyFailures:
    """The files that cannot be read, each with a warning to the user; true if there are any."""

    def __init__(self, warnings: Warnings) -> None:
        self._warnings = warnings
        self._files: set[Path] = set()

    def __bool__(self) -> bool:
        return bool(self._files)

    def tell(self, path: Path, *problems: str) -> None:
        """Record that a file cannot be read, and show why, a line for each problem."""
        self._files.add(path)
        self._warnings.update(("family", path), [f"{path}: {problem}" for problem in problems])

    def end(self, path: Path) -> None:
        """Record that a file has been read."""
        if path in self._files:
            self._files.discard(path)
            self._warnings.update(("family", path), ())

    def in_scoring(self, pair: Pair, error: Exception) -> bool:
        """Show a warning if a family made the scoring of a pair fail; returns whether one did."""
        problem = registry.fault_of(error)
        if problem:
            subject = ("scoring", pair.key, pair.response)
            self._warnings.update(subject, [f"{pair.response}: {problem}"])
        return bool(problem)
