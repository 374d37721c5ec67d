"""The list of hashes is signed, the signature holds for it, and for no other list."""

import shutil
import tempfile
from pathlib import Path

from release.failed import Failed
from release.running import run
from release.signing import SUMS, sign, verify, write_sums


def check(dist: Path) -> str:
    """Sign with a key that is made for this check and thrown away."""
    with tempfile.TemporaryDirectory(prefix="keytally-key-") as name:
        folder = Path(name)
        key = folder / "key"
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key], folder)
        sums = Path(shutil.copy(write_sums(dist), folder / SUMS))
        sign(sums, key)
        public = key.with_suffix(".pub").read_text(encoding="utf-8")
        verify(sums, public, folder)
        run(["sha256sum", "--check", "--strict", "--quiet", sums], dist)
        sums.write_text(sums.read_text(encoding="utf-8").replace("a", "b", 1), encoding="utf-8")
        if _holds(sums, public, folder):
            raise Failed(f"the signature of {SUMS} holds for another list too: do not publish it")
    return f"{SUMS} is signed by ssh-keygen and verified, with a key of this check; an altered one is refused"


def _holds(sums: Path, public: str, folder: Path) -> bool:
    try:
        verify(sums, public, folder)
    except Failed:
        return False
    return True
