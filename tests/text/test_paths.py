"""Paths, those of Windows too."""

from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from keytally.text.files import absolute, name_from


@pytest.mark.parametrize(
    ("folder", "path", "name"),
    [
        (PurePosixPath("/w"), PurePosixPath("/w/key.sgml"), "key.sgml"),
        (PurePosixPath("/w/a"), PurePosixPath("/w/b/key.sgml"), "../b/key.sgml"),
        (PurePosixPath("/w"), PurePosixPath("/w/a\\b"), "a\\b"),
        (PureWindowsPath(r"C:\w"), PureWindowsPath(r"C:\w\a\key.sgml"), "a/key.sgml"),
        (PureWindowsPath(r"c:\w"), PureWindowsPath(r"C:\W\key.sgml"), "key.sgml"),
        (PureWindowsPath(r"C:\w"), PureWindowsPath(r"D:\key.sgml"), "D:/key.sgml"),
        (PureWindowsPath(r"C:\w"), PureWindowsPath(r"\\server\share\key.sgml"), "//server/share/key.sgml"),
        (PureWindowsPath(r"\\server\share\w"), PureWindowsPath(r"\\server\share\key.sgml"), "../key.sgml"),
    ],
)
def test_a_file_is_named_from_a_folder(folder: PurePath, path: PurePath, name: str) -> None:
    assert name_from(folder, path) == name


def test_a_path_for_comparison_has_no_dots() -> None:
    assert absolute(Path("a/../b/./c")) == Path.cwd() / "b" / "c"
