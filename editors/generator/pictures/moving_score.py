"""The animated picture of the start page: a response is put right step by step, and the score follows."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from editors.generator.pictures.scored import Scored, Tagged, plain
from editors.generator.pictures.svg import (
    CELL,
    COLOURS,
    LINE,
    MARGIN,
    QUIET,
    Point,
    box,
    group,
    picture,
    words,
)
from keytally.families.contract import Role, Settings

SECONDS = 1.5
"""How long a step is seen."""

FIRST_WORDS, LAST_WORDS = "   Eleven months", "the insurers say.\n"
"""The start and the end of the displayed lines, in the second story of the example."""

_SHORT = {"cor": "correct", "inc": "incorrect", "mis": "missing", "spu": "spurious"}


class Change(NamedTuple):
    """What a person does, and the text that takes the place of another."""

    told: str
    old: str
    new: str


CHANGES = (
    Change(
        "delete the spurious tag: Eleven months",
        '<TIMEX TYPE="DATE">Eleven months</TIMEX>',
        "Eleven months",
    ),
    Change(
        "accept the key's type: DATE",
        '<TIMEX TYPE="TIME">Tuesday</TIMEX>',
        '<TIMEX TYPE="DATE">Tuesday</TIMEX>',
    ),
    Change(
        "insert the missing tag: MONEY",
        "3.1\nmillion crowns",
        '<NUMEX TYPE="MONEY">3.1\nmillion crowns</NUMEX>',
    ),
    Change(
        "accept the key's type: LOCATION",
        '<ENAMEX TYPE="PERSON">Vellmark</ENAMEX>',
        '<ENAMEX TYPE="LOCATION">Vellmark</ENAMEX>',
    ),
)


class Frame(NamedTuple):
    """What is seen for some time: the lines, the tags in them, what was done, and the score then."""

    text: str
    tags: Sequence[Tagged]
    told: str
    score: float


def moving_score(example: Path) -> str:
    """The picture, from the named-entity example."""
    frames = list(_frames(example))
    lines = frames[0].text.splitlines()
    width = 2 * MARGIN + CELL * max(map(len, lines))
    height = 2 * MARGIN + LINE * (len(lines) + 2.5)
    scores = [frame.score for frame in frames]
    title = f"A response is corrected step by step: P&R rises from {scores[0]:.2f} to {scores[-1]:.2f}"
    shown = [
        group(_drawn(frame, width, scores[max(n - 1, 0)]), f"frame f{n}") for n, frame in enumerate(frames)
    ]
    return picture(width, height, title, [*_legend(height), *shown], _style(len(frames)))


def _frames(example: Path) -> Iterator[Frame]:
    """The states of the response, starting with the one in the example."""
    key, text = ((example / name).read_text(encoding="utf-8") for name in ("key.sgml", "response.sgml"))
    scored = Scored("named_entity", key, text, Settings(example / "ne.config"))
    yield _frame(scored, "a response, marked against its key")
    for change in CHANGES:
        if text.count(change.old) != 1:
            raise ValueError(f"the example has {change.old!r} {text.count(change.old)} times")
        text = text.replace(change.old, change.new)
        scored.respond(text)
        yield _frame(scored, change.told)


def _frame(scored: Scored, told: str) -> Frame:
    text = plain(scored.source(Role.RESPONSE))
    start = text.index(FIRST_WORDS)
    end = text.index(LAST_WORDS) + len(LAST_WORDS)
    inside = (each for each in scored.tags(Role.RESPONSE) if start <= each.start and each.end <= end)
    placed = [each._replace(start=each.start - start, end=each.end - start) for each in inside]
    return Frame(text[start:end], placed, told, scored.headline)


def _drawn(frame: Frame, width: float, before: float) -> Iterator[str]:
    for tag in frame.tags:
        yield from _boxes(frame.text, tag)
    lines = frame.text.splitlines()
    for number, text in enumerate(lines):
        yield words(text, _base(number))
    base = _base(len(lines) + 0.6)
    yield words(frame.told, base, QUIET)
    change = f"  {frame.score - before:+.2f}" if frame.score != before else ""
    right = Point(width - MARGIN, base.y)
    yield words(f"P&R {frame.score:.2f}{change}", right, bold=True, anchor="end")


def _boxes(text: str, tag: Tagged) -> Iterator[str]:
    """Yield a box around a tag on each of its lines."""
    starts = [0, *(place + 1 for place, character in enumerate(text) if character == "\n")]
    for number, (start, after) in enumerate(pairwise([*starts, len(text) + 1])):
        first, last = max(tag.start, start), min(tag.end, after - 1)
        if first < last:
            at = Point(MARGIN + CELL * (first - start) - 1, _base(number).y - 15)
            yield box(at, CELL * (last - first) + 2, 20, tag.verdict)


def _legend(height: float) -> Iterator[str]:
    x, y = MARGIN, height - MARGIN
    for verdict, name in _SHORT.items():
        yield box(Point(x, y - 11), 12, 12, verdict)
        yield words(name, Point(x + 18, y), COLOURS[verdict])
        x += 18 + CELL * (len(name) + 2)


def _base(number: float) -> Point:
    return Point(MARGIN, MARGIN + LINE * (number + 0.7))


def _style(count: int) -> str:
    """One frame is seen at a time; who wants no motion sees the last."""
    share = 100 / count
    whole = count * SECONDS
    delays = "".join(f".f{n}{{animation-delay:{n * SECONDS:.1f}s}}" for n in range(count))
    return (
        f"@keyframes seen{{0%{{opacity:1}}{share:.3f}%,100%{{opacity:0}}}}"
        f".frame{{opacity:0;animation:seen {whole:.1f}s step-end infinite}}{delays}"
        f"@media(prefers-reduced-motion:reduce){{.frame{{animation:none}}.f{count - 1}{{opacity:1}}}}"
    )
