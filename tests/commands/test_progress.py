"""Progress on standard error, at a terminal only."""

import io
import sys
import threading
from pathlib import Path

import pytest

from keytally.commands import main as commands_main
from keytally.commands.main import main, show_progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_shown_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands_main, "DELAY", 0.0)
    assert list(show_progress("abc", 3, "letters")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_a_terminal_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(commands_main, "DELAY", 0.0)
    assert list(show_progress("abc", 3, "letters")) == ["a", "b", "c"]
    shown = terminal.getvalue()
    assert "0/3" in shown and "letters/s" in shown
    assert shown.endswith("\r"), "the line is wiped at the end"


def test_progress_needs_no_thread_which_would_keep_the_process_from_being_forked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = threading.active_count()
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert [threading.active_count() for _ in show_progress("abc", 3, "letters")] == [before] * 3


def test_what_takes_less_than_a_second_shows_nothing(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(commands_main, "DELAY", 1e9)
    for arguments in (["score"], ["score", "key", "response"], ["score", "-j", "2"], ["check", "."]):
        assert main(arguments) in (0, 1)
    assert terminal.getvalue() == ""
