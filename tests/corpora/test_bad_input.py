"""Bad input beside real files: a finding or one readable line each, the right exit status, no traceback."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpora.conftest import Done, Run

pytestmark = pytest.mark.corpora

MEGABYTE = 1_000_000


@pytest.fixture
def workspace(copied: Callable[..., Path]) -> Path:
    """A folder that can be scored."""
    return copied("ne", "key", "response2", "texts", "config2")


def refused(done: Done, *words: str) -> None:
    """It cannot be scored or checked: status 2, nothing printed, one line that says why."""
    assert done.status == 2
    assert done.out == ""
    [line] = done.errors
    assert line.startswith("keytally: ")
    assert "Traceback" not in line
    for word in words:
        assert word in line


BINARY = {
    "zeros": b"\0" * 5000,
    "noise": random.Random(1).randbytes(20_000),
    "an image": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 20,
    "UTF-16": "<DOC>\n<DOCNO> 1 </DOCNO>\n</DOC>\n".encode("utf-16"),
    "an archive": b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(range(255, -1, -1)) * 9,
}


@pytest.mark.parametrize("data", BINARY.values(), ids=BINARY)
@pytest.mark.parametrize("name", ["key", "response2"])
def test_a_binary_file(name: str, data: bytes, workspace: Path, run: Run) -> None:
    (workspace / name).write_bytes(data)
    refused(run("score", workspace / "config2"), name)
    refused(run("score", workspace / "config2", "--format", "json"), name)
    refused(run("check", workspace / name, "--task", "named_entity", "--role", "key"), name)


def test_a_binary_configuration(workspace: Path, run: Run) -> None:
    (workspace / "config2").write_bytes(BINARY["noise"])
    refused(run("score", workspace / "config2"), "config2")


def test_a_binary_file_among_others_hides_nothing(workspace: Path, run: Run) -> None:
    (workspace / "response2").write_bytes(BINARY["zeros"])
    (workspace / "picture.sgml").write_bytes(BINARY["an image"])
    key = (workspace / "key").read_bytes()
    (workspace / "key").write_bytes(key.replace(b'"PERSON"', b"PERSON", 1))
    done = run("check", workspace, "--format", "concise")
    assert done.status == 2
    assert [line.split("[")[1].split("]")[0] for line in done.out.splitlines()] == ["unquoted-attribute"]
    assert all(line.startswith("keytally: ") and "binary" in line for line in done.errors)
    assert len(done.errors) == 2


def missing(name: str, workspace: Path) -> None:
    (workspace / name).unlink()


def folder(name: str, workspace: Path) -> None:
    (workspace / name).unlink()
    (workspace / name).mkdir()


def empty(name: str, workspace: Path) -> None:
    (workspace / name).write_bytes(b"")


def without_documents(name: str, workspace: Path) -> None:
    (workspace / name).write_bytes(b"Dear all,\nthe key is in the other folder.\n")


def unreadable(name: str, workspace: Path) -> None:
    (workspace / name).unlink()
    (workspace / name).symlink_to(name)


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        (name, spoil)
        for name in ("key", "response2")
        for spoil in (missing, folder, empty, without_documents, unreadable)
        if (name, spoil) != ("response2", empty)
    ],
    ids=lambda part: part if isinstance(part, str) else part.__name__,
)
def test_a_file_that_cannot_be_scored(
    name: str, spoil: Callable[[str, Path], None], workspace: Path, run: Run
) -> None:
    spoil(name, workspace)
    refused(run("score", workspace / "config2"), name)
    files = [workspace / "key", workspace / "response2"]
    refused(run("score", "--task", "named_entity", *files), name)


def test_an_empty_response_misses_everything(workspace: Path, run: Run) -> None:
    empty("response2", workspace)
    done = run("score", workspace / "config2", "--format", "json")
    totals = json.loads(done.out)["totals"]
    assert done.status == 0
    assert any("the whole key counts as missing" in line for line in done.errors)
    assert totals["mis"] == totals["pos"] > 0
    assert totals["act"] == totals["rec"] == 0


@pytest.mark.parametrize("spoil", [missing, folder, unreadable], ids=lambda f: f.__name__)
def test_a_file_that_cannot_be_checked(spoil: Callable[[str, Path], None], workspace: Path, run: Run) -> None:
    spoil("texts", workspace)
    given = ["--task", "named_entity", "--texts", workspace / "texts"]
    refused(run("check", workspace / "key", *given), "texts")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        (":scoring_task       named_entity", "", None, "scoring_task"),
        ("named_entity\n", "named_entties\n", 2, "named_entties"),
        ("key2response", "key2nothing", 3, "key2nothing"),
        ('"timex timex scored 0"', '"timex timex scored"', 15, "class definition"),
        ('"timex text text', '"timx text text', 22, "timx"),
        ('"llc" "plc"', '"llc" "plc', 33, "has no closing quote"),
    ],
)
def test_a_configuration_with_an_error(
    old: str, new: str, line: int | None, words: str, workspace: Path, run: Run
) -> None:
    """One line that names file and line; the same place as the finding of `keytally check`."""
    file = workspace / "config2"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    refused(run("score", file), words, f"config2:{line}: " if line else "config2: ")
    done = run("check", file, "--format", "concise")
    assert (done.status, len(done.out.splitlines()), done.errors) == (1, 1, [])
    assert done.out.startswith(f"{file}:{line or 1}:")


@pytest.mark.parametrize("name", ["key", "texts"])
def test_what_is_no_configuration(name: str, workspace: Path, run: Run) -> None:
    refused(run("score", workspace / name), name)


def test_a_configuration_with_many_errors(workspace: Path, run: Run) -> None:
    (workspace / "config2").write_text(":scoring_task x\n" + ":class_defs 'a b c'\n" * 5000, encoding="utf-8")
    done = run("score", workspace / "config2")
    assert (done.status, done.out) == (2, "")
    assert 1 < len(done.errors) < 50
    assert all(line.startswith("keytally: ") for line in done.errors)


@pytest.mark.parametrize(
    "option",
    ["nonsense", "ne_overlap=maybe", "scoring_task=", "premodifiers='a", "=", "key_file"],
)
def test_a_bad_option(option: str, workspace: Path, run: Run) -> None:
    refused(run("score", workspace / "config2", "-O", option))


def timed(seconds: float, run: Run, *arguments: str | Path) -> Done:
    start = time.process_time()
    done = run(*arguments)
    assert time.process_time() - start < seconds
    return done


LINES = {
    "letters": "x" * 50 * MEGABYTE,
    "lone brackets": "<" * 10 * MEGABYTE + "a<b " * 5 * MEGABYTE,
}


@pytest.mark.long
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_of_50_megabytes_is_no_file_of_documents(line: str, workspace: Path, run: Run) -> None:
    (workspace / "response2").write_text(line, encoding="utf-8")
    refused(timed(5, run, "score", workspace / "config2"), "response2")
    done = timed(10, run, "check", workspace / "response2", "--format", "concise")
    assert (done.status, len(done.out.splitlines())) == (1, 1)
    assert len(done.out) < 500


def one_document(text: str) -> str:
    return f"<DOC><DOCNO> 950101-0001. </DOCNO><TXT>{text}</TXT></DOC>"


@pytest.mark.long
def test_a_document_of_50_megabytes_on_a_line(workspace: Path, run: Run) -> None:
    text = "The quick brown fox & co. said no. " * (50 * MEGABYTE // 35)
    tagged = text.replace("fox", '<ENAMEX TYPE="PERSON">fox</ENAMEX>', 1000)
    for name, written in (("key", tagged), ("response2", tagged), ("texts", text)):
        (workspace / name).write_text(one_document(written), encoding="utf-8")
    done = timed(30, run, "score", workspace / "config2")
    assert (done.status, done.errors) == (0, [])
    assert "ALL SLOTS     2000  2000|2000" in done.out
    done = timed(30, run, "check", workspace / "response2", "--format", "concise")
    assert (done.status, done.out) == (0, "")


UNBALANCED = {
    "opened": ('<ENAMEX TYPE="PERSON">a ', 20_000, "unclosed-tag"),
    "closed": ("a</ENAMEX> ", 20_000, "unmatched-close-tag"),
    "cut short": ('<ENAMEX TYPE="PERSON ', 20_000, "unclosed-tag"),
    "crossing": ('<ENAMEX TYPE="PERSON">a<TIMEX TYPE="DATE">b</ENAMEX></TIMEX> ', 5_000, "crossing-tags"),
    "closed by others": ('<ENAMEX TYPE="PERSON">a</TIMEX> ', 10_000, "unmatched-close-tag"),
    "misspelt": ('<ENAMEX TYPE="PERSON">a</ENAMX> ', 2_000, "unclosed-tag"),
}


@pytest.mark.long
@pytest.mark.parametrize(("piece", "times", "rule"), UNBALANCED.values(), ids=UNBALANCED)
def test_unbalanced_tags_by_the_thousand(
    piece: str, times: int, rule: str, workspace: Path, run: Run
) -> None:
    """A finding each, in linear time; the file can be scored all the same."""
    (workspace / "response2").write_text(one_document(piece * times), encoding="utf-8")
    given = ["--role", "response", "--select", rule, "--format", "concise"]
    done = timed(20, run, "check", workspace / "response2", *given)
    assert (done.status, len(done.out.splitlines())) == (1, times)
    done = timed(20, run, "score", workspace / "config2")
    assert done.status == 0
    assert 1 <= len(done.errors) <= 2
    assert all(
        "warning" in line and ("in the response" in line or "text-altered" in line) for line in done.errors
    )


def test_a_document_number_that_stands_twice(workspace: Path, run: Run) -> None:
    """A finding on the second one; scored as one document, and the score is of all documents."""
    response = (workspace / "response2").read_bytes().decode()
    documents = response.split("<DOC>")
    (workspace / "response2").write_bytes("<DOC>".join([*documents, documents[2]]).encode())
    done = run("check", workspace, "--format", "concise")
    [line] = done.out.splitlines()
    assert "error[duplicate-docno]" in line
    assert line.split(":")[1] == str(response.count("\n") + 2)
    done = run("score", workspace / "config2", "--format", "json")
    assert done.status == 0


def test_a_response_with_a_document_that_the_key_lacks(workspace: Path, run: Run) -> None:
    """It is spurious; with the texts at hand it is found where its number stands."""
    extra = '<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</TXT>\n</DOC>\n'
    with (workspace / "response2").open("a", encoding="utf-8", newline="") as file:
        file.write(extra)
    [line] = run("check", workspace, "--format", "concise").out.splitlines()
    assert "error[text-altered] the original text has no document 1" in line
    assert run("score", workspace / "config2").status == 0


def test_nothing_is_written_over_what_is_read(workspace: Path, run: Run) -> None:
    before = {path.name: path.read_bytes() for path in workspace.iterdir()}
    for option in ("score_report_file=key", "report_summary_file=response2", "score_report_file=config2"):
        done = run("score", workspace / "config2", "-O", option)
        assert done.status == 2
        assert len(done.errors) == 1
    after = {name: (workspace / name).read_bytes() for name in before}
    assert after == before


@pytest.mark.skipif(os.name == "nt", reason="a closed pipe is another error there")
def test_a_reader_that_leaves_early(workspace: Path) -> None:
    """As `| head -1` does."""
    command = [sys.executable, "-m", "keytally", "score", "config2", "-v"]
    with subprocess.Popen(
        command, cwd=workspace, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert "Traceback" not in process.stderr.read()
