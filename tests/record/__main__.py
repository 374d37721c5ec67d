"""Record what a checkout prints and answers, or compare it with a record.

    python -m tests.record make DIR [--checkout CHECKOUT]
    python -m tests.record compare DIR [--checkout CHECKOUT]

A record is a directory with a file for each case; `compare` lists the cases that differ (exit code 1).
The inputs are those of this checkout's `examples`, and of `../shared/data` where that exists.
"""

import argparse
import difflib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.record import command_lines, editors

HERE = Path(__file__).parents[2]
CORPORA = HERE.parent / "shared" / "data"


def cases(checkout: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the outcome of each case, as the programs of a checkout give them."""
    programs = checkout.resolve() / ".venv" / "bin"
    yield from command_lines.example_cases(HERE / "examples", programs / "keytally")
    yield from editors.cases(HERE / "examples", programs / "keytally-server")
    if CORPORA.is_dir():
        yield from command_lines.corpus_cases(CORPORA, programs / "keytally")


def main() -> int:
    """Make a record or compare with one."""
    parser = argparse.ArgumentParser(prog="python -m tests.record")
    parser.add_argument("action", choices=["make", "compare"])
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--checkout", type=Path, default=HERE)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    differing = count = 0
    for name, outcome in cases(chosen.checkout):
        count += 1
        file = chosen.folder / (re.sub(r"[^\w.=-]+", "_", name) + ".txt")
        if chosen.action == "make":
            file.write_text(outcome)
            continue
        recorded = file.read_text() if file.exists() else ""
        if recorded != outcome:
            differing += 1
            old, new = recorded.split("\n"), outcome.split("\n")
            lines = difflib.unified_diff(old, new, "record", "now", lineterm="", n=0)
            print(f"{name}\n" + "\n".join(f"    {line[:200]}" for line in list(lines)[2:12]))
    print(f"{count} cases, {differing} differ" if chosen.action == "compare" else f"{count} cases recorded")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
