"""Whether edits put off the reading of long files, so that keystrokes do not wait for it."""

MOST = 30
"""How often in a row edits put the reading off: a key that is held down may repeat faster than it begins."""


class PuttingOff:
    """Counts how often edits have put the reading off."""

    def __init__(self) -> None:
        self._is_edited = False
        self._times = 0

    def edit(self) -> None:
        """An edit has come."""
        self._is_edited = True

    def puts_off(self) -> bool:
        """Whether an edit that has come since the last question puts the reading off once more."""
        puts_off = self._is_edited and self._times < MOST
        self._times = self._times + 1 if puts_off else 0
        self._is_edited = False
        return puts_off

    def end(self) -> None:
        """There is nothing to put off any more."""
        self._is_edited = False
