"""Makes the server that comes with the VS Code extension (`python -m release.bundle`).

The folder `bundled/` of the extension has a zip with keytally, built from this checkout, the packages that
the server needs for standard input and output, and those that pages of reports need, each as the lock has
it, with its hash checked. All of it is Python that runs on every platform, and in WebAssembly. The launcher
next to it unpacks it at the first start. The pages of the rules are also files, to which a server in
WebAssembly links. What watches files is left out, since the editor does, and so is what serves on a port.
"""

import re
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from release import launcher, wheel_file
from release.checkout import CHECKOUT
from release.failed import Failed
from release.running import run
from release.trial import server_answers

BUNDLED = CHECKOUT / "editors" / "vscode" / "bundled"
LAUNCHER = "run.py"
SERVER = "keytally_server.main"
COMMAND = "keytally"
PAGES = "pages"
"""The folder in which a server in WebAssembly believes its packages to be."""

RULE_PAGES = "keytally/findings/rule_pages"
LOCK = CHECKOUT / "requirements" / "server.txt"
LOCK_OF_ALL = CHECKOUT / "requirements" / "development.txt"
LEFT_OUT = frozenset({"watchdog", "websockets"})
OF_PAGES = frozenset({"jinja2"})
SUBSTITUTED = frozenset({"markupsafe"})
"""Needed by pages of reports as well; has the same in Python for its compiled part, which is left out."""

OLDEST_PYTHON = "3.11"

_PIN = re.compile(r"^([\w.-]+)==([^\s;]+)[^\n]*((?:\n +--hash=\S+(?: \\)?)+)", re.M)
_HASH = re.compile(r"--hash=\S+")
_PURE = re.compile(r"^Root-Is-Purelib: true\s*$", re.M | re.I)
_COMPILED = (".so", ".pyd", ".dll", ".dylib", ".pyc")
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can state."""

_ANY_PLATFORM = ("--platform", "any", "--implementation", "py", "--abi", "none")
_ONE_PLATFORM = ("--platform", "manylinux2014_x86_64")


def make(bundled: Path = BUNDLED) -> Path:
    """Make the folder anew; returns it. Raises Failed."""
    with tempfile.TemporaryDirectory(prefix="keytally-bundle-") as name:
        folder = Path(name)
        packages = folder / launcher.PACKAGES
        for wheel in _pure(folder):
            unpack(wheel, packages)
        for wheel in _downloaded(folder / "substituted", _substituted(), _ONE_PLATFORM):
            unpack_python(wheel, packages)
        shutil.rmtree(bundled, ignore_errors=True)
        bundled.mkdir(parents=True)
        pack(packages, bundled / launcher.ARCHIVE)
        shutil.copytree(packages / RULE_PAGES, bundled / PAGES / RULE_PAGES)
    shutil.copyfile(launcher.__file__, bundled / LAUNCHER)
    return bundled


def pinned(lock: str, taken: Callable[[str], bool]) -> Iterator[str]:
    """What a lock says of the packages that are taken along, on whatever platform they are needed.

    Raises Failed where the lock has two versions of such a package.
    """
    seen = set[str]()
    for name, version, hashes in _PIN.findall(lock):
        if taken(name):
            if name in seen:
                raise Failed(f"the lock has two versions of {name}: release/bundle.py has to choose one")
            seen.add(name)
            yield " ".join([f"{name}=={version}", *_HASH.findall(hashes)])


def _pure(folder: Path) -> list[Path]:
    """The wheels that run on every platform: those of the locks, and that of this checkout."""
    server = pinned(LOCK.read_text(encoding="utf-8"), lambda name: name not in LEFT_OUT)
    pages = pinned(LOCK_OF_ALL.read_text(encoding="utf-8"), OF_PAGES.__contains__)
    return [
        *_downloaded(folder / "pure", [*server, *pages], _ANY_PLATFORM),
        wheel_file.build(CHECKOUT, folder),
    ]


def _substituted() -> Iterator[str]:
    return pinned(LOCK_OF_ALL.read_text(encoding="utf-8"), SUBSTITUTED.__contains__)


def _downloaded(folder: Path, pins: Iterable[str], platform: Sequence[str]) -> list[Path]:
    """The wheels of some lines of a lock, with their hashes checked; raises Failed."""
    folder.mkdir()
    wanted = folder / "wanted.txt"
    wanted.write_text("\n".join(pins), encoding="utf-8")
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    exactly = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--python-version", OLDEST_PYTHON]
    run([*download, *exactly, *platform, "--dest", folder, "-r", wanted], CHECKOUT)
    return sorted(folder.glob("*.whl"))


def unpack(wheel: Path, packages: Path) -> None:
    """Put what a wheel holds among the packages; raises Failed for one that is made for a platform."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        about = next(name for name in names if name.endswith(".dist-info/WHEEL"))
        if not _PURE.search(archive.read(about).decode()) or any(name.endswith(_COMPILED) for name in names):
            raise Failed(f"{wheel.name} has compiled parts: leave it out in release/bundle.py")
        archive.extractall(packages)


def unpack_python(wheel: Path, packages: Path) -> None:
    """Put what a wheel holds among the packages, but for its compiled parts."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages, [name for name in archive.namelist() if not name.endswith(_COMPILED)])


def pack(packages: Path, archive: Path) -> None:
    """Write the files below a folder into a zip, the same bytes for the same files."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(packages.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(path.relative_to(packages).as_posix(), _EARLIEST)
                packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def size_of(folder: Path) -> tuple[int, int]:
    """How many files a folder holds, and how many bytes."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return len(sizes), sum(sizes)


def seconds_to_answer(bundled: Path) -> Iterator[float]:
    """How long the server takes to answer, where it is started for the first time and the second time.

    It is tried in a copy of its folder, into which it is unpacked. Raises Failed where it does not answer.
    """
    with tempfile.TemporaryDirectory(prefix="keytally-start-") as name:
        copy = Path(shutil.copytree(bundled, Path(name) / bundled.name))
        for _ in range(2):
            begun = time.monotonic()
            server_answers([sys.executable, "-I", copy / LAUNCHER, SERVER], copy)
            yield time.monotonic() - begun


def main() -> int:
    """Make the folder; tell its size, and how long the server takes to start."""
    try:
        bundled = make()
        first, second = seconds_to_answer(bundled)
    except Failed as failed:
        print(f"bundled server: {failed}", file=sys.stderr)
        return 1
    files, size = size_of(bundled)
    told = f"{bundled.relative_to(CHECKOUT).as_posix()}: {files} files, {size / 1e6:.1f} MB"
    print(f"{told}; the server answers in {first:.1f} s the first time, in {second:.1f} s after that")
    return 0


if __name__ == "__main__":
    sys.exit(main())
