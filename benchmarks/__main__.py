"""Measure keytally against its targets: `python -m benchmarks [PART ...]`."""

import argparse
import compileall
import json
import os
import platform
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
PROGRAMS = CHECKOUT.parent / "shared" / "programs"

PARTS = {
    "traces": "source files that a keystroke and a small `keytally score` pass through",
    "start": "start of the command and of the server",
    "batch": "throughput and memory of `keytally score`",
    "shares": "`keytally score -j 2`",
    "check": "throughput and memory of `keytally check`",
    "errors": "`keytally errors` beside `keytally score`",
    "keystrokes": "from a keystroke to findings and score",
    "adjudication": "keystrokes in a gold under adjudication",
    "editor": "keystrokes in VS Code",
    "opening": "opening a pair of large files",
    "webassembly": "server and command in WebAssembly beside Python",
    "substitution": "lexical substitution beside score.pl",
    "m2": "the M2 scorer beside the reference program",
    "errant": "the comparison of M2 edits beside errant_compare",
    "entities": "token columns beside seqeval and nervaluate",
    "spans": "labelled spans beside nervaluate",
    "chains": "coreference beside scorer.pl and corefud-scorer",
    "records": "records beside stickler-eval and omni-extract-bench, and long lists",
}

REFERENCES = {
    "CONLL_SCORER": PROGRAMS / "conll-scorer" / "scorer.pl",
    "COREFUD_SCORER": PROGRAMS / "corefud-scorer" / "corefud-scorer.py",
}
"""Environment variables that name reference programs, and where the programs are next to a checkout."""


def main() -> None:
    """Run the chosen parts, one after the other, and print their lines as they come."""
    epilog = "parts:\n" + "\n".join(f"  {name:13} {text}" for name, text in PARTS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure speed and memory, as ratios within one run where there is a reference.",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("parts", metavar="PART", nargs="*", help="a part to measure (default: all)")
    parser.add_argument("--list", action="store_true", help="list the parts")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, with the lines of each part"
    )
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.parts if name not in PARTS]:
        parser.error(f"unknown part {unknown[0]!r}; --list lists the parts")
    if chosen.list:
        print(*(f"{name:13} {text}" for name, text in PARTS.items()), sep="\n")
        return
    prepare()
    measured: dict[str, list[str]] = {}
    for name in chosen.parts or PARTS:
        measured[name] = []
        for line in lines_of(name):
            measured[name].append(line)
            if not chosen.json:
                print(line, flush=True)
    if chosen.json:
        print(
            json.dumps(
                {"machine": platform.processor(), "python": platform.python_version(), "parts": measured}
            )
        )


def prepare() -> None:
    """Compile the sources, as an installation does, and name the reference programs that are present."""
    for folder in ("scoring", "server"):
        compileall.compile_dir(CHECKOUT / folder, quiet=1)
    for variable, program in REFERENCES.items():
        if program.is_file():
            os.environ.setdefault(variable, str(program))


def lines_of(name: str) -> Iterator[str]:
    """Yield the lines of a part."""
    yield from import_module(f"benchmarks.{name}").report()


if __name__ == "__main__":
    main()
