"""Bills of materials (SBOMs) in CycloneDX: what keytally[server] runs on, and what the extension bundles."""

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from email.parser import Parser
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from keytally.version import VERSION
from release.artefacts import EXTENSION
from release.checkout import CHECKOUT, VSIX, moment
from release.failed import Failed
from release.launcher import ARCHIVE
from release.running import run

PYTHON = f"keytally-{VERSION}.cdx.json"
CLIENT = f"keytally-vscode-{VERSION}.cdx.json"
SBOM = ("npm", "sbom", "--sbom-format", "cyclonedx")
_NOTICES = "extension/dist/NOTICES.txt"
_SERVER = f"extension/bundled/{ARCHIVE}"


def make(dist: Path) -> list[Path]:
    """Write both bills into `dist`, where the VSIX is; two runs write the same bytes. Raises Failed."""
    (dist / CLIENT).write_text(json.dumps(_client(dist / VSIX), indent=2) + "\n", encoding="utf-8")
    bill = [sys.executable, "-W", "ignore", "-m", "cyclonedx_py", "requirements", "--output-reproducible"]
    options = ["--validate", "--pyproject", "pyproject.toml", "-o", str(dist / PYTHON)]
    run([*bill, *options, "requirements/server.txt"], CHECKOUT, {"SOURCE_DATE_EPOCH": str(moment())})
    return [dist / PYTHON, dist / CLIENT]


def _client(vsix: Path) -> dict[str, Any]:
    """The bill of the extension: the packages of npm in its bundle, and those of Python that it brings."""
    bill: dict[str, Any] = json.loads(run([*SBOM, "--package-lock-only", "--loglevel=error"], EXTENSION))
    bundled = {*_bundled(vsix)}
    packages = [each for each in bill["components"] if (each["name"], each["version"]) in bundled]
    if missing := bundled - {(each["name"], each["version"]) for each in packages}:
        raise Failed(f"npm does not know {min(missing)[0]} of the VSIX: `npm ci` in editors/vscode")
    kept = {bill["metadata"]["component"]["bom-ref"], *(each["bom-ref"] for each in packages)}
    bill["components"] = [*packages, *map(_component, sorted(_brought(vsix)))]
    bill["dependencies"] = [_among(kept, each) for each in bill["dependencies"] if each["ref"] in kept]
    del bill["serialNumber"]
    bill["metadata"]["timestamp"] = datetime.fromtimestamp(moment(), UTC).isoformat()
    return bill


def _among(kept: set[str], needs: dict[str, Any]) -> dict[str, Any]:
    """What a package needs, of those that are kept."""
    return {**needs, "dependsOn": [ref for ref in needs.get("dependsOn", ()) if ref in kept]}


def _component(package: tuple[str, str]) -> dict[str, str]:
    """A package of Python as a component."""
    name, version = package
    url = f"pkg:pypi/{name}@{version}"
    return {"bom-ref": url, "type": "library", "name": name, "version": version, "purl": url}


def _brought(vsix: Path) -> Iterator[tuple[str, str]]:
    """Names and versions of the packages of Python that the VSIX brings with the server, but keytally."""
    with ZipFile(vsix) as extension:
        packages = BytesIO(extension.read(_SERVER))
    with ZipFile(packages) as archive:
        for path in archive.namelist():
            if path.endswith(".dist-info/METADATA"):
                told = Parser().parsestr(archive.read(path).decode())
                if (name := str(told["Name"]).lower()) != "keytally":
                    yield name, str(told["Version"])


def _bundled(vsix: Path) -> Iterator[tuple[str, str]]:
    """Names and versions of the packages in the bundle, from the notices that the VSIX passes on."""
    with ZipFile(vsix) as archive:
        notices = archive.read(_NOTICES).decode()
    for notice in notices.split("-" * 78 + "\n"):
        name, _, version = notice.partition("\n")[0].rpartition(" ")
        yield name, version
