"""Every command with streams that are closed, full or broken, without a current folder, and interrupted."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from keytally.commands.main import BROKEN_PIPE, CANNOT_RUN, COMMANDS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full, and folders that go")

KEY, RESPONSE = "{ne}/key.sgml", "{ne}/response.sgml"
LINES: Mapping[str, Sequence[str]] = {
    "score": (KEY, RESPONSE),
    "check": (RESPONSE,),
    "compare": (KEY, RESPONSE, KEY),
    "errors": (KEY, RESPONSE),
    "report": (KEY, RESPONSE, "-o", "{out}/page.html"),
    "agreement": ("{adjudication}/anna.sgml", "{adjudication}/ben.sgml"),
    "merge": ("{adjudication}/anna.sgml", "{adjudication}/ben.sgml"),
    "convert": (KEY, "--to", "spacy"),
    "pairs": ("{ne}",),
    "bnf": ("muc6-te",),
    "init": ("--bnf", "muc6-te"),
    "schema": ("score",),
    "rule": ("text-altered",),
    "tasks": (),
    "options": ("named_entity",),
    "completion": ("bash",),
    "--help": (),
    "--version": (),
}
"""A command line for each command, all paths of which are absolute; `check` and `init` print little."""


FEW = ("score", "report", "convert", "--help")
"""Enough for a second way to the same."""


class Done(NamedTuple):
    """What a command has printed, and its status."""

    status: int
    out: bytes
    err: bytes


@pytest.fixture(scope="module")
def places(examples: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The folders that the command lines name."""
    tmp_path = tmp_path_factory.mktemp("places")
    (tmp_path / "out").mkdir()
    for name in ("named_entity", "adjudication_named_entity"):
        shutil.copytree(examples / name, tmp_path / name)
    ne, adjudication = tmp_path / "named_entity", tmp_path / "adjudication_named_entity"
    return {"ne": str(ne), "adjudication": str(adjudication), "out": str(tmp_path / "out")}


