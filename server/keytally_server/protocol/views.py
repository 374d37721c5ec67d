"""Where each file is looked at: the place that answers about a large file are near to."""

from dataclasses import dataclass
from pathlib import Path

from keytally.text.span import Span

LARGEST_VIEW = 200_000
"""A range of more code points is no view: some clients ask for the whole file by its range."""


@dataclass(slots=True)
class _View:
    """The place that was looked at or edited last, and the part that the last lenses and folds are of."""

    place: int = 0
    shown: Span | None = None


class Views:
    """The places of open files that clients have asked about last, and those of edits.

    A client asks for the lenses and folds of a whole file, and again after an edit only. In a large file it
    gets those of a part; `note` says when that part is left, so that the client is to ask again.
    """

    def __init__(self) -> None:
        self._views: dict[Path, _View] = {}

    def place(self, path: Path) -> int:
        """The offset that a file is looked at."""
        view = self._views.get(path)
        return view.place if view is not None else 0

    def note(self, path: Path, start: int, end: int) -> bool:
        """Note that a range is visible; returns whether its lenses were never answered.

        After true it returns false until `answered` is called.
        """
        view = self._views.setdefault(path, _View())
        view.place = (start + end) // 2
        if view.shown is None or view.shown.start <= view.place <= view.shown.end:
            return False
        view.shown = None
        return True

    def edited(self, path: Path, place: int) -> None:
        """Note the place of an edit; clients ask for everything again after it."""
        view = self._views.setdefault(path, _View())
        view.place, view.shown = place, None

    def answered(self, path: Path, start: int, end: int) -> None:
        """Note that a part of a file was answered for."""
        self._views.setdefault(path, _View()).shown = Span(start, end)

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._views.pop(path, None)
