"""The programs that publish take the artefacts: twine, and ovsx, tried on a registry of this machine.

The Marketplace has no such trial, since vsce takes no other address; `vsce package` checks the manifest.
"""

import sys
from pathlib import Path

from release.checkout import CHECKOUT, SDIST, VSIX, WHEEL
from release.failed import Failed
from release.running import run
from release.stand_in import Published, registry

OVSX = CHECKOUT / "release" / "openvsx" / "node_modules" / ".bin" / "ovsx"
TOKEN = "no-token-but-a-trial"


def check(dist: Path) -> str:
    """Publish sdist, wheel and VSIX, and compare what arrived with the files."""
    with registry() as (address, published):
        upload = [sys.executable, "-m", "twine", "upload", "--non-interactive", "--disable-progress-bar"]
        account = ["--repository-url", f"{address}/legacy/", "--username", "__token__", "--password", TOKEN]
        run([*upload, *account, dist / WHEEL, dist / SDIST], dist)
        run([OVSX, "publish", "--registryUrl", address, "--pat", TOKEN, "--packagePath", dist / VSIX], dist)
    for name in (WHEEL, SDIST, VSIX):
        _expect_arrived((dist / name).read_bytes(), name, published)
    return f"twine and ovsx publish {WHEEL}, {SDIST} and {VSIX}, tried on a registry of this machine"


def _expect_arrived(content: bytes, name: str, published: list[Published]) -> None:
    """Raise Failed unless a file arrived whole."""
    if not any(content in each.body for each in published):
        raise Failed(f"{name} did not arrive as it is: run the program by hand, see docs/releasing.md")
