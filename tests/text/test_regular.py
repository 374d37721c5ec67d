"""Only regular files are read, up to a bound: nothing else ends for certain, or fits."""

import os
from pathlib import Path

import pytest

from keytally.project.reach import Reach
from keytally.text import files
from keytally.text.files import (
    ENVIRONMENT,
    Bound,
    bound,
    fault_of,
    is_file,
    is_folder,
    is_there,
    regular_bytes,
    regular_head,
    set_bound,
    short_name,
)
from tests.faulty_files import swap_at_open

WITH_PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
WITH_DEVICES = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such devices")


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    for size in (0, 3, 3_000_000):
        (tmp_path / "file").write_bytes(b"a\r\n" * size)
        assert regular_bytes(tmp_path / "file") == b"a\r\n" * size


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only some systems have files of no size")
def test_a_file_that_states_no_size_is_read_whole() -> None:
    assert regular_bytes(Path("/proc/self/status")).endswith(b"\n")


def test_what_is_not_there_and_a_folder_are_told_as_ever(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        regular_bytes(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        regular_bytes(tmp_path)


@WITH_PIPES
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for read in (regular_bytes, lambda path: regular_head(path, 10)):
        with pytest.raises(OSError, match="not a regular file"):
            read(tmp_path / "pipe")


@WITH_DEVICES
def test_a_device_is_refused_and_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "open", None)
    with pytest.raises(OSError, match="not a regular file"):
        regular_bytes(Path("/dev/zero"))


@WITH_PIPES
def test_a_file_that_becomes_a_pipe_before_it_is_opened_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a")
    opened = os.open

    def swap_and_open(name: Path, flags: int) -> int:
        path.unlink()
        os.mkfifo(path)
        return opened(name, flags)

    monkeypatch.setattr(os, "open", swap_and_open)
    with pytest.raises(OSError, match="not a regular file"):
        regular_bytes(path)


def test_a_file_over_the_bound_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with path.open("wb") as file:
        file.truncate(6_000_000_000)
    with pytest.raises(OSError, match=r"larger than the limit of 1,000 MB \(KEYTALLY_MAXIMUM_FILE_SIZE\)"):
        regular_bytes(path)
    assert regular_head(path, 4) == b"\0\0\0\0", "the beginning of a file of any size"


def test_the_bound_is_the_settings_else_the_environments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"a" * 2_000_001)
    monkeypatch.setenv(ENVIRONMENT, "2")
    assert bound() == Bound(2_000_000, ENVIRONMENT)
    with pytest.raises(OSError, match="larger than the limit of 2 MB"):
        regular_bytes(tmp_path / "file")
    set_bound(3, "a setting")
    assert len(regular_bytes(tmp_path / "file")) == 2_000_001
    set_bound(0.5, "a setting")
    with pytest.raises(OSError, match=r"larger than the limit of 0\.5 MB \(a setting\)"):
        regular_bytes(tmp_path / "file")


@pytest.mark.parametrize("stated", ["much", "nan", "inf", "-1", "0"])
def test_an_environment_that_states_no_size_is_told_of(stated: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, stated)
    with pytest.raises(OSError, match=f"{ENVIRONMENT} must be a number of megabytes, not '{stated}'"):
        bound()


def test_a_file_that_grows_while_it_is_read_is_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a")
    opened = os.open

    def open_and_grow(name: Path, flags: int) -> int:
        descriptor = opened(name, flags)
        monkeypatch.setattr(os, "fstat", lambda _: status)
        path.write_bytes(b"a" * 100)
        return descriptor

    status = path.stat()
    monkeypatch.setattr(os, "open", open_and_grow)
    with pytest.raises(OSError, match="larger than"):
        regular_bytes(path, Bound(10, "a setting"))


NAMES = ["a" * 300, "a\0b", "\ud800"]


@pytest.mark.parametrize("name", NAMES, ids=["too long", "with a null", "no character"])
def test_a_name_that_no_file_can_have_is_an_error_like_others(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError):
        regular_bytes(tmp_path / name)
    assert isinstance(fault_of(tmp_path / name), OSError)
    assert not (is_file(tmp_path / name) or is_folder(tmp_path / name) or is_there(tmp_path / name))


def test_what_a_file_is_and_what_keeps_it_from_being_read(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a")
    assert (is_file(tmp_path / "file"), is_folder(tmp_path / "file")) == (True, False)
    assert (is_file(tmp_path), is_folder(tmp_path)) == (False, True)
    assert fault_of(tmp_path / "file") is None
    assert isinstance(fault_of(tmp_path), IsADirectoryError)
    assert isinstance(fault_of(tmp_path / "file" / "below"), NotADirectoryError)


def test_long_names_are_short_in_messages() -> None:
    assert short_name("a.sgml") == "a.sgml"
    assert len(short_name("a" * 5000)) == 201


@pytest.mark.parametrize("has_places", [True, False], ids=["by the system", "by its name"])
def test_what_was_opened_is_asked_for_its_place_not_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_places: bool
) -> None:
    for name in ("work/inside", "outside"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    link = tmp_path / "work" / "link"
    link.symlink_to(tmp_path / "work" / "inside")
    within = Reach([tmp_path / "work"]).holds
    if not has_places:
        monkeypatch.setattr(files, "_OPEN_FILES", str(tmp_path / "none"))
    assert regular_bytes(link, within=within) == b"work/inside"
    swap_at_open(monkeypatch, link, tmp_path / "outside", tmp_path / "work" / "inside")
    assert within(link)
    with pytest.raises(OSError, match="it is outside the workspace"):
        regular_bytes(link, within=within)
    with pytest.raises(OSError, match="it is outside the workspace"):
        regular_head(link, 10, within)
