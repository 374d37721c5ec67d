"""The help is laid out as argparse lays it out."""

import argparse

import pytest

from keytally.commands.main import COMMANDS, parser


@pytest.mark.parametrize("columns", ["60", "200", "", "0", "-3", "wide", "9" * 5000])
@pytest.mark.parametrize("name", ["", "score"])
def test_help_is_as_wide_as_argparse_makes_it(
    columns: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    whole = parser(name)
    own = whole.format_help()
    whole.formatter_class = argparse.HelpFormatter
    assert own == whole.format_help()


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_it(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit):
        parser(command).parse_args([command, "--help"])
    options = capsys.readouterr().out.partition("options:")[2]
    assert max(map(len, options.splitlines())) <= 60
