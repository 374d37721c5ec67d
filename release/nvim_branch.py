"""Makes the branch that plugin managers for Neovim install where they take no sub-folder.

`python -m release.nvim_branch [BRANCH]` puts one commit on the branch `nvim`, whose root is `editors/nvim` of
the last commit and the licence. Neither the files at hand nor the index change; nothing is sent anywhere.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from keytally.version import VERSION
from release.checkout import CHECKOUT, GIT
from release.failed import Failed
from release.running import run

BRANCH = "nvim"
FOLDER = "editors/nvim"
LICENCE = "LICENSE"


def make(branch: str = BRANCH, checkout: Path = CHECKOUT) -> str:
    """Put the plugin as the last commit has it on a branch; the line that says what was done.

    A branch that has it already stays as it is. Raises Failed.
    """
    commit = _git(checkout, "rev-parse", "HEAD")
    tree = _tree(checkout)
    reference = f"refs/heads/{branch}"
    before = _git(checkout, "for-each-ref", "--format=%(objectname)", reference)
    if before and _git(checkout, "rev-parse", f"{before}^{{tree}}") == tree:
        return f"{branch} has the plugin of {commit[:10]} already"
    message = f"keytally for Neovim {VERSION}\n\nThe folder {FOLDER} of {commit}."
    parents = ["-p", before] if before else []
    made = _git(checkout, "commit-tree", tree, *parents, "-m", message)
    _git(checkout, "update-ref", "-m", "split", reference, made, before or "0" * len(made))
    return f"{branch} is {made[:10]}, with the plugin of {commit[:10]}: git push REMOTE {branch}"


def _tree(checkout: Path) -> str:
    """The tree of the plugin's folder with the licence, made in an index of its own."""
    with tempfile.TemporaryDirectory(prefix="keytally-index-") as folder:
        index = {"GIT_INDEX_FILE": str(Path(folder, "index"))}
        _git(checkout, "read-tree", f"HEAD:{FOLDER}", given=index)
        licence = _git(checkout, "rev-parse", f"HEAD:{LICENCE}")
        entry = f"100644,{licence},{LICENCE}"
        _git(checkout, "update-index", "--add", "--cacheinfo", entry, given=index)
        return _git(checkout, "write-tree", given=index)


def _git(checkout: Path, *words: str, given: dict[str, str] | None = None) -> str:
    return run([*GIT, *words], checkout, given).strip()


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the branch; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m release.nvim_branch", description=make.__doc__)
    parser.add_argument("branch", nargs="?", default=BRANCH)
    try:
        print(make(parser.parse_args(arguments).branch))
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
