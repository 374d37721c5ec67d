"""What is amiss, said to the person once and not at every keystroke."""

from collections.abc import Callable, Hashable, Sequence

Complain = Callable[[str], None]


class Complaints:
    """Passes lines on to `complain` where they are news; a subject without any is well again."""

    def __init__(self, complain: Complain) -> None:
        self._complain = complain
        self._said: dict[Hashable, Sequence[str]] = {}

    def about(self, subject: Hashable, lines: Sequence[str]) -> None:
        """Say what is wrong with a subject now, but for what was said of it the last time."""
        for line in lines:
            if line not in self._said.get(subject, ()):
                self._complain(line)
        self._said[subject] = lines
