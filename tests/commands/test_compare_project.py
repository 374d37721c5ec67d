"""`keytally compare` without files: the responses of each key of a project."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main

DOCUMENT = "<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n{} met {} staff\n</TXT>\n</DOC>\n"
ANN, MUSEUM = '<ENAMEX TYPE="PERSON">Ann</ENAMEX>', '<ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX>'
RIGHT, HALF, WRONG = (ANN, MUSEUM), (ANN, "Orrin Museum"), ("Ann", "Orrin Museum")
SYSTEMS = {
    "key": [RIGHT] * 4,
    "good": [RIGHT] * 3 + [HALF],
    "fair": [RIGHT, *[HALF] * 3],
    "poor": [HALF, *[WRONG] * 3],
}
PAIR = '[[pair]]\ntask = "named_entity"\nkey = "{}"\nresponses = {}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a key of three responses, one of two, and one of one."""
    for name, documents in SYSTEMS.items():
        pages = "".join(DOCUMENT.format(number, *tags) for number, tags in enumerate(documents, 1))
        (tmp_path / name).write_text(pages)
    (tmp_path / "key-2").write_text((tmp_path / "key").read_text())
    (tmp_path / "key-3").write_text((tmp_path / "key").read_text())
    pairs = [
        PAIR.format("key", '["fair", "good", "poor"]'),
        PAIR.format("key-2", '["good", "poor"]'),
        PAIR.format("key-3", '["good"]'),
    ]
    (tmp_path / "keytally.toml").write_text("".join(pairs))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_key_with_several_responses_has_a_leaderboard(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare"]) == 0
    out, errors = capsys.readouterr()
    titles = [line for line in out.splitlines() if "systems over" in line]
    assert titles == [
        "key: P&R of 3 systems over 4 documents; randomisation, all swaps enumerated",
        "key-2: P&R of 2 systems over 4 documents; randomisation, all swaps enumerated",
    ]
    assert errors == ""


def test_json_has_what_a_comparison_of_one_key_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--format", "json", "--baseline", "fair"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["uncompared"] == []
    first, second = found["comparisons"]
    one = keytally.compare("key", ["fair", "good", "poor"], task="named_entity", baseline="fair").values
    assert first == {"key": "key", **one}
    assert (second["key"], second["baseline"]) == ("key-2", "good")


def test_the_output_is_the_same_for_any_number_of_processes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "key-2").write_text("nothing")
    assert main(["compare"]) == 2
    alone = capsys.readouterr()
    assert main(["compare", "-j", "2"]) == 2
    assert capsys.readouterr() == alone


def test_the_same_from_python(folder: Path) -> None:
    found = keytally.compare_project(folder)
    assert [(each.key, each.task) for each in found] == [("key", "named_entity"), ("key-2", "named_entity")]
    assert found[1].result is not None
    assert found[1].result.values == keytally.compare("key-2", ["good", "poor"]).values


def test_pairs_that_are_scored_otherwise_are_not_compared(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = [PAIR.format("key", '["fair", "good"]'), PAIR.format("key", '["poor"]')]
    (folder / "keytally.toml").write_text(f'{pairs[0]}{pairs[1]}options = {{ ne_overlap = "exact" }}\n')
    assert main(["compare", "--format", "json"]) == 0
    [found] = json.loads(capsys.readouterr().out)["comparisons"]
    assert [system["name"] for system in found["systems"]] == ["good", "fair"]


def test_what_cannot_be_compared_leaves_the_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "key-2").write_text("nothing")
    assert main(["compare", "--format", "json"]) == 2
    out, errors = capsys.readouterr()
    problem = "key-2: contains no document with a number; is this the right file?"
    found = json.loads(out)
    assert found["uncompared"] == [{"key": "key-2", "task": "named_entity", "problems": [problem]}]
    assert [each["key"] for each in found["comparisons"]] == ["key"]
    assert errors == f"keytally: {problem}\n"


def test_a_condition_is_held_against_each_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--baseline", "good", "--fail-if", "f < baseline - 20"]) == 1
    assert [line.split()[1] for line in capsys.readouterr().err.splitlines()] == ["poor:", "poor:"]


@pytest.mark.parametrize(
    ("arguments", "stated", "problem"),
    [
        ([], PAIR.format("key", '["good"]'), "no key of the project has two comparable responses"),
        (["--baseline", "none"], "", "the baseline none is not among the responses to compare"),
        (["--task", "named_entity"], "", "--task applies to a single key; specify the key and its responses"),
        (["-O", "ne_overlap=exact"], "", "-O applies to a single key; specify the key and its responses"),
        (["--config", "muc6-ne"], "", "--config applies to a single key; specify the key and its responses"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], stated: str, problem: str
) -> None:
    if stated:
        (folder / "keytally.toml").write_text(stated)
    assert main(["compare", *arguments]) == 2
    out, errors = capsys.readouterr()
    assert out == "" and errors.startswith(f"keytally: {problem}") and errors.count("\n") == 1
