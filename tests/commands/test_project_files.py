"""`[tool.keytally]` of a pyproject.toml, and `--project FILE`."""

import shutil
from pathlib import Path

import pytest

from keytally.commands.main import main
from keytally.findings.finding import apply_edits
from keytally.project.adjudications import Adjudication
from keytally.project.discovery import discover
from keytally.project.reach import has_section
from keytally.project.toml_edits import mark_done_edits
from keytally.project.toml_file import read_project
from keytally.project.toml_values import load_toml
from tests.house.tracked import CHECKOUT

PYTHON = '[project]\nname = "corpus"\n\n'
LOOSE = 'options = { scoring_method = "key2key" }\n'


def shared(text: str) -> str:
    """A pyproject.toml with the content of a keytally.toml."""
    for name in ("pair", "adjudication"):
        text = text.replace(f"[[{name}]]", f"[[tool.keytally.{name}]]").replace(
            f"[{name}.", f"[tool.keytally.{name}."
        )
    return PYTHON + text.replace("[rules", "[tool.keytally.rules")


def moved(folder: Path) -> Path:
    """Turn the keytally.toml of a directory into a pyproject.toml."""
    own = folder / "keytally.toml"
    (folder / "pyproject.toml").write_text(shared(own.read_text()))
    own.unlink()
    return folder / "pyproject.toml"


