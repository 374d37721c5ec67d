"""Reports on disk: where they may stand, and what is never written over."""

import os
import shutil
import signal
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

import keytally
from keytally.families.muc.reports import is_report
from keytally.runs.files import KeytallyError
from keytally.runs.outputs import write_reports

Refused = Callable[..., str]


def test_files_are_utf_8_with_plain_line_feeds(tmp_path: Path) -> None:
    paths = write_reports({"scores": "one\ntwo é 北 😀\n", "deep/down/summary": ""}, tmp_path)
    assert paths == [tmp_path / "scores", tmp_path / "deep" / "down" / "summary"]
    assert paths[0].read_bytes() == "one\ntwo é 北 😀\n".encode()
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["deep", "down", "scores", "summary"]


def test_an_older_report_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "scores").write_text("Document 1\nold and longer\n")
    for text in ("Document 1\nnew\n", "Document 1\n"):
        write_reports({"scores": text}, tmp_path)
        assert (tmp_path / "scores").read_text() == text
    write_reports({"scores": "other"}, tmp_path, is_report=lambda beginning: beginning == "Document 1\n")
    assert (tmp_path / "scores").read_text() == "other"


OTHER_FILES = ["[[pair]]\n", "#!/bin/sh\nexit 0\n", "<DOC>\n", "\0\1", "notes"]


@pytest.mark.parametrize("text", OTHER_FILES)
@pytest.mark.parametrize("known", [None, is_report])
def test_a_file_that_is_no_report_is_not_written_over(
    tmp_path: Path, text: str, known: Callable[[str], bool] | None
) -> None:
    (tmp_path / "scores").write_text(text)
    reports = {"first": "Document 1\n", "scores": "Document 1\n"}
    with pytest.raises(
        KeytallyError, match=("this file already exists and is not a report; move it, or use --force")
    ):
        write_reports(reports, tmp_path, is_report=known)
    assert (tmp_path / "scores").read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["scores"]


@pytest.mark.parametrize("task", ["named_entity", "coreference", "template_element"])
def test_each_report_is_known_as_one(examples: Path, tmp_path: Path, task: str) -> None:
    folder = Path(shutil.copytree(examples / task, tmp_path / task))
    (config,) = folder.glob("*.config")
    for line in ("", "\n:use_IE_report_summary yes\n"):
        config.write_text(config.read_text() + line)
        result = keytally.score_configuration(config, options={"dump_map_history": "yes"})
        assert all(is_report(text[:1024]) for text in result.reports.values())
        result.write_configured_reports()
        result.write_configured_reports()


