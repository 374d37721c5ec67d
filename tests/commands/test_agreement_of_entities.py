"""`keytally agreement` for files with annotations, given one by one or stated in keytally.toml."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from keytally.commands.main import CANNOT_RUN, main
from tests.adjudication.agreement.annotated_files import file_of

FILES = {
    "anna": file_of("P:Ida_Wren met O:Orrin .", "In L:Brill it rained ."),
    "ben": file_of("P:Ida_Wren met P:Orrin .", "In Brill it rained ."),
    "cy": file_of("P:Ida_Wren met O:Orrin ."),
}

TABLE = """
[[adjudication]]
task = "named_entity"
gold = "gold.sgml"
annotators = { anna = "anna.sgml", ben = "ben.sgml", cy = "cy.sgml" }
done = { ben = ["1"] }
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git").mkdir()
    for name, text in FILES.items():
        (tmp_path / f"{name}.sgml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *arguments: str, status: int = 0) -> str:
    assert main(["agreement", *arguments]) == status
    return capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_text(capsys: Captured) -> None:
    page = run(capsys, "--task", "named_entity", "anna.sgml", "ben.sgml")
    assert page == PAGE
    assert run(capsys, "anna.sgml", "ben.sgml") == page


PAGE = """\
named_entity: 2 annotators, 2 documents annotated by at least two

F in percent (row: the key, column: the response)
             anna.sgml  ben.sgml
  anna.sgml          -     60.00
  ben.sgml       60.00         -

Coefficients (number of items in parentheses)
                                         all
  Cohen's kappa                   0.615 (10)
  Fleiss' kappa                   0.608 (10)
  Krippendorff's alpha, tokens    0.627 (10)
  Krippendorff's alpha-U           0.572 (5)
  Krippendorff's alpha, entities   0.167 (3)
  item: token of the text, with its type or none [Cohen's kappa; Fleiss' kappa; Krippendorff's alpha, tokens]
  item: span of text with its type [Krippendorff's alpha-U]
  item: entity marked by at least one annotator, with each annotator's value or none \
[Krippendorff's alpha, entities]

Most frequent confusions
      1  entity: LOCATION by anna.sgml, nothing by ben.sgml
      1  entity: ORGANIZATION by anna.sgml, PERSON by ben.sgml

2 disagreements
  1 entity Orrin
    anna.sgml:4:45: ENAMEX TYPE=ORGANIZATION
    ben.sgml:4:45: ENAMEX TYPE=PERSON
  2 entity Brill
    anna.sgml:10:4: ENAMEX TYPE=LOCATION
    ben.sgml: nothing
"""


@pytest.mark.usefixtures("folder")
def test_a_long_text_has_the_parts_of_f_and_all_that_is_known_of_coefficients(capsys: Captured) -> None:
    page = run(capsys, "--task", "named_entity", "anna.sgml", "ben.sgml", "-v")
    head, rest = PAGE.split("Coefficients (number of items in parentheses)")
    assert page == head + PARTS + rest[rest.index("Most frequent confusions") :]


PARTS = """\
Document: F in percent, the mean of both directions
     anna.sgml, ben.sgml
  1                75.00
  2                 0.00

Class: F in percent, the mean of both directions
          anna.sgml, ben.sgml
  enamex                80.00

Slot: F in percent, the mean of both directions
               anna.sgml, ben.sgml
  enamex type                40.00
  enamex text                80.00

Type: F in percent, the mean of both directions
                            anna.sgml, ben.sgml
  enamex type organization                 0.00
  enamex type person                      75.00
  enamex type location                     0.00

Coefficients
  Cohen's kappa = 0.615
    10 items: token of the text, with its type or none
  Fleiss' kappa = 0.608
    10 items: token of the text, with its type or none, in the documents that all annotators have finished
  Krippendorff's alpha, tokens = 0.627
    10 items: token of the text, with its type or none
  Krippendorff's alpha-U = 0.572
    5 items: span of text with its type, in 2 documents with 132 characters in total
  Krippendorff's alpha, entities = 0.167
    3 items: entity marked by at least one annotator, with each annotator's value or none; unmarked text is \
not an item, so chance agreement is only a convention here

"""


def test_a_reason_is_told_once_for_all_pairs(folder: Path, capsys: Captured) -> None:
    for name in ("anna", "ben", "cy"):
        (folder / f"{name}.sgml").write_text(file_of("nothing here ."), encoding="utf-8")
    page = run(capsys, "--task", "named_entity", "anna.sgml", "ben.sgml", "cy.sgml")
    (told,) = [line for line in page.splitlines() if "undefined: " in line and "Cohen" in line]
    assert page.count(told.partition("[")[0]) == 1 and told.count("Cohen's kappa") == 1


@pytest.mark.usefixtures("folder")
def test_json_has_the_members_of_every_agreement(capsys: Captured) -> None:
    values = json.loads(run(capsys, "--task", "named_entity", "anna.sgml", "ben.sgml", "--format", "json"))
    assert {"task", "annotators", "pairs", "coefficients", "disagreements"} <= values.keys()
    assert values["annotators"] == ["anna.sgml", "ben.sgml"]
    assert {"a", "b", "f"} <= values["pairs"][0].keys()
    assert all({"name", "value", "items", "item"} <= each.keys() for each in values["coefficients"])


@pytest.mark.usefixtures("folder")
def test_csv_is_one_table(capsys: Captured) -> None:
    lines = run(capsys, "--task", "named_entity", "anna.sgml", "ben.sgml", "--format", "csv").splitlines()
    rows = list(csv.DictReader(lines))
    assert {row["of"] for row in rows} == {"named_entity"}
    assert rows[0] == {
        "of": "named_entity",
        "table": "f",
        "name": "f",
        "a": "anna.sgml",
        "b": "ben.sgml",
        "value": "60.0",
        "items": "2",
        "note": "documents",
    }
    tables = dict.fromkeys(row["table"] for row in rows)
    assert list(tables) == [
        *("f", "f by documents", "f by classes", "f by slots", "f by types"),
        *("coefficient", "confusion", "disagreement"),
    ]


def stated(folder: Path, capsys: Captured, text: str = TABLE, *arguments: str) -> Any:
    (folder / "keytally.toml").write_text(text, encoding="utf-8")
    return json.loads(run(capsys, "--format", "json", *arguments))


def test_annotators_of_the_nearest_project_file(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "below").mkdir()
    monkeypatch.chdir(folder / "below")
    found = stated(folder, capsys)
    (values,) = found["adjudications"]
    assert values["annotators"] == ["anna", "ben", "cy"]
    assert values["documents"] == ["1"]
    assert values["notes"] == [
        "ben has not finished 1 of 2 documents: 2",
        "cy has not finished 1 of 2 documents: 2",
    ]
    assert found["unmeasured"] == []


def test_a_table_that_cannot_be_measured_does_not_hide_the_others(folder: Path, capsys: Captured) -> None:
    (folder / "other.sgml").write_text(file_of("a", first=9), encoding="utf-8")
    other = 'annotators = { x = "other.sgml", anna = "anna.sgml" }\n'
    text = f'{TABLE}[[adjudication]]\ntask = "named_entity"\ngold = "gold2.sgml"\n{other}'
    (folder / "keytally.toml").write_text(text, encoding="utf-8")
    found = json.loads(run(capsys, "--format", "json", status=CANNOT_RUN))
    assert [each["name"] for each in found["adjudications"]] == ["gold.sgml"]
    (unmeasured,) = found["unmeasured"]
    assert unmeasured["name"] == "gold2.sgml"
    assert unmeasured["problems"][-1].startswith("no document is in more than one file")


def test_an_annotator_without_a_file_is_told_and_the_others_are_measured(
    folder: Path, capsys: Captured
) -> None:
    text = TABLE.replace("cy.sgml", "no.sgml") + "[[pair]]\n"
    (folder / "keytally.toml").write_text(text, encoding="utf-8")
    assert main(["agreement"]) == CANNOT_RUN
    told = capsys.readouterr()
    assert told.out.startswith("gold.sgml\nnamed_entity: 2 annotators")
    assert "keytally: keytally.toml:5:59: the file 'no.sgml' does not exist\n" in told.err
    assert "keytally: warning: keytally.toml:7:3: " in told.err


def test_mistakes_of_other_tables_are_warnings(folder: Path, capsys: Captured) -> None:
    (folder / "keytally.toml").write_text(f"{TABLE}[[pair]]\n", encoding="utf-8")
    run(capsys)


def test_tables_of_one_task(folder: Path, capsys: Captured) -> None:
    (folder / "keytally.toml").write_text(TABLE, encoding="utf-8")
    assert main(["agreement", "--task", "m2"]) == CANNOT_RUN
    assert "no annotators for the task m2 are declared here" in capsys.readouterr().err


def test_text_of_stated_tables_begins_with_the_gold(folder: Path, capsys: Captured) -> None:
    (folder / "keytally.toml").write_text(TABLE, encoding="utf-8")
    page = run(capsys)
    assert page.startswith("gold.sgml\nnamed_entity: 3 annotators, 1 document annotated by at least two\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "no annotators are declared here; specify the annotators' files, or declare them in an"),
        (["junk.sgml", "ben.sgml"], "junk.sgml: cannot infer the task from the key; use --task TASK"),
        (["anna.sgml"], "specify one file per annotator; agreement needs at least two"),
        (["--config", "muc6-ne"], "--config needs FILE arguments"),
        (["--task", "named_entity", "anna.sgml"], "specify one file per annotator; agreement needs at least"),
        (["--task", "named_entity", "anna.sgml", "no.sgml"], "no.sgml: no such file"),
        (["--task", "named_entity", "anna.sgml", "empty.sgml"], "empty.sgml: the file is empty"),
        (
            ["--task", "named_entity", "anna.sgml", "junk.sgml"],
            "junk.sgml: contains no document of this task",
        ),
        (["--task", "named_entity", "anna.sgml", "anna.sgml"], "anna.sgml: this file is specified twice"),
        (["--task", "named_entity", "anna.sgml", "ben.sgml", "-O", "x=y"], "named_entity has no option 'x'"),
        (["--task", "named_entitty", "anna.sgml", "ben.sgml"], "unknown task 'named_entitty'"),
    ],
)
def test_what_cannot_be_compared_is_told_in_one_line(
    folder: Path, arguments: list[str], problem: str, capsys: Captured
) -> None:
    (folder / "empty.sgml").write_text("", encoding="utf-8")
    (folder / "junk.sgml").write_text("junk\n", encoding="utf-8")
    assert main(["agreement", *arguments]) == CANNOT_RUN
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[-1].startswith(f"keytally: {problem}")


def test_notes_are_warnings(folder: Path, capsys: Captured) -> None:
    (folder / "cy.sgml").write_text(FILES["ben"].replace("rained", "poured"), encoding="utf-8")
    assert main(["agreement", "--task", "named_entity", "anna.sgml", "cy.sgml"]) == 0
    told = "cy.sgml: 1 document has a different text from anna.sgml and is left out: 2"
    assert capsys.readouterr().err == f"keytally: warning: {told}\n"
