"""Hashes of artefacts, and signatures of them."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from release.failed import Failed
from release.running import run
from release.signing import sign, verify, write_sums


@pytest.fixture
def key(tmp_path: Path) -> Path:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen is not on this machine")
    path = tmp_path / "key"
    run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], tmp_path)
    return path


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "b.whl").write_bytes(b"wheel")
    (folder / "a.tar.gz").write_bytes(b"sdist")
    (folder / ".gitignore").write_bytes(b"*")
    return folder


def test_the_list_has_each_artefact_by_name_and_not_itself(dist: Path) -> None:
    write_sums(dist)
    listed = write_sums(dist).read_text(encoding="utf-8")
    digests = [sha256(content).hexdigest() for content in (b"sdist", b"wheel")]
    assert listed == f"{digests[0]}  a.tar.gz\n{digests[1]}  b.whl\n"


def test_a_signature_holds_for_the_list_and_no_other(dist: Path, key: Path, tmp_path: Path) -> None:
    sums = write_sums(dist)
    sign(sums, key)
    public = key.with_suffix(".pub").read_text(encoding="utf-8")
    verify(sums, public, tmp_path)
    sums.write_text("0" * 64 + "  a.tar.gz\n", encoding="utf-8")
    with pytest.raises(Failed, match="not by this key"):
        verify(sums, public, tmp_path)


def test_a_key_that_is_not_there_is_told_in_one_line(dist: Path, tmp_path: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        pytest.skip("ssh-keygen is not on this machine")
    with pytest.raises(Failed) as failed:
        sign(write_sums(dist), tmp_path / "no-key")
    assert "no-key" in str(failed.value) and "\n" not in str(failed.value)
