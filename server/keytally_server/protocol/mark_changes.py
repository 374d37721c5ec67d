"""What has changed in the marks of a range since a client was last sent them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, takewhile
from pathlib import Path
from typing import Any, NamedTuple

KEPT = 8
"""How many answers about a file are kept to compare with: a client may show several parts of it."""

RANGES = ("range", "extent", "text")
"""The members of a mark that are ranges of its own file."""


Marks = Sequence[Mapping[str, Any]]


class _Answer(NamedTuple):
    """Marks that a client was sent, and the number of the file's lines then."""

    marks: Marks
    lines: int


class MarkChanges:
    """The last answers about each file, by result ids."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._answers: dict[Path, dict[str, _Answer]] = {}

    def answer(self, path: Path, previous: str | None, marks: Marks, lines: int) -> dict[str, Any]:
        """The members of an answer: a result id, with `marks`, or a `change` of those of an answer before.

        `lines` is the number of lines of the file.
        """
        answers = self._answers.setdefault(path, {})
        before = answers.get(previous or "")
        result_id = str(next(self._numbers))
        answers[result_id] = _Answer(marks, lines)
        for old in list(answers)[:-KEPT]:
            del answers[old]
        change = before and change_of(before.marks, marks, lines - before.lines)
        return {"resultId": result_id, **({"change": change} if change else {"marks": list(marks)})}

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._answers.pop(path, None)


def change_of(old: Marks, new: Marks, lines: int) -> dict[str, Any] | None:
    """How marks differ from older ones, if they share some; `lines` were put in between.

    The old marks from the index `moved` on stand `lines` further down; then each of the `edits` replaces
    `deleteCount` of the old marks from the index `start` on by `marks`.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    moved = [_moved(mark, lines) for mark in old[same:]]
    edits: list[dict[str, Any]] = [
        {"start": same + start, "deleteCount": end - start, "marks": list(new[same + first : same + last])}
        for start, end, first, last in _differing(moved, new[same:])
    ]
    if new and sum(len(edit["marks"]) for edit in edits) == len(new):
        return None
    return {"moved": same, "lines": lines, "edits": edits}


def _differing(before: Marks, after: Marks) -> Iterator[tuple[int, int, int, int]]:
    """The ranges that differ, first those of `before`, then those of `after`.

    Both are gone through once by the places of the marks, since they stand in order.
    """
    start = first = at = of = 0
    while at < len(before) and of < len(after):
        if before[at] == after[of]:
            if start < at or first < of:
                yield start, at, first, of
            start, first = at + 1, of + 1
            at, of = start, first
            continue
        old, new = _place(before[at]), _place(after[of])
        at, of = at + (old <= new), of + (new <= old)
    if start < len(before) or first < len(after):
        yield start, len(before), first, len(after)


def _place(mark: Mapping[str, Any]) -> tuple[int, int]:
    start = mark["range"]["start"]
    return start["line"], start["character"]


def _moved(mark: Mapping[str, Any], lines: int) -> Mapping[str, Any]:
    """A mark so many lines further down."""
    return {**mark, **{name: _lower(mark[name], lines) for name in RANGES if name in mark}} if lines else mark


def _lower(stretch: Mapping[str, Any], lines: int) -> Mapping[str, Any]:
    return {
        side: {"line": place["line"] + lines, "character": place["character"]}
        for side, place in stretch.items()
    }
