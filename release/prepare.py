"""`python -m release.prepare VERSION`: write a version and its day into the files that state them.

The list of changes has to have a section of the version. What is public becomes what is agreed on. Nothing
is committed, tagged or sent: look at the difference and commit it.
"""

import argparse
import re
import subprocess
import sys
from datetime import date

from release import changes, versions
from release.checkout import CHECKOUT
from release.failed import Failed
from release.surface.snapshot import CHANGES

_NUMBER = r"(?:0|[1-9]\d*)"
_VERSION = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}", re.A)
"""What the package index and the marketplaces take alike: these know no versions before a release."""


def main() -> int:
    """Prepare a version; 1 where the list of changes does not have it."""
    parser = argparse.ArgumentParser(prog="python -m release.prepare", description=main.__doc__)
    parser.add_argument("version", type=_version, help="such as 0.2.0")
    parser.add_argument("--date", type=date.fromisoformat, default=date.today(), help="default: today")
    given = parser.parse_args()
    try:
        text = changes.dated(CHANGES.read_text(encoding="utf-8"), given.version, given.date.isoformat())
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    CHANGES.write_text(text, encoding="utf-8", newline="\n")
    versions.write(given.version)
    for module in (["editors.generator"], ["release.surface", "--write"]):
        subprocess.run([sys.executable, "-m", *module], cwd=CHECKOUT, check=True)
    return 0


def _version(text: str) -> str:
    """A version from the command line; raises ArgumentTypeError for what is none."""
    if not _VERSION.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not of three numbers such as 0.2.0")
    return text


if __name__ == "__main__":
    sys.exit(main())
