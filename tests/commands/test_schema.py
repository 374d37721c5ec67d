"""`keytally schema` prints the JSON Schemas."""

import json

import pytest

from keytally.commands.main import main
from keytally.project.schemas import DOCUMENTS, NAMES, schema_file_name
from tests.house.tracked import CHECKOUT

FOLDER = CHECKOUT / "docs" / "schemas"


def test_without_a_name_it_lists_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema"]) == 0
    assert capsys.readouterr().out.split() == [*NAMES]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_it_prints_the_schema_of_a_document(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", name]) == 0
    assert capsys.readouterr().out == (FOLDER / schema_file_name(name)).read_text(encoding="utf-8")


def test_it_prints_that_of_the_project_file_as_it_is_generated(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "keytally.toml"]) == 0
    generated = (FOLDER / "keytally.toml.schema.json").read_text(encoding="utf-8")
    assert json.loads(capsys.readouterr().out) == json.loads(generated)


def test_there_is_a_name_for_each_schema() -> None:
    assert {schema_file_name(name) for name in NAMES} == {path.name for path in FOLDER.iterdir()}


def test_another_name_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "scores"]) == 2
    assert capsys.readouterr().err == "keytally: unknown schema 'scores'; did you mean score?\n"
    assert main(["schema", "xyz"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("keytally: unknown schema 'xyz'; available schemas: keytally.toml, score, ")
