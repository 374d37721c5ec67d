"""Bills of materials (SBOMs) in CycloneDX: what keytally[server] runs on, and what the extension bundles."""

import json
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from keytally.version import VERSION
from release.artefacts import EXTENSION
from release.checkout import CHECKOUT, VSIX, moment
from release.failed import Failed
from release.running import run

PYTHON = f"keytally-{VERSION}.cdx.json"
CLIENT = f"keytally-vscode-{VERSION}.cdx.json"
_NOTICES = "extension/dist/NOTICES.txt"


def make(dist: Path) -> list[Path]:
    """Write both bills into `dist`, where the VSIX is; two runs write the same bytes. Raises Failed."""
    (dist / CLIENT).write_text(json.dumps(_client(dist / VSIX), indent=2) + "\n", encoding="utf-8")
    bill = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "cyclonedx_py",
        "requirements",
        "--output-reproducible",
        "--validate",
    ]
    files = ["--pyproject", "pyproject.toml", "-o", str(dist / PYTHON), "requirements/server.txt"]
    run([*bill, *files], CHECKOUT, {"SOURCE_DATE_EPOCH": str(moment())})
    return [dist / PYTHON, dist / CLIENT]


def _client(vsix: Path) -> dict[str, Any]:
    """The bill of the extension: of all packages that npm knows of those whose licences the VSIX holds."""
    told = run(
        ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--loglevel=error"], EXTENSION
    )
    bill: dict[str, Any] = json.loads(told)
    bundled = {*_bundled(vsix)}
    bill["components"] = [each for each in bill["components"] if (each["name"], each["version"]) in bundled]
    kept = {bill["metadata"]["component"]["bom-ref"], *(each["bom-ref"] for each in bill["components"])}
    bill["dependencies"] = [
        {**each, "dependsOn": [ref for ref in each.get("dependsOn", ()) if ref in kept]}
        for each in bill["dependencies"]
        if each["ref"] in kept
    ]
    missing = bundled - {(each["name"], each["version"]) for each in bill["components"]}
    if missing:
        raise Failed(
            f"npm does not know {min(missing)[0]}, which the VSIX bundles: `npm ci` in editors/vscode"
        )
    del bill["serialNumber"]
    bill["metadata"]["timestamp"] = datetime.fromtimestamp(moment(), timezone.utc).isoformat()
    return bill


def _bundled(vsix: Path) -> Iterator[tuple[str, str]]:
    """Names and versions of the packages in the bundle, from the notices that the VSIX passes on."""
    with ZipFile(vsix) as archive:
        notices = archive.read(_NOTICES).decode()
    for notice in notices.split("-" * 78 + "\n"):
        name, _, version = notice.partition("\n")[0].rpartition(" ")
        yield name, version
