"""Runs a module of the server that comes with the VS Code extension: `python -I run.py MODULE [ARGUMENT]...`.

It is copied as `run.py` into the folder that has the zip of the server's packages. They are unpacked at the
first start, because Python keeps compiled modules for files only: without these, each start takes twice as
long. The packages go before what the Python has.
"""

import runpy
import sys
from collections.abc import Sequence
from pathlib import Path

PACKAGES = "packages"
ARCHIVE = f"{PACKAGES}.zip"


def main(words: Sequence[str], folder: Path) -> None:
    """Run the module that the first word names, with the other words as its arguments."""
    sys.path.insert(0, str(packages_in(folder)))
    module, *arguments = words
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def packages_in(folder: Path) -> Path:
    """Return the packages of a folder: unpacked there, or in the user's cache if it is read-only."""
    packages = folder / PACKAGES
    if packages.is_dir():
        return packages
    try:
        return unpacked(folder / ARCHIVE, packages)
    except OSError:
        import hashlib  # noqa: PLC0415 - start-up

        digest = hashlib.sha256((folder / ARCHIVE).read_bytes()).hexdigest()[:16]
        return unpacked(folder / ARCHIVE, Path.home() / ".cache" / "keytally" / digest)


def unpacked(archive: Path, packages: Path) -> Path:
    """Unpack an archive unless that is done; of several processes at the same time, the first one counts."""
    import tempfile  # noqa: PLC0415 - start-up
    import zipfile  # noqa: PLC0415 - start-up

    if packages.is_dir():
        return packages
    packages.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=packages.parent, prefix=".unpacking-") as name:
        whole = Path(name) / PACKAGES
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(whole)
        try:
            whole.rename(packages)
        except OSError:
            if not packages.is_dir():
                raise
    return packages


if __name__ == "__main__":
    main(sys.argv[1:], Path(__file__).resolve().parent)
