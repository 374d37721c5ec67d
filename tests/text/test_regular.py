"""Only regular files are read: a pipe would keep a reader waiting."""

import os
from pathlib import Path

import pytest

from keytally.text.regular import regular_bytes


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a\r\n")
    assert regular_bytes(tmp_path / "file") == b"a\r\n"


def test_what_is_not_there_and_a_folder_are_told_as_ever(tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(OSError) as caught:
            regular_bytes(path)
        assert "regular" not in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only systems with named pipes can hang on one")
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no regular file"):
        regular_bytes(tmp_path / "pipe")
