"""The compatibility modes print what the programs print, to the byte."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from keytally.commands.main import main
from tests.families.template_json.programs import Sides, files_of, program_output
from tests.families.template_json.written import pairs

RECORDS = json.loads((Path(__file__).parent / "recorded.json").read_text(encoding="utf-8"))
TASKS = {"gtt": "template-filling", "grit": "role-filling"}


def printed(program: str, files: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> str:
    """What `keytally score` prints in the mode of the program."""
    capsys.readouterr()
    task = ["--task", TASKS[program], f"-Ocompatible={program}"]
    assert main(["score", *task, *map(str, files)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("program", TASKS)
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["name"])
def test_recorded(
    program: str, record: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The outputs of the programs, recorded on documents of our own."""
    sides: Sides = record["documents"]  # type: ignore[assignment]
    assert printed(program, files_of(program, sides, tmp_path), capsys) == record[program]


@pytest.mark.parametrize("program", TASKS)
@given(sides=pairs())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_program_itself(
    program: str, sides: Sides, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = files_of(program, sides, tmp_path)
    assert printed(program, files, capsys) == program_output(program, *files)
