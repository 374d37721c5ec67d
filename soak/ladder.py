"""A ladder of sizes for each hostile shape: cost must grow no faster than the shape does."""

import os
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from fuzz.command import run
from fuzz.failure import EndlessError, hold
from fuzz.guard import limited
from soak.growth import exponent
from soak.row import Row
from soak.shapes import SHAPES
from soak.shapes.shape import Shape

STEPS = 10
LONGEST = 0.5
"""Seconds of the processor after which no larger size is tried."""

LARGEST = 4_000_000
"""Characters of a workspace beyond which a shape that is cheap is let be."""

LEAST = 3
"""The size of a run whose cost is that of the command itself."""

TELLING = 4
"""The sizes, the largest ones, that tell of growth."""

TWICE = 0.3
"""Seconds up to which a run is made twice: the machine's own noise weighs most in short runs."""

EXPONENT = 1.2


def report(scale: float = 1.0, only: str = "") -> Iterator[Row]:
    """A row for each shape and command: the exponent, and what the largest size cost."""
    for shape in SHAPES:
        for name, command in (("check", _check), ("score", _score)):
            label = f"{shape.name}, {name}"
            if only in label and name in shape.commands:
                yield _row(label, _points(shape, command, scale))


def _row(label: str, points: list[tuple[float, float]]) -> Row:
    size, cost = points[-1]
    return Row(label, exponent(points), "", EXPONENT, f"{size:9,.0f} in {cost:6.2f} s")


def _points(shape: Shape, command: Callable[[Path, Shape], None], scale: float) -> list[tuple[float, float]]:
    """The largest sizes, doubled until dear or large, and what each costs more than next to nothing."""
    least = _cost(shape.files(LEAST), shape, command, warm=True)
    points: list[tuple[float, float]] = []
    for step in range(STEPS):
        size = int(shape.size * scale) << step
        files = shape.files(size)
        points.append((size, _cost(files, shape, command) - least))
        if points[-1][1] > LONGEST * scale or sum(map(len, files.values())) > LARGEST * scale:
            break
    return points[-TELLING:]


def _cost(
    files: Mapping[str, str], shape: Shape, command: Callable[[Path, Shape], None], *, warm: bool = False
) -> float:
    """The seconds of a run; a `warm` one is made in this process before, to import what it needs."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for file, text in files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if warm:
            command(folder, shape)
        cost = _seconds(folder, shape, command)
        return min(cost, _seconds(folder, shape, command)) if cost < TWICE else cost


def _seconds(folder: Path, shape: Shape, command: Callable[[Path, Shape], None]) -> float:
    """The seconds of the processor of a run in a child: what one leaves behind does not slow the next.

    Raises BrokenError for a run that breaks: it is no cheap one.
    """
    child = os.fork()
    if not child:
        os._exit(_status(folder, shape, command))
    _, status, usage = os.wait4(child, 0)
    hold(not status, "a shape is checked and scored", shape.name)
    return usage.ru_utime + usage.ru_stime


def _status(folder: Path, shape: Shape, command: Callable[[Path, Shape], None]) -> int:
    """The exit status of a run; one without end has cost what it has cost."""
    try:
        with limited():
            command(folder, shape)
    except EndlessError:
        return 0
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _check(folder: Path, shape: Shape) -> None:
    run(["check", str(folder), "--format", "concise"])


def _score(folder: Path, shape: Shape) -> None:
    options = [f"-O{option}" for option in shape.options]
    run(["score", str(folder / shape.key), str(folder / shape.response), "--task", shape.task, *options])
