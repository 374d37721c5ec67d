"""The form of a target."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from fuzz.case import Case


class Target(NamedTuple):
    """What is tried: `make` gives a case of a seed, `run` raises whatever fails.

    `weight` is its share of the time, against 1 for the others.
    """

    name: str
    make: Callable[[Random], Case]
    run: Callable[[Case], None]
    weight: float = 1.0
