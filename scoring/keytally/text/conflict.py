"""The marks that a program for versions leaves in a text where two changes of it conflict."""

from collections.abc import Iterator

_MARKS = ("<<<<<<<", "=======", ">>>>>>>")


def conflict_line(text: str) -> int | None:
    """The line, from 1, of the first mark of a conflict; None where there is none.

    The three marks must follow each other at starts of lines, each alone or before a blank: a text may well
    have one of them.
    """
    if not all(mark in text for mark in _MARKS):
        return None
    first, wanted = 0, 0
    for number, mark in _marked(text):
        if mark == 0:
            first, wanted = number, 1
        elif mark == wanted:
            wanted += 1
        if wanted == len(_MARKS):
            return first
    return None


def _marked(text: str) -> Iterator[tuple[int, int]]:
    """The lines that are marks by number, each with the number of its mark."""
    for number, line in enumerate(text.split("\n"), start=1):
        name, _, _ = line.rstrip("\r").partition(" ")
        if name in _MARKS:
            yield number, _MARKS.index(name)
