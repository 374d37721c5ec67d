"""Files are written whole and all together, keep what they were, and replace no file that has changed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

import keytally
from keytally.commands.main import main
from keytally.runs import outputs
from keytally.runs.check import Checker
from keytally.runs.check_plans import CheckOptions
from keytally.runs.files import KeytallyError, Target
from keytally.runs.outputs import PARTIAL, OutputFile, write_files

posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")


def output(path: Path) -> OutputFile:
    return OutputFile(path, path.name, path.read_bytes() if path.exists() else None)


@pytest.fixture
def partial_modes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The mode of each unfinished file before it is given that of the finished one."""
    modes: list[int] = []
    chmod = Path.chmod

    def seen(path: Path, mode: int) -> None:
        modes.append(S_IMODE(path.stat().st_mode))
        chmod(path, mode)

    monkeypatch.setattr(Path, "chmod", seen)
    return modes


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_only_the_owner_reads_a_file_until_it_has_the_mode_of_the_old_one(
    tmp_path: Path, partial_modes: list[int], mode: int
) -> None:
    path = tmp_path / "key"
    path.write_text("old")
    os.chmod(path, mode)  # noqa: PTH101 - `Path.chmod` is watched
    write_files([(output(path), b"new")])
    assert (path.read_text(), S_IMODE(path.stat().st_mode)) == ("new", mode)
    assert partial_modes == [0o600]


@posix
def test_a_new_file_has_the_mode_of_the_umask(tmp_path: Path, partial_modes: list[int]) -> None:
    before = os.umask(0o027)
    try:
        write_files([(output(tmp_path / "new"), b"x")])
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert (S_IMODE((tmp_path / "new").stat().st_mode), partial_modes) == (0o640, [0o600])


@posix
def test_the_owner_is_kept(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can give a file away")
    path = tmp_path / "key"
    path.write_text("old")
    os.chown(path, 12345, 54321)
    path.chmod(0o640)
    write_files([(output(path), b"new")])
    kept = path.stat()
    assert (kept.st_uid, kept.st_gid, S_IMODE(kept.st_mode)) == (12345, 54321, 0o640)


@posix
def test_a_file_whose_owner_cannot_be_kept_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    path = tmp_path / "key"
    path.write_text("old")
    if os.getuid() == 0:
        os.chown(path, 12345, 54321)
    else:
        pytest.skip("only root can give a file away")
    monkeypatch.setattr(os, "chown", refuse)
    with pytest.raises(KeytallyError, match="key: cannot preserve the owner and group of the file"):
        write_files([(output(path), b"new")])
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("key", "old")]


def test_extended_attributes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("old")
    try:
        os.setxattr(path, "user.origin", b"anna")
    except (AttributeError, OSError) as error:
        pytest.skip(f"no extended attributes here: {error}")
    write_files([(output(path), b"new")])
    assert (path.read_text(), os.getxattr(path, "user.origin")) == ("new", b"anna")


