"""`python -m release.address URL`: write the address of the public repository into all that shows it.

The project names no address by itself. A package index, both marketplaces and the documentation show it, once
this has been run and committed; run again it replaces the address.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

from release.checkout import CHECKOUT

_ADDRESS = re.compile(r"https://[\w.-]+\.\w+(?:/[\w.~-]+)+")
_TABLE = re.compile(r"^\[project\.urls\]\n(?:.+\n)*\n", re.M)
_BEFORE = "[project.scripts]\n"
_SITE = re.compile(r"^repo_url: .*\n", re.M)


def main() -> int:
    """Write the address into pyproject.toml, the manifest of VS Code and the settings of the site."""
    parser = argparse.ArgumentParser(prog="python -m release.address", description=main.__doc__)
    parser.add_argument("address", type=_address, help="such as https://HOST/OWNER/keytally")
    write(parser.parse_args().address)
    subprocess.run([sys.executable, "-m", "editors.generator"], cwd=CHECKOUT, check=True)
    return 0


def write(address: str, checkout: Path = CHECKOUT) -> None:
    """Write an address into the files of a checkout that show it."""
    for name, rewrite in (
        ("pyproject.toml", _distribution),
        ("editors/vscode/package.json", _manifest),
        ("mkdocs.yml", _documentation),
    ):
        path = checkout / name
        new = rewrite(path.read_text(encoding="utf-8"), address)
        path.write_text(new, encoding="utf-8", newline="\n")


def _distribution(text: str, address: str) -> str:
    """pyproject.toml with the links that a package index shows."""
    links = {"Repository": "", "Issues": "/issues", "Changelog": "/blob/main/CHANGELOG.md"}
    table = "".join(f'{name} = "{address}{path}"\n' for name, path in links.items())
    return _TABLE.sub("", text).replace(_BEFORE, f"[project.urls]\n{table}\n{_BEFORE}", 1)


def _manifest(text: str, address: str) -> str:
    """package.json with the repository, by which pictures of the README are found in a marketplace."""
    manifest = {name: value for name, value in json.loads(text).items() if name not in ("repository", "bugs")}
    entries = [*manifest.items()]
    place = 1 + next(number for number, (name, _) in enumerate(entries) if name == "license")
    links = [
        ("repository", {"type": "git", "url": f"{address}.git", "directory": "editors/vscode"}),
        ("bugs", {"url": f"{address}/issues"}),
    ]
    return json.dumps(dict([*entries[:place], *links, *entries[place:]]), indent=2, ensure_ascii=False) + "\n"


def _documentation(text: str, address: str) -> str:
    return _SITE.sub("", text).replace("docs_dir: docs\n", f"repo_url: {address}\ndocs_dir: docs\n", 1)


def _address(text: str) -> str:
    address = text.rstrip("/").removesuffix(".git")
    if not _ADDRESS.fullmatch(address):
        raise argparse.ArgumentTypeError(f"{text!r} is no address such as https://HOST/OWNER/keytally")
    return address


if __name__ == "__main__":
    sys.exit(main())
