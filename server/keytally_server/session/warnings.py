"""Warnings for the user: each is shown once, not at every keystroke."""

from collections.abc import Callable, Hashable, Sequence

ShowWarning = Callable[[str], None]


class Warnings:
    """Passes new lines on to `show`; a line is new again after an update without it."""

    def __init__(self, show: ShowWarning) -> None:
        self._show = show
        self._shown: dict[Hashable, Sequence[str]] = {}

    def update(self, subject: Hashable, lines: Sequence[str]) -> None:
        """Set all present problems of a subject, and show the new ones."""
        for line in lines:
            if line not in self._shown.get(subject, ()):
                self._show(line)
        self._shown[subject] = lines
