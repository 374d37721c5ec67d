"""File URIs and paths, of POSIX systems and of Windows."""

import os
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally_server.protocol.client import is_file_uri, path_in, uri_of_path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///tmp/key.sgml", "/tmp/key.sgml"),
        ("file:///tmp/a%20b/%C3%A4.sgml", "/tmp/a b/ä.sgml"),
        ("file:///tmp/a;b%23c%3F.sgml", "/tmp/a;b#c?.sgml"),
        ("file://localhost/tmp/key.sgml", "/tmp/key.sgml"),
        ("file:///c:/key.sgml", "/c:/key.sgml"),
        ("file:///tmp/a%5Cb.sgml", "/tmp/a\\b.sgml"),
        ("file:///tmp/%E4.sgml", "/tmp/\udce4.sgml"),
    ],
)
def test_a_uri_names_a_path_of_a_posix_system(uri: str, path: str) -> None:
    assert path_in(uri, windows=False) == path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/Corpora/ann/key.sgml", r"c:\Corpora\ann\key.sgml"),
        ("file:///C:/Corpora/ann/key.sgml", r"c:\Corpora\ann\key.sgml"),
        ("file:///c:", "c:\\"),
        ("file:///C:/a%20b/%C3%A4.sgml", r"c:\a b\ä.sgml"),
        ("file://server/share/key.sgml", r"\\server\share\key.sgml"),
        ("file://SERVER/c%24/key.sgml", r"\\SERVER\c$\key.sgml"),
        ("file://wsl.localhost/Debian/home/key.sgml", r"\\wsl.localhost\Debian\home\key.sgml"),
        ("file://localhost/C:/key.sgml", r"c:\key.sgml"),
    ],
)
def test_a_uri_names_a_path_of_windows(uri: str, path: str) -> None:
    assert path_in(uri, windows=True) == path


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (r"C:\Corpora\ann\key.sgml", "file:///c%3A/Corpora/ann/key.sgml"),
        (r"c:\a b\ä#.sgml", "file:///c%3A/a%20b/%C3%A4%23.sgml"),
        (r"\\server\share\key.sgml", "file://server/share/key.sgml"),
    ],
)
def test_the_uri_of_a_path_of_windows(path: str, uri: str) -> None:
    assert uri_of_path(path, windows=True) == uri


def test_both_spellings_of_a_drive_are_one_file() -> None:
    paths = {PureWindowsPath(path_in(uri, windows=True)) for uri in ("file:///C:/Key", "file:///c%3A/key")}
    assert len(paths) == 1


NAMES = st.lists(
    st.text(st.characters(exclude_characters='/\\\0:*?"<>|', exclude_categories=["Cs"]), min_size=1).filter(
        lambda name: name not in (".", "..")
    ),
    min_size=1,
    max_size=4,
)


@given(NAMES)
def test_a_path_survives_the_way_to_its_uri_and_back(names: list[str]) -> None:
    posix = str(PurePosixPath("/", *names))
    assert path_in(uri_of_path(posix, windows=False), windows=False) == posix
    local = str(PureWindowsPath("c:/", *names))
    assert path_in(uri_of_path(local, windows=True), windows=True) == local
    shared = str(PureWindowsPath("//server/share/", *names))
    assert path_in(uri_of_path(shared, windows=True), windows=True) == shared


@given(NAMES)
def test_the_uri_is_the_one_that_python_gives(names: list[str]) -> None:
    posix = PurePosixPath("/", *names)
    assert uri_of_path(str(posix), windows=False) == posix.as_uri()


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_name_that_is_no_utf_8_is_kept(tmp_path: Path) -> None:
    path = Path(os.fsdecode(bytes(tmp_path) + b"/\xe4.sgml"))
    assert path_in(uri_of_path(str(path))) == str(path)


@pytest.mark.parametrize(
    ("uri", "is_so"), [("file:///a", True), ("untitled:a", False), ("/a", False), ("file://[", False)]
)
def test_what_names_a_file(uri: str, is_so: bool) -> None:
    assert is_file_uri(uri) is is_so
