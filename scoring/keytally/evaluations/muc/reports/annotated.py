"""An annotated response for a terminal: its text, with the verdicts in brackets where they belong.

A verdict is always written out, `[INC LOCATION]`; colour, where it is asked for, only repeats it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keytally.tallies.status import Status

_RESET = "\x1b[0m"
_COLOURS = {
    Status.CORRECT: "\x1b[32m",
    Status.PARTIAL: "\x1b[36m",
    Status.INCORRECT: "\x1b[33m",
    Status.MISSING: "\x1b[35m",
    Status.SPURIOUS: "\x1b[31m",
}
_PLAIN = "\x1b[2m"


class Verdict(NamedTuple):
    """A verdict to show: a stretch of the text in code points, and what to call what is missing there."""

    start: int
    end: int
    status: Status
    label: str = ""


class _Edge(NamedTuple):
    """Something to insert: at one place closings come first, inner before outer, then openings."""

    place: int
    order: tuple[int, int, int]
    text: str


def annotated(text: str, verdicts: Iterable[Verdict], colour: bool = False) -> str:
    """`text` with each stretch as `[COR ...]`, and `[MIS label]` where something is missing.

    Stretches may touch and nest; one that crosses another is closed where it ends all the same.
    """
    edges = sorted(edge for index, verdict in enumerate(verdicts) for edge in _edges(verdict, index, colour))
    return "".join(_pieces(text, edges))


def _pieces(text: str, edges: Sequence[_Edge]) -> Iterator[str]:
    done = 0
    for edge in edges:
        yield text[done : edge.place]
        yield edge.text
        done = edge.place
    yield text[done:]


def _edges(verdict: Verdict, index: int, colour: bool) -> Iterator[_Edge]:
    name = verdict.status.value.upper()
    if verdict.start == verdict.end:
        label = f" {verdict.label}" if verdict.label else ""
        yield _Edge(verdict.start, (1, 0, index), _painted(f"[{name}{label}]", verdict.status, colour))
        return
    length = verdict.end - verdict.start
    yield _Edge(verdict.start, (2, -length, index), _painted(f"[{name} ", verdict.status, colour))
    yield _Edge(verdict.end, (0, length, -index), _painted("]", verdict.status, colour))


def _painted(text: str, status: Status, colour: bool) -> str:
    return f"{_COLOURS.get(status, _PLAIN)}{text}{_RESET}" if colour else text
