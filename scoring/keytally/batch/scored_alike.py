"""What the results of several responses to one key must share."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from keytally.batch.errors import KeytallyError
from keytally.batch.score_result import ScoreResult


class Likeness(NamedTuple):
    """The task, the key, and the signature of the settings, from which the measure follows."""

    task: str
    key: Path
    signature: str


def likeness_of(result: ScoreResult) -> Likeness:
    """What a result must share with others."""
    return Likeness(result.task, result.pair.key, result.signature)


def check_alike(name: str, own: Likeness, other: str, its: Likeness) -> None:
    """Raise KeytallyError where two responses, by their names, are not scored alike."""
    for part, value, wanted in zip(Likeness._fields, own, its, strict=True):
        if value != wanted:
            raise KeytallyError(f"{name} and {other} are not scored alike: {part} {value} and {wanted}")


def check_once(names: Sequence[str]) -> None:
    """Raise KeytallyError where a response is named twice."""
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise KeytallyError(f"{twice} is given twice; give each response once")
