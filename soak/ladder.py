"""A ladder of sizes for each hostile shape: cost must grow no faster than the shape does."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from fuzz.command import run
from fuzz.failure import EndlessError
from fuzz.guard import limited
from soak.growth import exponent
from soak.row import Row
from soak.shapes import SHAPES
from soak.shapes.shape import Shape

STEPS = 4
LONGEST = 1.0
"""Seconds of the processor after which no larger size is tried."""

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
    """Sizes, doubled from step to step, and what each costs."""
    points: list[tuple[float, float]] = []
    for step in range(STEPS):
        size = int(shape.size * scale) << step
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name).resolve()
            for file, text in shape.files(size).items():
                path = folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            cost = _seconds(folder, shape, command)
            points.append((size, min(cost, _seconds(folder, shape, command)) if cost < TWICE else cost))
        if points[-1][1] > LONGEST:
            break
    return points


def _seconds(folder: Path, shape: Shape, command: Callable[[Path, Shape], None]) -> float:
    began = process_time()
    try:
        with limited():
            command(folder, shape)
    except EndlessError:
        pass
    return process_time() - began


def _check(folder: Path, shape: Shape) -> None:
    run(["check", str(folder), "--format", "concise"])


def _score(folder: Path, shape: Shape) -> None:
    options = [f"-O{option}" for option in shape.options]
    run(["score", str(folder / shape.key), str(folder / shape.response), "--task", shape.task, *options])
