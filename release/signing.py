"""Hashes of the artefacts, and a signature of them by a key of SSH.

Who has the public key checks both: `ssh-keygen -Y verify` the list of hashes, `sha256sum -c` the files.
"""

import subprocess
from hashlib import sha256
from pathlib import Path

from release.failed import Failed
from release.running import run

SUMS = "SHA256SUMS"
PURPOSE = "keytally-release"
"""The namespace of the signatures: none of another purpose passes for one of a release."""

SIGNER = "release"


def write_sums(dist: Path) -> Path:
    """The list of hashes of all files in `dist`, as `sha256sum` prints it, sorted by name."""
    files = sorted(path for path in dist.iterdir() if path.is_file() and not _is_own(path))
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    sums = dist / SUMS
    sums.write_text("".join(lines), encoding="utf-8", newline="\n")
    return sums


def sign(sums: Path, key: Path) -> Path:
    """Sign a list of hashes with a private key; the file of the signature. Raises Failed."""
    signature = sums.with_name(f"{sums.name}.sig")
    signature.unlink(missing_ok=True)
    run(["ssh-keygen", "-q", "-Y", "sign", "-f", key.absolute(), "-n", PURPOSE, sums], sums.parent)
    return signature


def verify(sums: Path, public: str, folder: Path) -> None:
    """Check a signature against the line of a public key, with a file in `folder`; raises Failed."""
    allowed = folder / "allowed_signers"
    allowed.write_text(f"{SIGNER} {public.strip()}\n", encoding="utf-8")
    command = ["ssh-keygen", "-Y", "verify", "-f", str(allowed), "-I", SIGNER, "-n", PURPOSE]
    with sums.open("rb") as file:
        done = subprocess.run(
            [*command, "-s", f"{sums}.sig"], stdin=file, capture_output=True, check=False, timeout=60
        )
    if done.returncode:
        raise Failed(f"the signature of {sums.name} is not by this key: sign it anew with --key")


def _is_own(path: Path) -> bool:
    return path.name.startswith((SUMS, "."))
