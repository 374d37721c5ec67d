"""Run the tests under other Pythons and Nodes, and in checkouts of other names (`make matrix`).

`python -m release.matrix [PATH...]` clones the last commit for the lowest and for the newest supported
Python of this machine and runs tests there (default: all that need no editor), with SIGINT ignored as in
a background job of a shell. The extension's tests run under Node 20, 22 and 24.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from release.checkout import CHECKOUT, GIT
from release.failed import Failed
from release.interpreters import UV, interpreters, supported
from release.running import run
from release.trial import BIN

NAMES = ("keytally", "with blank", "é")
"""Names of a checkout: the one that `git clone` gives, and two that scripts stumble over."""

EXAMPLES = 100
"""How many examples a property without a number of its own is tried with."""

NODES = CHECKOUT / "release" / "nodes"
CORPORA = CHECKOUT.parent / "shared" / "data"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the matrix; 1 if a run failed."""
    description = (__doc__ or "").partition("\n")[0]
    parser = argparse.ArgumentParser(prog="python -m release.matrix", description=description)
    parser.add_argument("paths", nargs="*", metavar="PATH", help="tests (default: all without editors)")
    paths = parser.parse_args(arguments).paths or ["--ignore=tests/editors"]
    try:
        with tempfile.TemporaryDirectory(prefix="keytally-matrix-") as folder:
            failed = [*_python_runs(Path(folder), paths), *_node_runs(Path(folder))]
    except Failed as problem:
        failed = [str(problem)]
    for line in failed:
        print(f"matrix: {line}", file=sys.stderr)
    return int(bool(failed))


def checkout_name(run_number: int, commits: int) -> str:
    """The name of a run's checkout: another for each run of a commit, rotating with the commits."""
    return NAMES[(run_number + commits) % len(NAMES)]


def _python_runs(folder: Path, paths: Sequence[str]) -> Iterator[str]:
    """Run the tests under the lowest and the newest Python; a line for each run that failed."""
    pythons = interpreters(supported())
    if not pythons:
        raise Failed(f"none of Python {', '.join(supported())} is installed")
    commits = int(run([*GIT, "rev-list", "--count", "HEAD"], CHECKOUT))
    chosen = dict.fromkeys([next(iter(pythons)), next(reversed(pythons))])
    for number, version in enumerate(chosen):
        clone = _clone(folder / version / checkout_name(number, commits))
        environment = clone / ".venv"
        run([UV, "venv", "--quiet", "--python", str(pythons[version]), str(environment)], clone)
        install = [UV, "pip", "install", "--quiet", "--python", str(environment)]
        run([*install, "--require-hashes", "-r", "requirements/development.txt"], clone)
        run([*install, "--no-deps", "--no-build-isolation", "-e", "."], clone)
        print(f"== Python {version} in {clone.name!r}", flush=True)
        if _status([str(environment / BIN / "pytest"), "-n", "2", *paths], clone, {}):
            yield f"tests fail under Python {version} in a checkout called {clone.name!r}"


def _node_runs(folder: Path) -> Iterator[str]:
    """Run the extension's tests under each Node; a line for each run that failed."""
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    clone = _clone(folder / "node" / NAMES[0])
    extension = clone / "editors" / "vscode"
    run(["npm", "ci", "--prefix", NODES, *quiet], CHECKOUT)
    run(["npm", "ci", "--prefix", extension, *quiet], clone)
    for node in sorted(NODES.glob("node_modules/node*/bin")):
        name = node.parent.name
        print(f"== {name}", flush=True)
        path = os.pathsep.join([str(node), os.environ["PATH"]])
        if _status(["npm", "test", "--silent", "--prefix", str(extension)], clone, {"PATH": path}):
            yield f"the extension's tests fail under {name}"


def _clone(path: Path) -> Path:
    """A clone of the last commit."""
    path.parent.mkdir(parents=True)
    run([*GIT, "clone", "--quiet", str(CHECKOUT), str(path)], CHECKOUT)
    return path


def _status(command: Sequence[str], folder: Path, given: dict[str, str]) -> int:
    """The exit status of a program that prints on the terminal, run with SIGINT ignored."""
    environment = {"KEYTALLY_DATA": str(CORPORA), "KEYTALLY_EXAMPLES": str(EXAMPLES), **os.environ, **given}
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return subprocess.run(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, check=False
        ).returncode
    finally:
        signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    sys.exit(main())
