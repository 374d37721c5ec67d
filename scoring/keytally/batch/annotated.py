"""An annotated response for a terminal: its text, with verdicts in brackets.

It uses generic marks, so it works for any evaluation. A verdict is always written out, `[INC LOCATION]`;
colour, if asked for, only repeats it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.interface import Level, Mark
from keytally.tallies.status import Status
from keytally.text.printable import printable_page

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
    """Text to insert; at one offset closing brackets come first, inner before outer, opening ones last."""

    place: int
    order: tuple[int, int, int]
    text: str


def annotated(text: str, marks: Iterable[tuple[Mark, int, int]], colour: bool = False) -> str:
    """`text` with `[COR ...]` around what it has, and `[MIS PERSON "Kory"]` at what it lacks.

    Each mark comes with its start and end in `text`, in code points. Of the parts of an object only the fills
    with errors are shown. Ranges may touch and nest; a range that crosses another is still closed at its own
    end.
    """
    edges = sorted(edge for index, mark in enumerate(marks) for edge in _edges(*mark, index, colour))
    return "".join(_pieces(text, edges))


def _is_shown(mark: Mark) -> bool:
    """Whether a mark adds information to the other marks at its place."""
    if mark.level is Level.FILL:
        return mark.status in _TELLING_FILLS
    return mark.level is not Level.SLOT


def _pieces(text: str, edges: Sequence[_Edge]) -> Iterator[str]:
    done = 0
    for edge in edges:
        yield printable_page(text[done : edge.place])
        yield edge.text
        done = edge.place
    yield printable_page(text[done:])


def _edges(mark: Mark, start: int, end: int, index: int, colour: bool) -> Iterator[_Edge]:
    if not _is_shown(mark):
        return
    status, length = mark.status, end - start
    name = status.value.upper()
    if not length:
        yield _Edge(start, (1, 0, index), _painted(f"[{printable_page(mark.label) or name}]", status, colour))
        return
    yield _Edge(start, (2, -length, index), _painted(f"[{name} ", status, colour))
    yield _Edge(end, (0, length, -index), _painted("]", status, colour))


def _painted(text: str, status: Status, colour: bool) -> str:
    return f"{_COLOURS.get(status, _FAINT)}{text}{_RESET}" if colour else text
