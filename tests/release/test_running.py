"""Programs that build and try artefacts: what they print, and the line that their failure gives."""

import sys
from pathlib import Path

import pytest

from release.failed import Failed
from release.running import run


def test_what_it_printed_is_told(tmp_path: Path) -> None:
    program = "import os; print(os.environ['GIVEN'], os.getcwd())"
    assert run([sys.executable, "-c", program], tmp_path, {"GIVEN": "x"}) == f"x {tmp_path}\n"


def test_its_last_line_tells_why_it_failed(tmp_path: Path) -> None:
    program = "import sys; print('first', file=sys.stderr); sys.exit('the reason')"
    with pytest.raises(Failed, match=r"ended with 1: the reason$"):
        run([sys.executable, "-c", program], tmp_path)


def test_a_program_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failed, match="no-such-program cannot be run: "):
        run(["no-such-program"], tmp_path)
