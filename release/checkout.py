"""Where the checkout is, and which version and moment a release made from it bears."""

import os
import subprocess
from pathlib import Path

from keytally.version import VERSION

CHECKOUT = Path(__file__).resolve().parent.parent
DIST = CHECKOUT / "dist"
SDIST = f"keytally-{VERSION}.tar.gz"
WHEEL = f"keytally-{VERSION}-py3-none-any.whl"
VSIX = f"keytally-{VERSION}.vsix"
NPM = f"keytally-{VERSION}.tgz"
RECIPE = "recipe.yaml"
NOTES = "NOTES.md"
NEOVIM = f"keytally-nvim-{VERSION}.tar.gz"
GIT = ("git", "-c", "safe.directory=*")
"""git, which otherwise refuses a checkout that is somebody else's, as those of containers are."""

_FIRST_MOMENT = 1_580_601_600
"""2020-02-02, which hatchling gives to files where nothing else is said."""


def moment() -> int:
    """The time that all files of the artefacts bear: `SOURCE_DATE_EPOCH`, else that of the last commit.

    Seconds since 1970. A checkout that git does not know gives the second of February 2020.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(given) if given.isdecimal() else _last_commit()


def _last_commit() -> int:
    command = [*GIT, "log", "-1", "--format=%ct"]
    try:
        told = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return _FIRST_MOMENT
    return int(told)
