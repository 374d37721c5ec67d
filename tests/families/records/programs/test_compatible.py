"""The option `compatible`: the command prints the figures of a program."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import keytally
from keytally.commands.main import main
from tests.families.records.programs.data import DOCUBENCH, SHARED, assert_close, needs_records

EXAMPLE = Path(__file__).parents[4] / "examples" / "records"
SYSTEMS = ("claude", "docupipe_high", "docupipe_standard", "extend", "gemini", "gpt")

KEY = [
    {"id": "1", "shop": "Corner Shop", "note": None, "items": [{"name": "tea", "price": 2.5}]},
    {"id": "2", "shop": {"$any": ["Café", "Cafe"]}, "items": [{"name": "bun", "price": {"$optional": 1}}]},
]
RESPONSE = [
    {"id": "1", "shop": "corner shop.", "note": None, "items": [{"name": "tea", "price": "$2.50"}]},
    {"id": "2", "shop": "Café", "items": []},
]
TEXT = {"type": "string"}
SCHEMA = {
    "type": "object",
    "properties": {
        "shop": TEXT,
        "note": {"type": ["string", "null"]},
        "items": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": TEXT, "price": {"type": "number"}}},
        },
    },
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, records in (("key", KEY), ("response", RESPONSE)):
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        (tmp_path / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _json(capsys: pytest.CaptureFixture[str], *arguments: str, command: str = "score") -> dict[str, Any]:
    capsys.readouterr()
    assert main([command, "--format", "json", *arguments]) == 0
    return dict(json.loads(capsys.readouterr().out))


def _text(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    capsys.readouterr()
    assert main(["score", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@needs_records
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_command_equals_the_programs(
    system: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(DOCUBENCH)
    expected = json.loads(Path("expected.json").read_text(encoding="utf-8"))[system]["documents"]
    arguments = ("key.jsonl", f"{system}.jsonl", "-O", "schema=schemas", "-O")
    every = _json(capsys, *arguments, "compatible=all")["program"]["programs"]
    for program in ("docubench", "omni", "extractbench"):
        report = _json(capsys, *arguments, f"compatible={program}")
        assert report["program"] == every[program]
        found, compared = report["program"], 0
        for name, each in expected.items():
            wanted = {"final": each[program]} if program == "docubench" else dict(each[program])
            if "v_correct" in wanted:
                wanted["correct_cells"] = wanted.pop("v_correct")
            if wanted.get("final", 0) is not None:
                compared += assert_close(found["documents"][name], wanted, (system, name))
        assert compared >= 16
        measure = {"docubench": "final", "omni": "accuracy", "extractbench": "f1"}[program]
        scores = [each[measure] for each in found["documents"].values()]
        assert found["score"] == pytest.approx(sum(scores) / len(scores))
        assert found["name"] == program


@needs_records
def test_the_command_equals_kieval(capsys: pytest.CaptureFixture[str]) -> None:
    files = (str(SHARED / "cord" / "key.jsonl"), str(SHARED / "cord" / "response.jsonl"))
    program = _json(capsys, *files, "-O", "compatible=kieval")["program"]
    total = program["total.kieval"]
    counts = [total[name] for name in ("label", "exact_match", "wrong_match", "no_match")]
    assert counts == [624, 480, 81, 147]
    names = ("kieval_entity_f1", "macro_f1", "recall", "precision", "accuracy", "kieval_aligned")
    assert [round(total[name], 4) for name in names] == [0.7565, 0.4540, 0.7692, 0.7442, 0.6084, 0.6780]
    lines = _text(capsys, *files, "-O", "compatible=kieval")
    assert lines[-2] == "kieval kieval_entity_f1 0.7565  (50 documents)"


@pytest.mark.parametrize(
    ("program", "score"),
    [("kieval", 0.4), ("docubench", 0.5), ("omni", 2 / 3), ("extractbench", 0.5)],
)
def test_small_example(files: Path, capsys: pytest.CaptureFixture[str], program: str, score: float) -> None:
    options = ("key.jsonl", "response.jsonl", "-O", "schema=schema.json", "-O", f"compatible={program}")
    report = _json(capsys, *options)
    assert report["program"]["score"] == pytest.approx(score)
    assert set(report["program"]["documents"]) == {"1", "2"}
    assert report["totals"]["pos"] == 5


def test_all_programs_side_by_side(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("key.jsonl", "response.jsonl", "-O", "schema=schema.json", "-O", "compatible=all")
    lines = _text(capsys, *options)
    assert [line.split()[:2] for line in lines[:-1]] == [
        ["keytally", "F"],
        ["kieval", "kieval_entity_f1"],
        ["docubench", "final"],
        ["omni", "accuracy"],
        ["extractbench", "f1"],
    ]
    verbose = _text(capsys, *options, "-v")
    assert "a number is written as text: 1 value" in verbose
    place = "  1  items[0].price  2.5 | $2.50  (docubench wrong, omni correct, extractbench wrong)"
    assert verbose[verbose.index("a number is written as text: 1 value") + 1] == place
    found = _json(capsys, *options)["program"]
    assert {each["cause"] for each in found["disagreements"]} == {"null", "number", "folded"}


def test_a_program_without_a_schema_prints_the_reason(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "schema.json").unlink()
    options = ("key.jsonl", "response.jsonl", "-O", "compatible=omni")
    program = _json(capsys, *options)["program"]
    assert (program["score"], program["reason"]) == (None, "omni needs a schema")
    assert main(["score", *options]) == 0
    printed = capsys.readouterr()
    assert "omni: n/a: omni needs a schema" in printed.out
    assert "omni leaves out 2 of 2 documents; the first is 1: omni needs a schema" in printed.err


def test_nested_data_under_kieval(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nested = json.dumps({"id": "1", "a": {"b": {"c": 1}}})
    (files / "key.jsonl").write_text(nested, encoding="utf-8")
    lines = _text(capsys, "key.jsonl", "key.jsonl", "-O", "compatible=kieval", "--task", "records")
    assert lines[0] == "kieval: n/a: kieval cannot represent the nested data of a.b"


def test_the_headline_of_the_program_is_compared(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy("response.jsonl", "other.jsonl")
    options = ("-O", "schema=schema.json", "-O", "compatible=omni", "key.jsonl", "response.jsonl")
    compared = _json(capsys, *options, "other.jsonl", command="compare")
    assert [system["value"] for system in compared["systems"]] == pytest.approx([200 / 3] * 2)
    result = keytally.score("key.jsonl", "response.jsonl", options={"compatible": "omni"})
    assert result.headline == pytest.approx(200 / 3)
    live = result.live
    live.mark_stale(live.documents)
    live.work()
    assert live.headline() == result.headline


def test_documents_that_only_the_response_has_are_left_out(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "key.jsonl").write_text(f"{json.dumps(KEY[0])}\n", encoding="utf-8")
    options = ("key.jsonl", "response.jsonl", "-O", "schema=schema.json", "-O", "compatible=extractbench")
    assert set(_json(capsys, *options)["program"]["documents"]) == {"1"}


@pytest.mark.parametrize("program", ["kieval", "docubench", "omni", "extractbench", "all"])
def test_each_program_prints_the_example(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = (str(EXAMPLE / "key.jsonl"), str(EXAMPLE / "response.jsonl"), "-O", f"compatible={program}")
    lines = _text(capsys, *options)
    assert lines[-1].endswith(f"|compatible:{program}") or f"|compatible:{program}|" in lines[-1]
    assert len(_text(capsys, *options, "-v")) > len(lines)


def test_compare_shows_no_ratios_that_a_program_does_not_define(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Accuracy is neither recall nor precision; keytally's F is computed from both."""
    monkeypatch.chdir(EXAMPLE)
    heads = []
    for options in (["-O", "compatible=omni"], []):
        command = ["compare", "key.jsonl", "response.jsonl", "key.jsonl", *options]
        assert main([*command, "--task", "records", "--format", "csv"]) == 0
        heads.append(capsys.readouterr().out.splitlines()[0])
    assert heads[0] == "#,system,accuracy,95 %,'- response.jsonl,p,group"
    assert heads[1].startswith("#,system,F,95 %,REC,PRE,")
