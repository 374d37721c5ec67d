"""The command line of fuzzing: `python -m fuzz --seconds 60 --seed 1`."""

import argparse
import logging
import resource
import sys
from pathlib import Path

from fuzz.failure import Failure
from fuzz.run import Choices, fuzzed, table
from fuzz.seeds import FOLDER, kept, read
from fuzz.targets import TARGETS
from fuzz.trial import tried

MOST_MEMORY = 4 * 1024**3
"""Bytes: a case that needs more is a failure, not the end of the machine."""


def main() -> int:
    """Try what the arguments ask for; returns 1 where something has failed."""
    arguments = _parser().parse_args()
    logging.disable(logging.CRITICAL)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    if arguments.replay:
        return _replayed([Path(name) for name in arguments.replay])
    targets = arguments.only or sorted(TARGETS)
    choices = Choices(arguments.seconds, arguments.seed, targets, arguments.cases, arguments.seeds)
    tallies = fuzzed(choices, _tell)
    _tell(f"seeds from {arguments.seed} on")
    for line in table(tallies):
        _tell(line)
    return int(any(tally.failures for tally in tallies))


def _tell(line: str) -> None:
    print(line.encode("utf-8", "backslashreplace").decode(), flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fuzz", description="Look for what breaks keytally.")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long, by default a minute")
    parser.add_argument("--seed", type=int, default=1, help="the first seed of each target, by default 1")
    parser.add_argument(
        "--only", action="append", choices=sorted(TARGETS), help="only this target; may be repeated"
    )
    parser.add_argument("--cases", type=int, help="not more cases of a target than this")
    parser.add_argument(
        "--seeds", type=Path, default=FOLDER, help="where failing cases are kept, by default tests/fuzz/seeds"
    )
    parser.add_argument(
        "--replay", nargs="+", metavar="FILE", help=f"try kept cases again ({len(kept())} are kept)"
    )
    return parser


def _replayed(paths: list[Path]) -> int:
    failures: list[Failure] = []
    for path in paths:
        failure = tried(read(path))
        _tell(f"{path}: {failure.text if failure else 'nothing fails'}")
        failures += [failure] if failure else []
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