def run_all(
    places: Mapping[str, str],
    prepare: Callable[[], object],
    names: Sequence[str] = tuple(LINES),
    program: Sequence[str] = ("-m", "keytally"),
) -> dict[str, Done]:
    """Run command lines side by side, each after `prepare` in its process."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    started = {
        name: subprocess.Popen(
            [sys.executable, "-P", *program, name, *(part.format(**places) for part in LINES[name])],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=prepare,  # noqa: PLW1509 - there are no threads
            env=environment,
        )
        for name in names
    }
    printed = {name: each.communicate() for name, each in started.items()}
    return {name: Done(each.wait(), *printed[name]) for name, each in started.items()}


@pytest.fixture(scope="module")
def usual(places: dict[str, str]) -> dict[str, Done]:
    """What the commands print with streams that are as usual."""
    return run_all(places, lambda: None)


def full(*descriptors: int) -> None:
    """Let nothing be written to these standard streams."""
    for descriptor in descriptors:
        os.dup2(os.open("/dev/full", os.O_WRONLY), descriptor)


def broken(*descriptors: int) -> None:
    """Let nobody read these standard streams."""
    reading, writing = os.pipe()
    os.close(reading)
    for descriptor in descriptors:
        os.dup2(writing, descriptor)


def closed(*descriptors: int) -> None:
    """Close these standard streams."""
    for descriptor in descriptors:
        os.close(descriptor)


def test_each_command_has_a_line() -> None:
    assert {*COMMANDS} == {name for name in LINES if not name.startswith("-")}


@pytest.mark.long
def test_messages_without_a_place_are_left_out_of_the_data(
    places: dict[str, str], usual: dict[str, Done]
) -> None:
    assert usual["convert"].err and usual["merge"].err
    for name, done in run_all(places, lambda: closed(2)).items():
        assert (name, done) == (name, usual[name]._replace(err=b""))


@pytest.mark.long
@pytest.mark.parametrize("descriptors", [(1,), (0, 1, 2)])
def test_output_without_a_place_is_discarded(
    places: dict[str, str], usual: dict[str, Done], descriptors: tuple[int, ...]
) -> None:
    names = (*LINES,) if descriptors == (1,) else FEW
    for name, done in run_all(places, lambda: closed(*descriptors), names).items():
        err = b"" if 2 in descriptors else usual[name].err
        assert (name, done) == (name, Done(usual[name].status, b"", err))
        assert b"internal error" not in done.err
    assert Path(places["out"], "page.html").stat().st_size


@pytest.mark.long
def test_output_that_cannot_be_written_is_said_once(places: dict[str, str], usual: dict[str, Done]) -> None:
    for name, done in run_all(places, lambda: full(1)).items():
        line = b"keytally: cannot write the output: No space left on device\n"
        assert (name, done) == (name, Done(CANNOT_RUN, b"", usual[name].err + line))


@pytest.mark.long
def test_messages_that_cannot_be_written_make_the_status_2(
    places: dict[str, str], usual: dict[str, Done]
) -> None:
    for name, done in run_all(places, lambda: full(2)).items():
        status = usual[name].status or (CANNOT_RUN if usual[name].err else 0)
        assert (name, done) == (name, Done(status, usual[name].out, b""))
    assert {done.status for done in run_all(places, lambda: full(1, 2), FEW).values()} == {CANNOT_RUN}


@pytest.mark.long
def test_streams_that_nobody_reads_end_a_command_quietly(
    places: dict[str, str], usual: dict[str, Done]
) -> None:
    for name, done in run_all(places, lambda: broken(1)).items():
        assert (name, done) == (name, Done(BROKEN_PIPE, b"", usual[name].err))
    for name, done in run_all(places, lambda: broken(2)).items():
        assert (name, done) == (name, usual[name]._replace(err=b""))


@pytest.mark.long
def test_a_deleted_current_folder_does_not_matter_to_whole_paths(
    places: dict[str, str], usual: dict[str, Done]
) -> None:
    Path(places["out"], "page.html").unlink()
    gone = Path(places["out"], "gone")

    def leave() -> None:
        gone.mkdir(exist_ok=True)
        os.chdir(gone)
        shutil.rmtree(gone, ignore_errors=True)

    for name, done in run_all(places, leave).items():
        assert (name, done) == (name, usual[name])
    for name in ("score", "check", "merge", "pairs"):
        done = subprocess.run(
            [sys.executable, "-P", "-m", "keytally", name],
            preexec_fn=leave,
            capture_output=True,
            check=False,
        )
        problem = "the current directory no longer exists; change to an existing one, or use absolute paths"
        assert (name, done.returncode, done.stderr.decode()) == (name, CANNOT_RUN, f"keytally: {problem}\n")


INTERRUPTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
left = [int(sys.argv.pop(1))]

def interrupt(event, arguments):
    if event == "import":
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGINT)

from keytally.commands.start import run
sys.addaudithook(interrupt)
run()
"""
"""The command, interrupted when it imports a module: the first, the second, and so on."""


@pytest.mark.parametrize("number", [1, 2, 5, 21, 89])
def test_an_interrupt_while_modules_are_imported_ends_the_command_quietly(
    number: int, places: dict[str, str]
) -> None:
    line = ["score", *(part.format(**places) for part in LINES["score"])]
    command = [sys.executable, "-c", INTERRUPTED, str(number), *line]
    done = subprocess.run(command, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, b"", b"")


SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SIGNALLED = f"""
import os, signal, sys
left = [int(sys.argv.pop(1))]

def send(event, arguments):
    if event == "import":
        left[0] -= 1
    if (event == "import" and left[0] == 0) or event == "os.rename":
        for number in {[*map(int, SIGNALS)]}:
            os.kill(os.getpid(), number)

from keytally.commands.start import run
sys.addaudithook(send)
run()
"""
"""The command, which gets signals when it imports a module, and when it moves a file to its place."""


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 5])
def test_signals_that_are_ignored_stay_ignored(
    number: int, places: dict[str, str], usual: dict[str, Done]
) -> None:
    Path(places["out"], "page.html").unlink(missing_ok=True)

    def ignore() -> None:
        for each in SIGNALS:
            signal.signal(each, signal.SIG_IGN)

    for name, done in run_all(places, ignore, program=("-c", SIGNALLED, str(number))).items():
        assert (name, done) == (name, usual[name])
    assert Path(places["out"], "page.html").stat().st_size
