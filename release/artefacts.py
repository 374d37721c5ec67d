"""Makes the artefacts of a release: sdist, wheel, VSIX, npm package, archive for Neovim, recipe, notes.

`python -m release.artefacts [NAME...]` makes all of them, or those named, in `dist/`.
"""

import argparse
import gzip
import io
import shutil
import sys
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from keytally.version import VERSION
from release import bundle, changes, npm_package, recipe
from release.checkout import CHECKOUT, DIST, GIT, NEOVIM, NOTES, VSIX, moment
from release.failed import Failed
from release.running import run

EXTENSION = CHECKOUT / "editors" / "vscode"
PLUGIN = "editors/nvim"
PLUGIN_FOLDER = "keytally-nvim"


def make(dist: Path, names: Sequence[str] = ()) -> list[Path]:
    """Make artefacts in an empty folder `dist`; the files, by name. Raises Failed."""
    shutil.rmtree(dist, ignore_errors=True)
    dist.mkdir(parents=True)
    for name in names or ARTEFACTS:
        ARTEFACTS[name](dist)
    return sorted(path for path in dist.iterdir() if path.is_file() and not path.name.startswith("."))


def distribution(dist: Path) -> None:
    """The sdist, and the wheel that is built from it, with the locked build back end."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist), str(CHECKOUT)]
    run(build, CHECKOUT, {"SOURCE_DATE_EPOCH": str(moment())})


def extension(dist: Path) -> None:
    """The extension for VS Code, with the server that comes with it."""
    bundle.make()
    run(["npm", "run", "package", "--silent"], EXTENSION, {"SOURCE_DATE_EPOCH": str(moment())})
    shutil.copyfile(EXTENSION / "dist" / "keytally.vsix", dist / VSIX)


def plugin(dist: Path) -> None:
    """The plugin for Neovim: the files of its folder that git knows, in one folder of a tar file."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in _plugin_files():
            entry = tarfile.TarInfo(f"{PLUGIN_FOLDER}/{name}")
            entry.size, entry.mtime, entry.mode = len(content), moment(), 0o644
            archive.addfile(entry, io.BytesIO(content))
    (dist / NEOVIM).write_bytes(gzip.compress(packed.getvalue(), mtime=moment()))


def notes(dist: Path) -> None:
    """What the list of changes says of this version."""
    _, text = changes.notes((CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8"), VERSION)
    (dist / NOTES).write_text(text, encoding="utf-8", newline="\n")


def _plugin_files() -> Iterator[tuple[str, bytes]]:
    """Names below the plugin's folder and contents, by name; the licence goes with them."""
    listed = run([*GIT, "ls-files", "-z", PLUGIN], CHECKOUT).split("\0")
    paths = {Path(name).relative_to(PLUGIN).as_posix(): CHECKOUT / name for name in listed if name}
    for name, path in sorted({**paths, "LICENSE": CHECKOUT / "LICENSE"}.items()):
        if path.is_file():
            yield name, path.read_bytes()


ARTEFACTS: dict[str, Callable[[Path], None]] = {
    "distribution": distribution,
    "extension": extension,
    "plugin": plugin,
    "npm": npm_package.pack,
    "recipe": recipe.write,
    "notes": notes,
}
"""What makes each artefact, by the name that the command line knows it by."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make artefacts in `dist/` and name them; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m release.artefacts", description=make.__doc__)
    parser.add_argument("names", nargs="*", choices=[*ARTEFACTS, []], metavar="NAME")
    try:
        made = make(DIST, parser.parse_args(arguments).names)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    print(*(path.relative_to(CHECKOUT) for path in made), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
