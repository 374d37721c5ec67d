"""The command reads what project files name in their folder or repository, and where `--allow` says so."""

import itertools
from pathlib import Path
from typing import Any

import pytest

import keytally
from keytally.commands.main import main
from keytally.runs import files
from tests.faulty_files import DESCRIPTIONS, PARTS, fill, link_that_leads_out, project, swap_at_open

CONFIG = Path("inner/ne.config")
NAMES = ":scoring_task named_entity\n:key_file {key}\n:response_file ../response\n"
DEFINITIONS = (
    ':class_defs "enamex enamex scored 0"\n:slot_defs "enamex text text scored 4 string"\n'
    '            "enamex type type scored 4 set"\n'
)
TOML = '[[pair]]\ntask = "named_entity"\nkey = "../key"\nresponses = ["../response"]\n'
OUTSIDE = "is outside the workspace and is not read; to allow its directory"


@pytest.fixture
def inner(workspace: Path) -> Path:
    """A folder below the current one, whose project files name files above it."""
    (workspace / "inner").mkdir()
    (workspace / "inner" / "ne.config").write_text(NAMES.format(key="../key") + DEFINITIONS)
    return workspace / "inner"


def test_a_configuration_is_refused_at_the_line_of_each_name(
    inner: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(CONFIG)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.split(OUTSIDE)[0] for line in lines] == [
        "keytally: inner/ne.config:2: '../key' ",
        "keytally: inner/ne.config:3: '../response' ",
    ]
    assert main(["score", str(CONFIG), "--allow", "."]) == 0
    assert keytally.score_configuration(CONFIG, allow=["."]).headline == 75.0


def test_a_repository_is_one_workspace(inner: Path) -> None:
    (inner.parent / ".git").mkdir()
    assert main(["score", str(CONFIG)]) == 0


def test_what_the_person_names_with_an_option_is_read(
    inner: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(CONFIG), "-O", "key_file=../response"]) == 2
    assert [line.split(OUTSIDE)[0] for line in capsys.readouterr().err.splitlines()] == [
        "keytally: inner/ne.config:3: '../response' "
    ]
    assert main(["score", str(CONFIG), "-O", "key_file=./../key", "-O", "response_file=./../key"]) == 2
    options = ["-O", "muc_base_directory=../inner/"]
    assert main(["score", str(CONFIG), *options]) == 2