@pytest.mark.parametrize("moment", ["chmod", "replace"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_all_reports_or_none_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str, number: signal.Signals
) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text("Document old\n")
    came: list[int] = []
    before = signal.signal(number, lambda number, frame: came.append(number))
    whole = getattr(Path, moment)

    def interrupted(path: Path, argument: object) -> object:
        done = whole(path, argument)
        signal.raise_signal(number)
        return done

    monkeypatch.setattr(Path, moment, interrupted)
    new = {"a": "Document new\n", "b": "Document new\n"}
    is_early = moment == "chmod"
    told = (
        pytest.raises(KeytallyError, match="interrupted: nothing was written") if is_early else nullcontext()
    )
    try:
        with told:
            write_reports(new, tmp_path, is_report=is_report)
    finally:
        signal.signal(number, before)
    assert came == [number], "it counts once the writing has ended"
    word = "old" if is_early else "new"
    texts = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert texts == {"a": f"Document {word}\n", "b": f"Document {word}\n"}


def test_the_base_directory_is_put_before_the_name_as_it_stands(tmp_path: Path) -> None:
    """`muc_base_directory`: "A string that is prepended to the names of all filename options"."""
    assert write_reports({"scores": ""}, tmp_path, base="run1/") == [tmp_path / "run1" / "scores"]
    assert write_reports({"scores": ""}, tmp_path, base="run1-") == [tmp_path / "run1-scores"]
    assert write_reports({"scores": ""}, tmp_path, base=f"{tmp_path}{os.sep}") == [tmp_path / "scores"]


def test_the_folder_may_be_new(tmp_path: Path) -> None:
    assert write_reports({"scores": "x"}, tmp_path / "new")[0].read_text() == "x"


def test_the_folder_may_not_lie_in_one_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(KeytallyError, match=r"the directory .*new does not exist; create it"):
        write_reports({"scores": "x"}, tmp_path / "new" / "reports")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def refused(tmp_path: Path) -> Refused:
    """Asserts that a report of that name is refused, in one line, and that nothing at all was written."""
    folder = tmp_path / "folder"
    folder.mkdir()

    def check(name: str, *read: Path) -> str:
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        with pytest.raises(KeytallyError) as caught:
            write_reports({"first": "written first", name: "never"}, folder, read)
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        assert len(str(caught.value).splitlines()) == 1
        return str(caught.value)

    return check


@pytest.mark.parametrize("name", ["../scores", "deep/../../scores", "../folder2/scores", "..", "."])
def test_names_that_lead_out_are_refused(name: str, refused: Refused) -> None:
    assert name in refused(name)


def test_absolute_names_that_lead_out_are_refused(refused: Refused, tmp_path: Path) -> None:
    assert "it is outside the directories" in refused(str(tmp_path / "scores"))


@pytest.mark.parametrize("name", ["", "a\x00b", "x" * 5000, "first/under", "line\nend/" + "x" * 300])
def test_names_that_no_file_can_have_are_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "first").write_text("a file, not a folder")
    with pytest.raises(KeytallyError) as caught:
        write_reports({name: "never"}, tmp_path)
    assert len(str(caught.value).splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["first"]


def test_a_link_that_leads_out_is_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("precious")
    (tmp_path / "folder" / "scores").symlink_to(tmp_path / "precious")
    (tmp_path / "folder" / "out").symlink_to(tmp_path)
    assert "this is a symbolic link to" in refused("scores")
    assert "it is outside the directories" in refused("out/scores")


def test_a_circle_of_links_is_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "folder" / "a").symlink_to(tmp_path / "folder" / "b")
    (tmp_path / "folder" / "b").symlink_to(tmp_path / "folder" / "a")
    refused("a/scores")


def test_a_folder_is_not_written_over(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "folder" / "scores").mkdir()
    assert "folder" in refused("scores")


def test_what_is_read_is_never_written_over(refused: Refused, tmp_path: Path) -> None:
    """Key, response, texts and configuration are safe by any name: links, hard links, detours."""
    folder = tmp_path / "folder"
    key = folder / "key"
    key.write_text("key")
    (folder / "symbolic").symlink_to(key)
    (folder / "hard").hardlink_to(key)
    (folder / "folders").symlink_to(folder)
    for name in ("key", "folders/key", "deep/../key", str(key)):
        assert "the file has 2 hard links" in refused(name, tmp_path / "not there", key)
    (folder / "hard").unlink()
    for name in ("key", "folders/key", "deep/../key", str(key)):
        assert "this is an input file" in refused(name, tmp_path / "not there", key)
    assert "this is a symbolic link to" in refused("symbolic", key)
    assert "this is an input file" in refused("key", folder / "symbolic")


def test_a_file_that_is_read_may_be_missing(tmp_path: Path) -> None:
    with pytest.raises(KeytallyError, match="this is an input file"):
        write_reports({"key": "x"}, tmp_path, [tmp_path / "key"])


def test_two_names_of_one_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KeytallyError, match="two reports"):
        write_reports({"scores": "a", "./scores": "b"}, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "reports"
    file.write_text("a file")
    for folder in (file, file / "below" / "it"):
        with pytest.raises(KeytallyError) as caught:
            write_reports({"scores": "x"}, folder)
        assert str(caught.value) == f"{file}: not a directory; specify a directory to write to"


def test_a_name_below_a_file(refused: Refused, tmp_path: Path) -> None:
    file = tmp_path / "folder" / "first-file"
    file.write_text("a file")
    assert refused("first-file/b") == f"{file}: not a directory; specify a directory to write to"


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(KeytallyError, match="No space left on device"):
        write_reports({"scores": "x"}, tmp_path)
    assert list(tmp_path.iterdir()) == []
