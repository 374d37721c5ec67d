"""The form of a shape."""

from collections.abc import Callable
from typing import NamedTuple


class Shape(NamedTuple):
    """A workspace in which one thing is there n times: `files` gives it for n, `size` is the smallest n.

    `key` and `response` are the files that are scored for `task` under `options`.
    """

    name: str
    size: int
    files: Callable[[int], dict[str, str]]
    task: str
    key: str
    response: str
    options: tuple[str, ...] = ()
    commands: tuple[str, ...] = ("check", "score")
