"""A run that is told to end while it writes reports: a real process, stopped at a known place by a pipe."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = """
import os, sys
from pathlib import Path
from keytally.cli.main import main

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
"""The command, which tells when it has written or moved its first report, and goes on when it is let go."""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize(("moment", "is_new"), [("write_bytes", False), ("replace", True)])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_leaves_older_reports_or_newer_ones_and_no_part(
    tmp_path: Path, examples: Path, moment: str, is_new: bool, number: signal.Signals
) -> None:
    folder = Path(shutil.copytree(examples / "named_entity", tmp_path / "ne"))
    config = folder / "ne.config"
    run = [sys.executable, "-m", "keytally", "score", str(config)]
    assert subprocess.run(run, capture_output=True, check=False).returncode == 0
    reports = {folder / name: (folder / name).read_text() for name in ("scores", "report_summary")}
    (folder / "response.sgml").write_bytes((folder / "key.sgml").read_bytes())
    names = sorted(path.name for path in folder.iterdir())

    told, tell = os.pipe()
    wait, let_go = os.pipe()
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, moment, "score", str(config)],
        env={**os.environ, "TOLD": str(tell), "WAIT": str(wait)},
        pass_fds=(tell, wait),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert os.read(told, 1) == b"1"
    child.send_signal(number)
    os.write(let_go, b"1")
    _, errors = child.communicate()
    for descriptor in (told, tell, wait, let_go):
        os.close(descriptor)
    assert child.returncode in (-number, 128 + number) and b"Traceback" not in errors
    assert sorted(path.name for path in folder.iterdir()) == names
    assert [path.read_text() != text for path, text in reports.items()] == [is_new, is_new]
