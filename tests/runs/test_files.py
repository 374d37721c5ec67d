"""Files that cannot be read or written are one line each, with what to do."""

import os
from pathlib import Path

import pytest

from keytally.runs.files import KeytallyError, beginning_of, encoded_text, read_text
from keytally.runs.outputs import output_file, write_files
from keytally.text.files import Decoded


def problem(path: Path, encoding: str | None = None) -> str:
    with pytest.raises(KeytallyError) as raised:
        read_text(path, encoding)
    [line] = raised.value.problems
    return line.removeprefix(f"{path}: ")


def written(path: Path, decoded: Decoded, text: str) -> None:
    write_files([(output_file(path), encoded_text(path, decoded, text))])


def test_a_missing_file(tmp_path: Path) -> None:
    assert problem(tmp_path / "gone") == "no such file; specify an existing path"


def test_a_folder(tmp_path: Path) -> None:
    assert problem(tmp_path) == "this is a directory; specify a file"


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert problem(tmp_path / "a") == "its symbolic links form a loop; specify the file itself"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_read_twice(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(KeytallyError, match="not a regular file"):
        beginning_of(tmp_path / "pipe")


def test_a_binary_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc\0def")
    assert problem(tmp_path / "a") == "the file is binary, not text"


def test_a_file_in_utf16(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("<DOC>".encode("utf-16"))
    assert problem(tmp_path / "a") == "the file is UTF-16; save it as UTF-8"


def test_an_encoding_that_there_is_not(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a")
    assert problem(tmp_path / "a", "utf-9") == "unknown encoding 'utf-9'"


def test_a_name_that_no_file_can_have() -> None:
    assert "NUL" in problem(Path("a\0b"))


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a").write_bytes(b"a")
    monkeypatch.setattr(os, "open", refuse)
    assert problem(tmp_path / "a") == "permission denied; change the permissions of the file"


@pytest.mark.parametrize("data", [b"\xef\xbb\xbfa\r\nb\rc\n", b"caf\xe9\r\n", "é\x85\u2028\n".encode(), b""])
def test_what_is_written_differs_only_where_the_text_does(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    decoded = read_text(path)
    written(path, decoded, decoded.text + "x")
    assert path.read_bytes() == data + b"x"
    assert list(tmp_path.iterdir()) == [path]


def test_a_character_that_the_encoding_lacks_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"caf\xe9")
    with pytest.raises(KeytallyError, match="cannot be encoded in latin-1"):
        written(path, read_text(path), "東")
    assert path.read_bytes() == b"caf\xe9"


def test_a_file_that_may_not_be_written_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder may let another file be put in its place; that it is read-only was somebody's wish."""
    path = tmp_path / "key"
    path.write_text("text")
    path.chmod(0o444)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(KeytallyError) as raised:
        written(path, read_text(path), "other")
    assert raised.value.problems == (f"{path}: permission denied; change the permissions of the file",)
    assert path.read_text() == "text"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_not_written_through_and_the_mode_stays(tmp_path: Path) -> None:
    path, target = tmp_path / "a", tmp_path / "b"
    target.write_bytes(b"x")
    target.chmod(0o640)
    try:
        path.symlink_to(target)
    except OSError as error:
        pytest.skip(f"this system lets nobody make links: {error}")
    with pytest.raises(KeytallyError, match="this is a symbolic link to"):
        written(path, read_text(path), "y")
    assert target.read_bytes() == b"x"
    written(target, read_text(target), "y")
    assert path.is_symlink() and target.read_bytes() == b"y"
    if os.name == "posix":
        assert target.stat().st_mode & 0o777 == 0o640
