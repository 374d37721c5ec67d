"""The commands that list rules, tasks and options."""

import pytest

from keytally.commands.main import main
from keytally.families import registry


def test_each_rule_is_listed_and_has_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(registry.rules())
    for name in registry.rules():
        assert main(["rule", name]) == 0
        assert capsys.readouterr().out.startswith(f"# {name}\n")


def test_each_task_is_listed_and_has_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(registry.tasks())
    for name in registry.tasks():
        assert main(["options", name]) == 0
        out = capsys.readouterr().out
        assert all(f"{option}=" in out for option in registry.options_of(name).table), name
        assert max(map(len, out.splitlines())) <= 120


@pytest.mark.parametrize("command", ["score", "compare", "errors", "report", "agreement", "merge"])
def test_help_lists_the_options_of_a_task(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    for task in (["--task", "spans"], ["--task=spans"]):
        assert main([command, *task, "--help"]) == 0
        out = " ".join(capsys.readouterr().out.split())
        names = ", ".join(sorted(registry.options_of("spans").table))
        assert f"options of spans for -O: {names} (keytally options spans describes them)" in out
    assert main([command, "--task", "qqq", "--help"]) == 0
    assert "options of" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["rule", "text-alterd"], "unknown rule 'text-alterd'; did you mean text-altered?"),
        (["rule", "qqq"], "unknown rule 'qqq'; run keytally rule to list all rules"),
        (["options", "named-entity"], "unknown task 'named-entity'; did you mean named_entity?"),
        (["options", "qqq"], "unknown task 'qqq'; run keytally tasks to list all tasks"),
    ],
)
def test_an_unknown_name_is_one_line(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"keytally: {line}\n")
