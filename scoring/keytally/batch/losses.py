"""Lines that tell what scoring has left out of a key."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path

from keytally.engine.live_pair import LivePair
from keytally.engine.losses import losses
from keytally.engine.reading import Reading
from keytally.findings.finding import Finding
from keytally.text.plural import quantity

MOST_LINES = 20
"""How many losses of a file are told one by one; those that read alike on one line are told once."""


def loss_lines(live: LivePair, names: Mapping[Path, Path]) -> list[str]:
    """A line for each of the first losses in every file of the key, with its name in messages and its line.

    Both files of a pair of keys are keys. The pair must be scored.
    """
    pair = live.pair
    sides = [(path, live.key.reading(path)) for path in pair.keys]
    if pair.both_keys:
        sides += [(path, live.response.reading(path)) for path in pair.responses]
    readings = {reading: names[path] for path, reading in sides}
    return [line for reading, name in readings.items() for line in _lines(reading, name)]


def _lines(reading: Reading, name: Path) -> Iterator[str]:
    found = losses(reading)
    if not found:
        return
    from keytally.batch.located import Lines  # noqa: PLC0415 - most keys are sound

    lines = Lines("".join(unit.text for unit in reading.units))
    yield from first_lines(
        name, (loss_line(name, lines.position(loss.start).line, loss.finding) for loss in found)
    )


def loss_line(name: Path, line: int, finding: Finding) -> str:
    """What is left out at a line, counted from 0, of the file of that name."""
    return f"{name}:{line + 1}: left out of the key: {finding.message} [{finding.rule.name}]"


def first_lines(name: Path, lines: Iterable[str]) -> Iterator[str]:
    """The first lines about a file, each once, and one that counts the others."""
    told = dict.fromkeys(lines)
    yield from islice(told, MOST_LINES)
    if len(told) > MOST_LINES:
        rest = quantity(len(told) - MOST_LINES, "more place")
        yield f"{name}: {rest} where something is left out of the key; see keytally check"
