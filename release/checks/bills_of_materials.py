"""The bills of materials name what the artefacts run on, and are the same in two runs."""

import json
import re
import shutil
import tempfile
from pathlib import Path

from release import bills
from release.checkout import CHECKOUT, VSIX
from release.failed import Failed

_PINNED = re.compile(r"^([\w.-]+)==(\S+)", re.M)


def check(dist: Path) -> str:
    """Make both bills twice, and compare that of the server with its lock."""
    first = bills.make(dist)
    with tempfile.TemporaryDirectory(prefix="keytally-bills-") as name:
        shutil.copyfile(dist / VSIX, Path(name, VSIX))
        again = bills.make(Path(name))
        for one, other in zip(first, again, strict=True):
            if one.read_bytes() != other.read_bytes():
                raise Failed(f"{one.name} differs in a second run: compare the two")
    server, client = (json.loads(path.read_text(encoding="utf-8"))["components"] for path in first)
    locked = {*_PINNED.findall((CHECKOUT / "requirements" / "server.txt").read_text(encoding="utf-8"))}
    if locked != {(each["name"], each["version"]) for each in server}:
        raise Failed(f"{first[0].name} does not name what requirements/server.txt locks: `make lock`")
    counts = f"{len(server)} packages of the server and {len(client)} in the extension"
    return f"CycloneDX names {counts}, the same in two runs"
