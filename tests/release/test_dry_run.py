"""The dry run of a release: each step says whether it is done, and nothing is sent."""

from functools import partial
from pathlib import Path

import pytest

from keytally.version import VERSION
from release import __main__ as dry_run
from release.failed import Failed


def not_done() -> str:
    raise Failed("something is missing: do it")


def test_a_step_that_is_not_done_is_told_and_others_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert not dry_run._told("first", partial(not_done))
    assert dry_run._told("second", partial(str, "done"))
    printed = capsys.readouterr()
    assert printed.err == "first: not yet: something is missing: do it\n"
    assert printed.out == "second: done\n"


def test_the_version_of_the_checkout_is_stated_everywhere() -> None:
    assert dry_run.version().startswith(f"{VERSION} in scoring/keytally/version.py, ")


def test_hashes_without_a_key_are_not_done(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"wheel")
    with pytest.raises(Failed, match="--key names a private key"):
        dry_run.hashed(tmp_path, None)
    assert (tmp_path / "SHA256SUMS").is_file()


def test_the_commands_left_name_each_artefact_and_no_account() -> None:
    left = "\n".join(dry_run.LEFT)
    assert all(name in left for name in (dry_run.WHEEL, dry_run.SDIST, dry_run.VSIX, dry_run.NEOVIM))
    assert "release.nvim_branch && git push origin nvim" in left
    assert "password" not in left and "token" not in left
