"""The ladder tells of a shape that breaks the command, instead of taking it for a cheap one."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from fuzz.failure import BrokenError
from soak import ladder
from soak.shapes.shape import Shape

SHAPE = Shape("fragile", 10, lambda n: {"key": "x" * n}, "m2", "key", "key", commands=("check",))


def test_a_size_that_breaks_the_command_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(arguments: Sequence[str]) -> None:
        if len((Path(arguments[1]) / "key").read_text()) >= SHAPE.size:
            raise MemoryError

    monkeypatch.setattr(ladder, "SHAPES", (SHAPE,))
    monkeypatch.setattr(ladder, "run", check)
    with pytest.raises(BrokenError) as broken:
        list(ladder.report())
    assert broken.value.args[1] == "fragile"
