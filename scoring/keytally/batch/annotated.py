"""An annotated response for a terminal: its text, with the verdicts in brackets where they belong.

Made of generic marks, so of any evaluation's. A verdict is always written out, `[INC LOCATION]`;
colour, where it is asked for, only repeats it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.interface import Level, Mark
from keytally.tallies.status import Status

_RESET = "\x1b[0m"
_COLOURS = {
    Status.CORRECT: "\x1b[32m",
    Status.PARTIAL: "\x1b[36m",
    Status.INCORRECT: "\x1b[33m",
    Status.MISSING: "\x1b[35m",
    Status.SPURIOUS: "\x1b[31m",
}
_FAINT = "\x1b[2m"

_TELLING_FILLS = frozenset({Status.PARTIAL, Status.INCORRECT, Status.MISSING})


class _Edge(NamedTuple):
    """Something to insert; at one place closings come first, inner ones before outer, openings last."""

    place: int
    order: tuple[int, int, int]
    text: str


def annotated(text: str, marks: Iterable[tuple[Mark, int, int]], colour: bool = False) -> str:
    """`text` with `[COR ...]` around what is there, and `[MIS PERSON "Kory"]` where something lacks.

    Each mark comes with its start and end in `text`, in code points. Of what an object holds only
    the fills that went wrong are shown. Stretches may touch and nest; one that crosses another is
    closed where it ends all the same.
    """
    edges = sorted(edge for index, mark in enumerate(marks) for edge in _edges(*mark, index, colour))
    return "".join(_pieces(text, edges))


def _is_shown(mark: Mark) -> bool:
    """Whether a mark says what no other one beside it does."""
    if mark.level is Level.FILL:
        return mark.status in _TELLING_FILLS
    return mark.level is not Level.SLOT


def _pieces(text: str, edges: Sequence[_Edge]) -> Iterator[str]:
    done = 0
    for edge in edges:
        yield text[done : edge.place]
        yield edge.text
        done = edge.place
    yield text[done:]


def _edges(mark: Mark, start: int, end: int, index: int, colour: bool) -> Iterator[_Edge]:
    if not _is_shown(mark):
        return
    status, length = mark.status, end - start
    name = status.value.upper()
    if not length:
        yield _Edge(start, (1, 0, index), _painted(f"[{mark.label or name}]", status, colour))
        return
    yield _Edge(start, (2, -length, index), _painted(f"[{name} ", status, colour))
    yield _Edge(end, (0, length, -index), _painted("]", status, colour))


def _painted(text: str, status: Status, colour: bool) -> str:
    return f"{_COLOURS.get(status, _FAINT)}{text}{_RESET}" if colour else text
