"""The command line: `python -m soak --edits 200000 --size 10`."""

import argparse
import logging
import sys
from collections.abc import Callable, Iterator
from itertools import chain

from soak import ladder, memory, open_pairs, shares
from soak.row import HEADER, Row


def main() -> int:
    """Measure what the arguments ask for; returns 1 where a figure is over its target."""
    arguments = _parser().parse_args()
    logging.disable(logging.CRITICAL)
    parts = _parts(arguments)
    print(HEADER)
    over = 0
    for row in chain.from_iterable(parts[name]() for name in arguments.only or parts):
        print(row.line(), flush=True)
        over += not row.is_met
    print(f"{over} over the target" if over else "all within their targets")
    return int(bool(over))


def _parts(arguments: argparse.Namespace) -> dict[str, Callable[[], Iterator[Row]]]:
    size = int(arguments.size * 1e6)
    return {
        "memory": lambda: memory.report(arguments.edits, size // 20),
        "pairs": lambda: open_pairs.report(arguments.pairs, 100_000),
        "shares": lambda: shares.report(size),
        "ladder": lambda: ladder.report(arguments.scale, arguments.shape),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="soak", description="Use a server for long and on hostile sizes.")
    parser.add_argument("--edits", type=int, default=20_000, help="edits in one server, by default 20,000")
    parser.add_argument("--size", type=float, default=1.0, help="megabytes of a side, by default 1")
    parser.add_argument("--pairs", type=int, nargs="+", default=[1, 16, 64], help="how many pairs are open")
    parser.add_argument(
        "--scale", type=float, default=1.0, help="the smallest size of each shape, times this"
    )
    parser.add_argument("--shape", default="", help="only shapes whose name holds this")
    parser.add_argument("--only", action="append", choices=("memory", "pairs", "shares", "ladder"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
