"""`python -m release.surface`: what of the public surface has changed since it was last agreed on.

With `--write` it becomes what is agreed on; `python -m release` does that for each version.
"""

import argparse
import sys

from release.surface.snapshot import CHANGES, agreed, changed, surface, untold, write


def main() -> int:
    """Print the changes, those first that the list of changes does not tell of; 1 if there are such."""
    parser = argparse.ArgumentParser(prog="python -m release.surface", description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="agree on the surface of this checkout")
    if parser.parse_args().write:
        write(surface())
        return 0
    changes = changed(agreed(), surface())
    missing = untold(changes, CHANGES.read_text(encoding="utf-8"))
    print(*(f"not in {CHANGES.name}: {line}" for line in missing), *changes, sep="\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
