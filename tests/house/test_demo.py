"""The question at the end of the demonstration takes every answer, and none."""

import io
import runpy
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("typed", "meant"), [("\n", True), ("Y\n", True), (" yes\n", True), ("n\n", False), ("", False)]
)
def test_the_end_of_the_input_is_a_no(
    examples: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    meant: bool,
) -> None:
    agrees: Callable[[str], bool] = runpy.run_path(str(examples / "demo.py"))["agrees"]
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert agrees("Go on? ") is meant
    assert capsys.readouterr().out == ("Go on? " if typed else "Go on? \n")


def test_the_tour_visits_workspaces_that_it_copies(examples: Path) -> None:
    """Folders with a `keytally.toml` are copied to the playground."""
    tour = runpy.run_path(str(examples / "demo.py"))["TOUR"]
    assert [folder for _, folder, _ in tour if not (examples / folder / "keytally.toml").is_file()] == []


def test_each_step_fits_a_screen(examples: Path, tmp_path: Path) -> None:
    demo = runpy.run_path(str(examples / "demo.py"))
    shutil.copytree(examples, tmp_path / "examples")
    for title, folder, arguments in demo["TOUR"]:
        screen, succeeded = demo["step"](title, tmp_path / "examples" / folder, arguments, is_terminal=False)
        assert succeeded, screen
        assert len(screen.split("\n")) <= demo["LINES"] - 2
        assert max(map(len, screen.split("\n"))) <= demo["COLUMNS"]


def test_a_cut_line_keeps_its_colours(examples: Path) -> None:
    cut = runpy.run_path(str(examples / "demo.py"))["cut"]
    assert cut("\x1b[31mred\x1b[0m", 3) == "\x1b[31mred\x1b[0m"
    assert cut("\x1b[31mredder\x1b[0m", 3) == "\x1b[31mre\x1b[0m…"
