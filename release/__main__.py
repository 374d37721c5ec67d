"""`python -m release`: a dry run of a release, from the version to the commands that a person is left with.

Nothing is committed, tagged or sent. Artefacts, bills of materials, notes and hashes are in `dist/` then.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from keytally.version import VERSION
from release import artefacts, bills, changes, check, nvim_branch, signing, versions
from release.checkout import CHECKOUT, DIST, GIT, NEOVIM, NOTES, NPM, SDIST, VSIX, WHEEL
from release.failed import Failed
from release.running import run
from release.surface.snapshot import CHANGES, agreed, changed, surface, untold

TAG = f"v{VERSION}"
LEFT = (
    f'git tag --sign --message "keytally {VERSION}" {TAG} && git push origin {TAG}',
    f".venv/bin/python -m release.nvim_branch && git push origin {nvim_branch.BRANCH}",
    f".venv/bin/twine upload dist/{WHEEL} dist/{SDIST}",
    f"editors/vscode/node_modules/.bin/vsce publish --packagePath dist/{VSIX}",
    f"npm publish dist/{NPM}",
    f"release/openvsx/node_modules/.bin/ovsx publish --packagePath dist/{VSIX}",
    f"attach all files of dist/ to the tag, {NEOVIM} and {signing.SUMS} among them, with the text of {NOTES}",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take each step of a release that sends nothing; 1 where one is not done."""
    parser = argparse.ArgumentParser(prog="python -m release", description=main.__doc__)
    parser.add_argument("--key", type=Path, help="the private key of SSH that signs the hashes")
    parser.add_argument(
        "--without-checks", action="store_true", help="leave out what `make release-check` does"
    )
    given = parser.parse_args(arguments)
    done = [_told(name, step) for name, step in _steps(given.key)]
    if not given.without_checks:
        done.append(check.run_all(check.CHECKS, DIST) == 0)
    print("\nLeft to a person (docs/releasing.md):", *(f"  {line}" for line in LEFT), sep="\n")
    return 0 if all(done) else 1


def _steps(key: Path | None) -> Iterator[tuple[str, partial[str]]]:
    """The steps by name, in their order; each gives a line, or raises Failed."""
    yield "version", partial(version)
    yield "changes", partial(told)
    yield "surface", partial(stable)
    yield "tag", partial(taggable)
    yield "artefacts", partial(made, DIST)
    yield "hashes", partial(hashed, DIST, key)


def _told(name: str, step: partial[str]) -> bool:
    """Take a step and print its line; whether it is done."""
    try:
        line, is_done = step(), True
    except Failed as failed:
        line, is_done = f"not yet: {failed}", False
    print(f"{name}: {line}", file=sys.stdout if is_done else sys.stderr, flush=True)
    return is_done


def version() -> str:
    """See that all files state one version."""
    stated = versions.stated()
    if wrong := [name for name, found in stated.items() if found != VERSION]:
        raise Failed(
            f"{wrong[0]} states {stated[wrong[0]]!r}, not {VERSION}: `python -m release.prepare {VERSION}`"
        )
    return f"{VERSION} in {', '.join(stated)}"


def told() -> str:
    """See that the list of changes tells of this version, with its day."""
    day, _ = changes.notes(CHANGES.read_text(encoding="utf-8"), VERSION)
    if day == changes.NOT_RELEASED:
        raise Failed(f"CHANGELOG.md has no day for {VERSION}: `python -m release.prepare {VERSION}`")
    return f"CHANGELOG.md tells of {VERSION}, released {day}"


def stable() -> str:
    """See that what changed in public is told, and agreed on."""
    differences = changed(agreed(), surface())
    if missing := untold(differences, CHANGES.read_text(encoding="utf-8")):
        raise Failed(f"CHANGELOG.md does not name {missing[0][2:]!r}: see `python -m release.surface`")
    if differences:
        raise Failed(
            f"the snapshot is {len(differences)} changes behind: `python -m release.prepare {VERSION}`"
        )
    return "what is public is what the snapshot says"


def taggable() -> str:
    """See that all is committed, and that there is no such tag."""
    if run([*GIT, "status", "--porcelain"], CHECKOUT).strip():
        raise Failed("there are files that are not committed: see `git status`")
    if run([*GIT, "tag", "--list", TAG], CHECKOUT).strip():
        raise Failed(f"there is a tag {TAG} already: choose another version")
    return f"{TAG} is free"


def made(dist: Path) -> str:
    """Make the artefacts and the bills of materials."""
    artefacts.make(dist)
    bills.make(dist)
    return ", ".join(sorted(path.name for path in dist.iterdir() if not path.name.startswith(".")))


def hashed(dist: Path, key: Path | None) -> str:
    """Write the hashes, and sign them."""
    sums = signing.write_sums(dist)
    if key is None:
        raise Failed(f"{sums.name} is not signed: --key names a private key of SSH")
    signature = signing.sign(sums, key)
    return f"{sums.name}, signed in {signature.name}"


if __name__ == "__main__":
    sys.exit(main())