CHANGES: dict[str, Callable[[Path], object]] = {
    "more text": lambda path: path.write_text("old and more"),
    "text of the same length": lambda path: path.write_text("OLD"),
    "another file": lambda path: (path.unlink(), path.write_text("neu")),
    "no file": lambda path: path.unlink(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_file_that_has_changed_is_not_replaced_and_nothing_else_is_written(
    tmp_path: Path, change: str
) -> None:
    path, other = tmp_path / "key", tmp_path / "other"
    path.write_text("old")
    wanted = [(output(other), b"other"), (output(path), b"new")]
    status = path.stat()
    CHANGES[change](path)
    if path.exists():
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    found = path.read_text() if path.exists() else None
    with pytest.raises(KeytallyError, match="key: the file has changed since it was read"):
        write_files(wanted)
    assert (path.read_text() if path.exists() else None) == found
    assert {each.name for each in tmp_path.iterdir()} <= {"key"}


def test_a_file_that_has_appeared_is_not_replaced(tmp_path: Path) -> None:
    wanted = output(tmp_path / "key")
    (tmp_path / "key").write_text("somebody else's")
    with pytest.raises(KeytallyError, match="key: the file has changed"):
        write_files([(wanted, b"new")])
    assert (tmp_path / "key").read_text() == "somebody else's"


FAULTY = (
    '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON" TYPE="PERSON">Ann</ENAMEX> met\n</TXT>\n</DOC>\n'
)


def test_a_check_does_not_fix_a_file_that_was_saved_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "key.sgml"
    path.write_text(FAULTY.replace(' TYPE="PERSON" TYPE', " type").replace("\n", "\r\n", 1))
    checker, target = Checker(CheckOptions(task="named_entity")), Target(path, str(path))
    checker.fix(target)
    path.write_text(f"{FAULTY}{FAULTY}")
    with pytest.raises(KeytallyError, match=r"key\.sgml: the file has changed since it was read"):
        checker.write(target)
    assert path.read_text() == f"{FAULTY}{FAULTY}"


def test_a_merge_does_not_replace_a_gold_that_was_saved_meanwhile(tmp_path: Path) -> None:
    text = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX> met\n</TXT>\n</DOC>\n'
    for name in ("anna", "ben"):
        (tmp_path / name).write_text(text)
    gold = tmp_path / "gold"
    merged = keytally.merge("named_entity", [tmp_path / "anna", tmp_path / "ben"], gold=gold)
    gold.write_text("of somebody else")
    with pytest.raises(KeytallyError, match="gold: the file has changed since it was read"):
        merged.write()
    assert gold.read_text() == "of somebody else"


@posix
@pytest.mark.parametrize("command", ["merge", "convert", "report", "score", "check"])
def test_a_file_with_further_names_is_refused_with_the_reason(
    command: str, examples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table of all places is in tests/commands/test_written_places.py; here is the message."""
    path = tmp_path / "output"
    files = [str(examples / "named_entity" / name) for name in ("key.sgml", "response.sgml")]
    path.write_text("blank" if command == "convert" else "")
    lines = {
        "merge": ["merge", *files, "-o", str(path)],
        "convert": ["convert", files[0], "--to", "muc-sgml", "-o", str(path), "--force"],
        "report": ["report", *files, "-o", str(path)],
        "score": ["score", *files, "--report-dir", str(tmp_path), "-O", "score_report_file=output"],
        "check": ["check", "--fix", str(path), "--task", "named_entity"],
    }
    if command == "check":
        path.write_text(FAULTY)
    (tmp_path / "second").hardlink_to(path)
    main(lines[command])
    output, errors = capsys.readouterr()
    said = "the file has 2 hard links, and the others would keep the old text; write to a copy"
    assert f"keytally: {path}: {said}\n" in errors or (command == "check" and "applied 0 fixes" in errors)
    assert f"wrote {path}\n" not in output
    assert path.read_text() == (tmp_path / "second").read_text()


KILLED = """
import os, signal, sys
from pathlib import Path
from keytally.runs.outputs import OutputFile, write_files
Path.replace = lambda path, target: os.kill(os.getpid(), signal.SIGKILL)
write_files([(OutputFile(Path(name), name, Path(name).read_bytes()), b"new") for name in sys.argv[1:]])
"""


@posix
def test_the_next_run_removes_what_a_killed_one_has_left(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("key", "key.2", "x" * 240)]
    for path in paths:
        path.write_text("old")
    killed = [sys.executable, "-c", KILLED, *map(str, paths)]
    assert subprocess.run(killed, check=False).returncode == -signal.SIGKILL
    left = [path for path in tmp_path.iterdir() if path.name.endswith(PARTIAL)]
    assert len(left) == len(paths) and {S_IMODE(path.stat().st_mode) for path in left} <= {0o644, 0o600}
    assert all(path.read_text() == "old" for path in paths)
    write_files([(output(paths[1]), b"new")])
    assert sum(path.name.endswith(PARTIAL) for path in tmp_path.iterdir()) == 2
    write_files([(output(path), b"newer") for path in paths])
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in paths)


@posix
def test_the_unfinished_file_of_a_process_that_runs_is_left_alone(tmp_path: Path) -> None:
    own = tmp_path / f".key.{os.getppid()}.0123abcd{PARTIAL}"
    own.write_text("")
    write_files([(output(tmp_path / "key"), b"new")])
    assert own.exists()


def test_folders_that_were_made_go_again_where_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("old")
    changed = output(tmp_path / "key")._replace(before=b"other")
    with pytest.raises(KeytallyError):
        write_files([(output(tmp_path / "new" / "folder" / "file"), b"x"), (changed, b"new")])
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_where_a_file_cannot_be_moved_those_that_were_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = Path.replace

    def fail(path: Path, target: Path) -> Path:
        if target.name == "c":
            raise OSError(5, "Input/output error")
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(KeytallyError) as raised:
        write_files([(output(tmp_path / name), b"x") for name in "abcd"])
    problem = "c: cannot write the file (Input/output error); already written: a, b"
    assert str(raised.value) == problem
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("moment", ["chmod", "replace"])
def test_an_interrupted_conversion_leaves_all_files_old_or_all_new(
    moment: str, examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ["convert", str(examples / "named_entity" / "key.sgml"), "--to", "brat", "-o", f"{tmp_path}/"]
    assert main(line) == 0
    for path in tmp_path.iterdir():
        path.write_text("old")
    whole, calls = getattr(Path, moment), list[Path]()

    def interrupted(path: Path, argument: object) -> object:
        calls.append(path)
        if len(calls) == 2:
            signal.raise_signal(signal.SIGINT)
        return whole(path, argument)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(Path, moment, interrupted)
            assert main([*line, "--force"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)
    assert {path.read_text() == "old" for path in tmp_path.iterdir()} == {moment == "chmod"}
    assert not any(path.name.endswith(PARTIAL) for path in tmp_path.iterdir())


def test_a_folder_that_may_not_be_written_to_is_blamed_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(outputs.os, "open", refuse)
    with pytest.raises(KeytallyError) as raised:
        write_files([(output(tmp_path / "key"), b"x")])
    assert str(raised.value) == (
        f"key: no permission to write to the directory {tmp_path}; change its permissions"
    )
