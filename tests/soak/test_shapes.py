"""Shapes are n times one thing: each can be checked and scored, and grows with n."""

from pathlib import Path

import pytest

from fuzz.command import run
from keytally.families import registry
from soak.shapes import SHAPES
from soak.shapes.shape import Shape


def test_shapes_have_names_of_their_own() -> None:
    assert len({shape.name for shape in SHAPES}) == len(SHAPES)


def test_shapes_are_of_tasks_that_there_are() -> None:
    assert {shape.task for shape in SHAPES} <= {*registry.tasks()}


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_shape_grows_and_ends(shape: Shape, tmp_path: Path) -> None:
    small, large = (sum(map(len, shape.files(n).values())) for n in (3, 9))
    assert small < large
    for name, text in shape.files(3).items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert run(["check", str(tmp_path)]).status in (0, 1)
    sides = [str(tmp_path / name) for name in (shape.key, shape.response)]
    options = [f"-O{option}" for option in shape.options]
    assert run(["score", *sides, "--task", shape.task, *options]).status in (0, 2)
