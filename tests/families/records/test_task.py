"""The task on files: figures of the receipts of CORD, its output, detection and speed."""

import json
import os
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main

DATA = Path(os.environ.get("KEYTALLY_DATA", Path(__file__).parents[4] / "shared" / "data")) / "records"
EXAMPLE = Path(__file__).parents[3] / "examples" / "records"

corpora = pytest.mark.skipif(not DATA.is_dir(), reason="needs the shared corpora")


@pytest.mark.corpora
@corpora
def test_cord() -> None:
    """An independent program gives the same counts for these 50 receipts."""
    folder = DATA / "cord"
    result = keytally.score(folder / "key.jsonl", folder / "response.jsonl", options={"compare": "exact"})
    totals = result.values["totals"]
    assert (totals["cor"], totals["inc"], totals["mis"], totals["spu"]) == (480, 81, 63, 84)
    assert (round(totals["f"], 2), round(totals["rec"], 2), round(totals["pre"], 2)) == (75.65, 76.92, 74.42)
    assert round(totals["err"], 2) == 32.2


@pytest.mark.corpora
@corpora
@pytest.mark.parametrize("name", ["10kq", "credit_agreement"])
def test_other_corpora(name: str) -> None:
    """A key scores 100 against itself, and the schema's metrics without a counterpart are named."""
    folder = DATA / name
    options = {"schema": str(folder / "schema.json")}
    assert keytally.score(folder / "key.jsonl", folder / "key.jsonl", options=options).headline == 100
    result = keytally.score(folder / "key.jsonl", folder / "response1.jsonl", options=options)
    assert any("no deterministic counterpart" in warning for warning in result.warnings)
    assert 0 < result.headline < 100


@pytest.mark.corpora
@corpora
@pytest.mark.parametrize("name", ["claude", "gemini", "gpt"])
def test_schema_by_document(name: str) -> None:
    folder = DATA / "docubench"
    options = {"schema": str(folder / "schemas")}
    result = keytally.score(folder / "key.jsonl", folder / f"{name}.jsonl", options=options)
    assert len(result.values["documents"]) == 17
    assert 85 < result.headline < 95


def test_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert main(["score", "key.jsonl", "response.jsonl", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["task"] == "records"
    assert report["lists"] == {"items[]": {"aligned": 5, "missing": 1, "spurious": 1, "correct": 4}}
    assert report["correct_documents"] == 0
    assert report["fields"]["items[].price"]["cor"] == 4


def test_verbose(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    assert main(["score", "key.jsonl", "response.jsonl", "-v"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  INC  items[].price     3.50        | 7.00" in lines
    assert lines[-1].startswith("keytally:")


def test_folder(tmp_path: Path) -> None:
    """A directory has a file for each document; the other side may be one file."""
    (tmp_path / "gold").mkdir()
    (tmp_path / "gold" / "a.gold.json").write_text('{"x": 1, "y": "b"}', encoding="utf-8")
    (tmp_path / "gold" / "b.json").write_text('{"x": 2}', encoding="utf-8")
    (tmp_path / "r.jsonl").write_text('{"id": "a", "x": 1}\n{"id": "b", "x": "2"}\n', encoding="utf-8")
    result = keytally.score(tmp_path / "gold", tmp_path / "r.jsonl", task="records")
    assert (result.values["totals"]["cor"], result.values["totals"]["mis"]) == (2, 1)


def test_fields_of_the_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong comparators in keytally.toml are findings there."""
    for name in ("key.jsonl", "response.jsonl"):
        (tmp_path / name).write_text('{"id": "1", "x": 1}\n', encoding="utf-8")
    pair = '[[pair]]\ntask = "records"\nkey = "key.jsonl"\nresponses = ["response.jsonl"]\n'
    (tmp_path / "keytally.toml").write_text(f'{pair}[pair.fields]\nx = "fuzzy"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    main(["check", "keytally.toml"])
    assert "unknown comparator 'fuzzy'" in capsys.readouterr().out