def test_a_name_that_is_too_long_is_one_line(inner: Path, capsys: pytest.CaptureFixture[str]) -> None:
    CONFIG.write_text(
        NAMES.replace("../response", "response").format(key="n" * 300) + DEFINITIONS, encoding="utf-8"
    )
    (inner / "response").write_text("")
    assert main(["score", str(CONFIG)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("keytally: inner/ne.config:2: the file 'nnn")
    assert line.endswith("nnn' cannot be read: File name too long")


def test_check_finds_the_names_in_project_files(inner: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (inner / "keytally.toml").write_text(TOML)
    assert main(["check", "--format", "concise", "inner"]) == 1
    places = [line.partition("[outside-workspace] ")[0] for line in capsys.readouterr().out.splitlines()]
    assert places == [
        "inner/keytally.toml:3:7: error",
        "inner/ne.config:2:11: error",
        "inner/ne.config:3:16: error",
    ]
    assert main(["check", "inner", "--allow", "."]) == 0
    assert keytally.check("inner", allow=["."]) == []


def test_pairs_are_those_within_reach(inner: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (inner / "keytally.toml").write_text(TOML)
    assert main(["pairs", "inner"]) == 1
    out, errors = capsys.readouterr()
    assert out == "No pairs in inner\n"
    assert errors.count(OUTSIDE) == 2
    assert main(["pairs", "inner", "--allow", "."]) == 0
    assert "found by  keytally.toml, line 1" in capsys.readouterr().out


def test_the_project_is_scored_within_reach(
    inner: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (inner / "keytally.toml").write_text(TOML)
    monkeypatch.chdir(inner)
    assert main(["score"]) == 2
    assert "keytally.toml:3:7: '../key' is outside" in capsys.readouterr().err
    assert main(["score", "--allow", ".."]) == 0


def test_a_file_that_is_given_is_allowed_with_its_folder(
    inner: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (inner / "keytally.toml").write_text(TOML + 'options = { ne_overlap = "exact" }\n')
    (inner / "response").write_bytes((inner.parent / "response").read_bytes())
    assert main(["score", "key", "inner/response", "--format", "json"]) == 0
    assert capsys.readouterr().err == ""


def test_what_is_allowed_is_a_folder(inner: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pairs", "inner", "--allow", "nowhere"]) == 2
    assert "'nowhere' is not a directory" in capsys.readouterr().err


def test_a_single_folder_may_be_allowed_as_a_string(inner: Path) -> None:
    (inner / "keytally.toml").write_text(TOML)
    for allow, count in (("/nowhere", 1), (str(inner.parent), 0)):
        assert len(keytally.check(inner / "keytally.toml", allow=allow)) == count
    with pytest.raises(keytally.KeytallyError, match=OUTSIDE):
        keytally.score_configuration(CONFIG, allow="/nowhere")


def test_a_link_that_is_changed_while_the_project_is_scored_reads_nothing_outside(
    inner: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("inner", "response"):
        (inner / name).write_bytes((inner.parent / "key").read_bytes())
    (inner / "key").symlink_to(inner / "inner")
    (inner / "keytally.toml").write_text(TOML.replace("../", ""))
    monkeypatch.chdir(inner)
    assert main(["score"]) == 0
    read = files.regular_bytes

    def swapped(path: Path, **more: Any) -> bytes:
        with monkeypatch.context() as context:
            if path.name == "key":
                swap_at_open(context, path, inner.parent / "key", inner / "inner")
            return read(path, **more)

    monkeypatch.setattr(files, "regular_bytes", swapped)
    capsys.readouterr()
    assert main(["score"]) == 2
    out, errors = capsys.readouterr()
    assert out == "" and "keytally: key: it is outside the workspace\n" in errors


@pytest.mark.parametrize("kind", DESCRIPTIONS)
def test_a_description_whose_link_is_changed_while_it_is_opened_is_not_read(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The place is asked for of what was opened: the name led into the folder before and after."""
    folder = tmp_path / "inner"
    folder.mkdir()
    monkeypatch.chdir(folder)
    fill(folder)
    part = PARTS[kind]
    (folder / "keytally.toml").write_text(project(part, link_that_leads_out(monkeypatch, folder, kind)))
    for arguments in (["score"], ["check"], ["score", "--task", part.task, part.key, part.response]):
        assert main(arguments) in (1, 2), arguments
        output = capsys.readouterr()
        assert "it is outside the workspace" in output.out + output.err, arguments
        assert "Secret" not in output.out + output.err


def test_a_file_that_a_check_has_found_is_asked_for_its_place_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    (tmp_path / "secret").write_text("<DOC>\n<DOCNO> Secret </DOCNO>\n<Secret>\n</DOC>\n")
    (folder / "inside").write_text(DESCRIPTIONS["texts"])
    link = folder / "link"
    link.symlink_to(folder / "inside")
    assert main(["check", str(folder)]) == 0
    swap_at_open(monkeypatch, link, tmp_path / "secret", folder / "inside")
    assert main(["check", str(folder)]) == 2
    output = capsys.readouterr()
    assert "inner/link: it is outside the workspace" in output.err
    assert "Secret" not in output.out + output.err
    assert main(["check", str(link)]) == 1


ADJUDICATION = """[[adjudication]]
task = "{task}"
gold = "gold"
annotators = {{ anna = "{anna}", ben = "{ben}" }}
{stated}
"""


@pytest.mark.parametrize("kind", ["texts", "configuration", "bnf"])
def test_nor_is_one_that_annotators_share(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    monkeypatch.chdir(folder)
    fill(folder)
    part = PARTS[kind]
    if kind == "bnf":
        for name in (part.key, part.response):
            (folder / name).write_text('<ORGANIZATION-1-1> :=\n\tNAME: "x"\n')
    stated = part.stated.format(link_that_leads_out(monkeypatch, folder, kind))
    table = ADJUDICATION.format(task=part.task, anna=part.key, ben=part.response, stated=stated)
    given = ["--task", part.task, part.key, part.response]
    runs = [(table, []), (project(part, "link"), given)]
    commands = ["merge", "agreement"] if kind != "texts" else ["merge"]
    for (toml, arguments), command in itertools.product(runs, commands):
        (folder / "keytally.toml").write_text(toml)
        assert main([command, *arguments]) in (1, 2), (command, arguments)
        output = capsys.readouterr()
        assert "it is outside the workspace" in output.out + output.err, (command, arguments)
        assert "Secret" not in output.out + output.err


def test_a_description_that_a_person_names_may_lie_anywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    monkeypatch.chdir(folder)
    fill(folder)
    (folder / "keytally.toml").write_text(project(PARTS["ontology"], "own.json"))
    for name in ("own.json", "../other.json"):
        (folder / name).write_text(DESCRIPTIONS["ontology"])
    (folder / "link.json").symlink_to(tmp_path / "other.json")
    for name in ("../other.json", "link.json"):
        assert main(["score", "--task", "cpa-slots", "key", "response", "-O", f"ontology={name}"]) == 0
        assert "outside" not in capsys.readouterr().err
