"""Two builds are equal byte for byte, and the sdist builds the same wheel as the checkout."""

import tempfile
from pathlib import Path

from release import artefacts, wheel_file
from release.checkout import CHECKOUT, WHEEL
from release.failed import Failed


def check(dist: Path) -> str:
    """Make each artefact once more and compare; build a wheel without the way over the sdist."""
    with tempfile.TemporaryDirectory(prefix="keytally-builds-") as folder:
        made = artefacts.make(Path(folder, "again"))
        for path in made:
            _expect_equal(dist / path.name, path, "differs in a second build")
        direct = wheel_file.build(CHECKOUT, Path(folder))
        _expect_equal(dist / WHEEL, direct, "differs where it is built without the sdist")
    names = ", ".join(path.name for path in made)
    return f"two builds have the same bytes ({names}), and the sdist builds the wheel of the checkout"


def _expect_equal(first: Path, second: Path, difference: str) -> None:
    """Raise Failed unless two files are equal."""
    if not first.is_file():
        raise Failed(f"{first} is not there: make it by `python -m release.artefacts`")
    if first.read_bytes() != second.read_bytes():
        raise Failed(f"{first.name} {difference}: compare the two by diffoscope")
