"""A run that is told to end while it writes reports: a real process, stopped at a known place by a pipe."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = """
import os, signal, sys
from pathlib import Path
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN if "IGNORED" in os.environ else signal.SIG_DFL)
from keytally.commands.main import main

moment, arguments = sys.argv[1], sys.argv[2:]
told, wait = (int(os.environ[name]) for name in ("TOLD", "WAIT"))
whole, calls = getattr(Path, moment), []

def held(path, *others):
    done = whole(path, *others)
    calls.append(path)
    if len(calls) == 1:
        os.write(told, b"1")
        while not os.read(wait, 1):
            pass
    return done

setattr(Path, moment, held)
sys.exit(main(arguments))
"""
"""The command, with signals as in a terminal or ignored.

It tells when it has written or moved its first report, and goes on when it is let go.
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(("moment", "is_new"), [("chmod", False), ("replace", True)])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_older_reports_or_newer_ones_and_no_part(
    tmp_path: Path, examples: Path, moment: str, is_new: bool, number: signal.Signals
) -> None:
    config, reports = scored(examples, tmp_path)
    names = sorted(path.name for path in config.parent.iterdir())
    status, _, errors = signalled(config, moment, number)
    assert status in (-number, 128 + number) and b"Traceback" not in errors
    assert sorted(path.name for path in config.parent.iterdir()) == names
    assert [path.read_text() != text for path, text in reports.items()] == [is_new, is_new]


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("moment", ["chmod", "replace"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_that_is_ignored_does_not_keep_reports_from_being_written(
    tmp_path: Path, examples: Path, moment: str, number: signal.Signals
) -> None:
    """As under `nohup`, or of a command in the background of a script."""
    config, reports = scored(examples, tmp_path)
    names = sorted(path.name for path in config.parent.iterdir())
    status, output, errors = signalled(config, moment, number, IGNORED="")
    assert (status, errors, output.count(b"wrote ")) == (0, b"", 2)
    assert sorted(path.name for path in config.parent.iterdir()) == names
    assert all(path.read_text() != text for path, text in reports.items())


def scored(examples: Path, folder: Path) -> tuple[Path, dict[Path, str]]:
    """A configuration whose reports are there, with their texts; a new run writes others."""
    folder = Path(shutil.copytree(examples / "named_entity", folder / "ne"))
    config = folder / "ne.config"
    run = [sys.executable, "-m", "keytally", "score", str(config)]
    assert subprocess.run(run, capture_output=True, check=False).returncode == 0
    reports = {folder / name: (folder / name).read_text() for name in ("scores", "report_summary")}
    (folder / "response.sgml").write_bytes((folder / "key.sgml").read_bytes())
    return config, reports


def signalled(
    config: Path, moment: str, number: signal.Signals, **environment: str
) -> tuple[int, bytes, bytes]:
    """Score, with a signal at a moment; the status, and what was printed."""
    told, tell = os.pipe()
    wait, let_go = os.pipe()
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, moment, "score", str(config)],
        env={**os.environ, "TOLD": str(tell), "WAIT": str(wait), **environment},
        pass_fds=(tell, wait),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert os.read(told, 1) == b"1"
    child.send_signal(number)
    os.write(let_go, b"1")
    output, errors = child.communicate()
    for descriptor in (told, tell, wait, let_go):
        os.close(descriptor)
    return child.returncode, output, errors
