"""Records as tables: written and read again, they are the same."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keytally
from keytally.commands.main import main
from keytally.families.interchange import RecordDocument
from keytally.families.records.tables import column_name, path_of, read_table, written_table

NAMES = st.sampled_from(["a", "b", "a.b", "x[]", '"q"', "n#", "[]", " s ", "id", "é", ""])
TEXTS = st.sampled_from(
    ["x", "007", "5", "true", "null", ' "q" ', '"', " ", "a,b\tc", "a\nb", "a\rb", "", "=1", "[1]"]
)
SCALARS = TEXTS | st.booleans() | st.none() | st.integers(-5, 5).map(Decimal) | st.just(Decimal("1.10"))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)
RECORDS = st.dictionaries(NAMES, VALUES, max_size=4)


def present(value: Any) -> Any:
    """A value without the parts that count as absent."""
    if isinstance(value, dict):
        kept = {name: present(each) for name, each in value.items()}
        return {name: each for name, each in kept.items() if each not in (None, "", [], {})} or None
    if isinstance(value, list):
        return [each for each in map(present, value) if each not in (None, "", [], {})] or None
    return value


@given(st.lists(RECORDS, min_size=1, max_size=3), st.sampled_from(",\t"))
def test_round_trip(records: list[Any], separator: str) -> None:
    documents = [RecordDocument(f"d{number}", record) for number, record in enumerate(records)]
    text, _ = written_table(documents, separator)
    read = read_table(text, "x", separator)
    assert not read.losses
    assert [each.name for each in read.documents] == [each.name for each in documents]
    for one, other in zip(documents, read.documents, strict=True):
        assert present(other.record) == present(one.record), text


@given(st.lists(NAMES | st.just("[]"), min_size=1, max_size=4))
def test_columns(path: list[str]) -> None:
    steps = tuple(path)
    assert path_of(column_name(("start", *steps))) is not None


def test_a_table_as_people_write_it() -> None:
    """Without numbers, each row is an item."""
    text = "id,date,items[].name,items[].price\n1,2024-01-05,tea,2.50\n,,bun,1\n2,,,\n"
    read = read_table(text, "x", ",")
    assert [each.record for each in read.documents] == [
        {
            "date": "2024-01-05",
            "items": [{"name": "tea", "price": Decimal("2.50")}, {"name": "bun", "price": Decimal(1)}],
        },
        {},
    ]


def test_faulty_columns() -> None:
    read = read_table("id,a,a,b..c,x\n1,2,3,4\n", "x", ",")
    assert [each.record for each in read.documents] == [{"a": Decimal(2)}]
    assert [loss.what for loss in read.losses] == [
        "the column a is repeated and is left out",
        "the column b..c is not the path of a field and is left out",
    ]


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = {
        "id": "r1",
        "total": 1.10,
        "note": None,
        "items": [{"name": "tea", "tags": ["a", "b"]}, {"name": "x"}],
    }
    Path("key.jsonl").write_text(f"{json.dumps(record)}\n", encoding="utf-8")
    assert main(["convert", "key.jsonl", "--to", "csv", "-o", "key.csv"]) == 0
    assert capsys.readouterr().err == "keytally: key.jsonl:1: null in note is left out\n"
    assert Path("key.csv").read_text(encoding="utf-8") == (
        "id,total,items[]#,items[].name,items[].tags[]\nr1,1.1,1,tea,a\nr1,,1,,b\nr1,,2,x,\n"
    )
    assert main(["convert", "key.csv", "--to", "records", "-o", "back.jsonl"]) == 0
    assert keytally.score("key.jsonl", "back.jsonl", task="records").headline == 100
    assert main(["convert", "key.csv", "--to", "records", "--strict", "--force", "-o", "back.jsonl"]) == 0


def test_records_that_cannot_be_read_are_losses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "key.jsonl"
    path.write_text('{"id": "a", "x": 1,}\n{"id": "a", "x": 2}\n{"id": "b", "x": [\n', encoding="utf-8")
    assert main(["convert", str(path), "--to", "tsv"]) == 0
    printed = capsys.readouterr()
    assert printed.out == "id\tx\na\t1\nb\t\n"
    assert "key.jsonl:1: invalid JSON: comma after the last item" in printed.err
    assert "key.jsonl:2: the second record of a is left out" in printed.err


SCHEMA = {
    "type": "object",
    "properties": {
        "shop": {"type": "string"},
        "kind": {"const": "receipt"},
        "address": {"$ref": "#/$defs/Address"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}},
        "tags": {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]},
    },
    "$defs": {"Address": {"type": "object", "properties": {"city": {}, "next": {"$ref": "#/$defs/Address"}}}},
}


def test_an_empty_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    Path("texts").mkdir()
    for name in ("b", "a"):
        Path("texts", f"{name}.txt").write_text("Corner Shop", encoding="utf-8")
    Path("more.jsonl").write_text('{"id": "c", "text": "x"}\n{"id": "d", "text": "y"}\n', encoding="utf-8")
    assert main(["init", "--schema", "schema.json", "--texts", "texts", "more.jsonl"]) == 0
    text = capsys.readouterr().out
    records = [json.loads(line) for line in text.splitlines()]
    assert [record["id"] for record in records] == ["a", "b", "c", "d"]
    assert {**records[0], "address": 0} == {
        "id": "a",
        "shop": None,
        "kind": "receipt",
        "address": 0,
        "items": [{"name": None}],
        "tags": [],
    }
    Path("key.jsonl").write_text(text, encoding="utf-8")
    assert keytally.score("key.jsonl", "key.jsonl", task="records").values["totals"]["pos"] == 4


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--schema", "none.json"), "none.json: no such file"),
        (("--schema", "list.json"), "list.json: a schema must be a JSON object"),
        (("--schema", "empty.json"), "empty.json: the schema does not define an object with fields"),
        (("--schema", "schema.json", "--texts", "folder"), "folder: this directory contains no .txt files"),
        (("--bnf", "muc6-te", "--texts", "x"), "--texts requires --schema"),
    ],
)
def test_keys_that_cannot_be_made(
    arguments: tuple[str, ...],
    problem: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("schema", json.dumps(SCHEMA)), ("list", "[]"), ("empty", "{}")):
        Path(f"{name}.json").write_text(text, encoding="utf-8")
    Path("folder").mkdir()
    assert main(["init", *arguments]) == 2
    assert problem in capsys.readouterr().err