@pytest.fixture
def ne(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of an example, which is the current directory."""
    place = tmp_path / "ne"
    shutil.copytree(examples / "named_entity", place)
    monkeypatch.chdir(place)
    return place


WORKSPACES = sorted(path.parent.name for path in (CHECKOUT / "examples").glob("*/keytally.toml"))


@pytest.mark.parametrize("name", WORKSPACES)
def test_a_pyproject_declares_what_a_keytally_toml_does(examples: Path, tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    shutil.copytree(examples / name, place)
    expected = discover(place)
    path = moved(place)
    found = discover(place)
    assert [pair._replace(origin="") for pair in found.pairs] == [
        pair._replace(origin="") for pair in expected.pairs
    ]

    def alike(each: Adjudication) -> Adjudication:
        return each._replace(origin="", stated_in=None)

    assert [*map(alike, found.adjudications)] == [*map(alike, expected.adjudications)]
    assert [*found.selections.values()] == [*expected.selections.values()]
    assert {*found.findings} == {path}


def test_a_pyproject_without_the_table_is_not_a_project_file(
    ne: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (ne / "keytally.toml").unlink()
    (ne / "pyproject.toml").write_text(PYTHON + "broken [ toml")
    assert main(["score"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["check"]) == 0
    capsys.readouterr()
    assert main(["check", "pyproject.toml"]) == 2
    assert "no table [tool.keytally]" in capsys.readouterr().err


def test_a_keytally_toml_takes_precedence(ne: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (ne / "pyproject.toml").write_text("[tool.keytally]\nnonsense = 1\n")
    assert main(["pairs"]) == 0
    out, errors = capsys.readouterr()
    assert "keytally.toml, line 1" in out
    assert errors == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.keytally.\n", "pyproject.toml:1:16: invalid TOML: "),
        ("[tool.keytally]\npair = [\n", "pyproject.toml:3:1: invalid TOML: "),
    ],
)
def test_a_syntax_error_is_one_line(
    ne: Path, text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (ne / "keytally.toml").unlink()
    (ne / "pyproject.toml").write_text(text)
    for line in (
        ["score"],
        ["score", "key.sgml", "response.sgml"],
        ["pairs"],
        ["errors"],
        ["check", "key.sgml"],
    ):
        assert main(line) == 2
        out, errors = capsys.readouterr()
        assert out == ""
        assert errors.startswith(f"keytally: {message}")
        assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            "[tool.keytally]\npair = 3\n",
            "2:8",
            "pair must be a list of tables that start with [[tool.keytally.pair]]",
        ),
        (
            "[tool.keytally]\nrules = 4\n",
            "2:9",
            "rules must be a table that starts with [tool.keytally.rules]",
        ),
        ("[tool.keytally]\nparis = 1\n", "2:1", "unknown key paris; did you mean pair?"),
        ("[tool]\nkeytally = 3\n", "2:12", "keytally must be a table that starts with [tool.keytally]"),
        ("[tool.keytally.rules]\nselect = 3\n", "2:10", "select must be a list of strings"),
        ('[[tool.keytally.pair]]\ntask = "x"\n', "2:8", "unknown task 'x'"),
    ],
)
def test_findings_have_their_place(
    ne: Path, text: str, place: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (ne / "pyproject.toml").write_text(text)
    main(["check", "pyproject.toml", "--format", "concise"])
    assert any(
        line.startswith(f"pyproject.toml:{place}: ") and message in line
        for line in capsys.readouterr().out.splitlines()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[tool.keytally]", True),
        ("[[tool.keytally.pair]]", True),
        ('[ "tool" . "keytally" ]', True),
        ("[tool]\nkeytally.rules = {}", True),
        ("[tool.keytally_other]", False),
        ('[project]\nname = "keytally"', False),
        ("# [tool.keytally]", False),
        ("", False),
    ],
)
def test_the_table_is_recognised(text: str, expected: bool) -> None:
    assert has_section(text) is expected


def test_entries_and_marks_are_written_into_the_table() -> None:
    text = PYTHON + (
        '[[tool.keytally.adjudication]]\ntask = "named_entity"\ngold = "gold.sgml"\n'
        'annotators = { anna = "anna.sgml", ben = "ben.sgml" }\n'
    )
    edits = mark_done_edits(text, ("tool", "keytally", "adjudication", 0), "ben", "2")
    assert edits
    values = load_toml(apply_edits(text, edits))
    assert isinstance(values, dict)
    assert values["tool"]["keytally"]["adjudication"][0]["done"] == {"ben": ["2"]}
    [entry] = read_project(apply_edits(text, edits), ("tool", "keytally")).adjudications
    assert entry.done == {"ben": ("2",)}


def test_fixes_of_a_pyproject_are_shown_and_not_written(ne: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "[tool.keytally]\nparis = []\n"
    (ne / "pyproject.toml").write_text(text)
    assert main(["check", "pyproject.toml", "--fix"]) == 1
    out, errors = capsys.readouterr()
    assert "unknown key paris; did you mean pair?" in out
    assert errors == "keytally: applied 0 fixes in 0 files\n"
    assert (ne / "pyproject.toml").read_text() == text
    main(["check", "pyproject.toml", "--diff"])
    assert "+pair = []" in capsys.readouterr().out


WRITING = [
    "report key.sgml response.sgml -o {file} --force",
    "merge key.sgml response.sgml --task named_entity -o {file} --force",
    "convert key.sgml --to spacy -o {file} --force",
    "score key.sgml response.sgml -o {file}",
    "check key.sgml -o {file}",
]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (name, line)
        for name in ("pyproject.toml", "PyProject.toml", "exp.toml")
        for line in WRITING
        if name != "exp.toml" or not line.startswith("convert")
    ],
)
def test_no_command_writes_over_a_project_file(
    ne: Path, line: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (ne / name).write_text(PYTHON)
    chosen: list[str] = []
    if name == "exp.toml":
        (ne / name).write_text((ne / "keytally.toml").read_text())
        chosen = ["--project", name]
    before = (ne / name).read_text()
    assert main([*line.format(file=name, folder=".").split(), *chosen]) == 2
    assert "project file" in capsys.readouterr().err
    assert (ne / name).read_text() == before


@pytest.mark.parametrize("place", ["exp.toml", "conf/exp.toml", "conf/pyproject.toml"])
def test_a_chosen_project_file_replaces_the_nearest(
    ne: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ne / "keytally.toml").read_text() + LOOSE
    (ne / ".git").mkdir()
    (ne / "conf").mkdir()
    if place.startswith("conf"):
        for start in ('= "key.', '["resp', '= "texts', '= "ne.'):
            text = text.replace(start, start.replace('"', '"../'))
    (ne / place).write_text(shared(text) if place.endswith("pyproject.toml") else text)
    assert main(["score", "key.sgml", "response.sgml"]) == 0
    usual = capsys.readouterr().out
    for more in ([], ["-j", "2"]):
        assert main(["score", "key.sgml", "response.sgml", "--project", place, *more]) == 0
        out, errors = capsys.readouterr()
        assert out != usual
        assert errors == ""
    assert main(["score", "key.sgml", "response.sgml"]) == 0
    assert capsys.readouterr().out == usual
    assert main(["pairs", "--project", place]) == 0
    out, errors = capsys.readouterr()
    assert (out.count("found by"), errors) == (1, "")
    assert "scoring_method = key2key" in out
    (ne / "response.sgml").write_text((ne / "response.sgml").read_text().replace('"PERSON"', "PERSON"))
    assert main(["check", "response.sgml", "--project", place]) == 1
    with (ne / place).open("a") as file:
        table = "tool.keytally.rules" if place.endswith("pyproject.toml") else "rules"
        file.write(f'[{table}]\nignore = ["unquoted-attribute"]\n')
    assert main(["check", "response.sgml", "--project", place]) == 0
    capsys.readouterr()
    for line in (["check"], ["errors"], ["score"], ["report", "-o", "page.html", "--force"]):
        assert main([*line, "--project", place]) == 0
        assert capsys.readouterr().err == ""


def test_names_in_a_chosen_project_file_stay_within_reach(
    ne: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (ne / "conf").mkdir()
    (ne / "conf" / "exp.toml").write_text(
        '[[pair]]\ntask = "named_entity"\nkey = "../key.sgml"\nresponses = ["../response.sgml"]\n'
    )
    assert main(["score", "--project", "conf/exp.toml"]) == 2
    assert "outside the workspace" in capsys.readouterr().err
    assert main(["score", "--project", "conf/exp.toml", "--allow", "."]) == 0


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.toml", None, "'none.toml' is not a file"),
        ("bad.toml", "task = \n", "bad.toml:1:8: invalid TOML"),
        ("pyproject.toml", PYTHON, "no table [tool.keytally]"),
    ],
)
def test_an_unusable_choice_is_one_line(
    ne: Path, name: str, text: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (ne / name).write_text(text)
    for line in (["score"], ["compare"], ["merge"], ["agreement"], ["pairs"]):
        assert main([*line, "--project", name]) == 2
        out, errors = capsys.readouterr()
        assert (out, errors.count("\n")) == ("", 1)
        assert message in errors
