"""Rules on the content of records: restrictions of the schema, texts, and documents of one side."""

import json
from pathlib import Path
from typing import Any

import pytest

import keytally
from keytally.commands.main import main
from keytally.families.records.json_tree import Parser
from keytally.families.records.restrictions import violation
from keytally.families.records.schema import SchemaView
from keytally.families.records.source_text import SourceText

NOTHING: Any = ""


@pytest.mark.parametrize(
    ("schema", "value", "clause"),
    [
        ({"type": "string", "pattern": "^[A-Z]+$"}, "AB", ""),
        ({"type": "string", "pattern": "^[A-Z]+$"}, "Ab", "the pattern is ^[A-Z]+$"),
        ({"pattern": "("}, "Ab", ""),
        ({"pattern": "(a+)+$"}, "a" * 40 + "b", ""),
        ({"pattern": "(a|aa)+$"}, "a" * 40 + "b", ""),
        ({"pattern": ".*.*.*.*.*x"}, "a" * 200, ""),
        ({"pattern": "^(?:[0-9]{3}-){2}[0-9]{4}$"}, "123-456-7890", ""),
        (
            {"pattern": "^(?:[0-9]{3}-){2}[0-9]{4}$"},
            "123-456-789",
            "the pattern is ^(?:[0-9]{3}-){2}[0-9]{4}$",
        ),
        ({"type": "string", "format": "date"}, "2024-02-30", "it must be a date such as 2024-01-31"),
        ({"type": "string", "format": "date"}, "2024-02-29", ""),
        ({"format": "date-time"}, "2024-02-29", "it must be a date and time such as 2024-01-31T12:00:00Z"),
        ({"format": "date-time"}, "2024-02-29T10:00:00Z", ""),
        ({"format": "time"}, "25:00", "it must be a time such as 12:00:00"),
        ({"format": "email"}, "a@b", "it must be an email address"),
        ({"format": "uri"}, "https://a.b/c", ""),
        ({"format": "uuid"}, "x", "it must be a UUID"),
        ({"format": "unheard-of"}, "x", ""),
        ({"type": "number", "minimum": 0}, -1, "the minimum is 0"),
        ({"type": "integer", "maximum": 5}, 5, ""),
        ({"type": "integer", "exclusiveMaximum": 5}, 5, "it must be less than 5"),
        ({"exclusiveMinimum": 0}, 0, "it must be greater than 0"),
        ({"multipleOf": 0.05}, 1.15, ""),
        ({"multipleOf": 0.05}, 1.16, "it must be a multiple of 0.05"),
        ({"multipleOf": 0}, 1, ""),
        ({"minimum": "0"}, -1, ""),
        ({"minLength": 2}, "a", "the minimum is 2 characters"),
        ({"maxItems": 1}, [1, 2], "the maximum is 1 item"),
        ({"uniqueItems": True}, [{"a": 1}, {"a": 1}], "its items must differ"),
        (
            {"anyOf": [{"type": "string", "minLength": 2}, {"type": "null"}], "title": "X"},
            "a",
            "the minimum is 2 characters",
        ),
        ({"anyOf": [{"type": "string", "format": "date"}, {"type": "string"}]}, "soon", ""),
    ],
)
def test_restrictions(schema: Any, value: Any, clause: str) -> None:
    node = Parser(json.dumps(value)).value()
    kinds = {str: "string", int: "integer", float: "number", list: "array"}
    assert node is not None
    assert violation(node, SchemaView(schema, schema), kinds[type(value)]) == clause


TEXT = SourceText("CORNER-SHOP\nJan 5, 2024  Müller & Co.\ntea  2.00\nTotal 1.234,50 EUR, VAT 12,5 %")


@pytest.mark.parametrize(
    "value",
    [
        "Corner Shop",
        "muller",
        "Müller",
        2,
        1234.5,
        "1,234.50",
        "$1234.50",
        "2024-01-05",
        True,
        None,
        "--",
        "12.5%",
    ],
)
def test_values_that_a_text_contains(value: Any) -> None:
    assert TEXT.contains(value) is (value != "muller")


@pytest.mark.parametrize("value", ["Cornershop Ltd", 3, 1235, "2023-01-05", "2024-01-06", "coffee"])
def test_values_that_a_text_does_not_contain(value: Any) -> None:
    assert not TEXT.contains(value)


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    key = {"id": "1", "shop": {"$any": ["Corner Shop", "Shop"]}, "items": [{"name": "tea", "price": 2}]}
    items = [{"name": "coffee", "price": 2}, {"name": "rum", "price": 99}]
    response = {"id": "1", "shop": "corner shop", "items": items, "kind": "receipt", "paid": True}
    text = {"id": "1", "text": "CORNER SHOP\ntea 2.00"}
    for name, record in (("key", key), ("response", response), ("texts", text)):
        (tmp_path / f"{name}.jsonl").write_text(f"{json.dumps(record)}\n", encoding="utf-8")
    schema = {
        "type": "object",
        "properties": {"kind": {"enum": ["receipt", "invoice"]}},
        "additionalProperties": True,
    }
    (tmp_path / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    (tmp_path / "keytally.toml").write_text(
        '[[pair]]\ntask = "records"\nkey = "key.jsonl"\n'
        'responses = ["response.jsonl"]\ntexts = "texts.jsonl"\nschema = "schema.json"\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_values_that_do_not_occur_in_the_texts(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--format", "json", "."])
    found = json.loads(capsys.readouterr().out)
    messages = [each["message"] for each in found if each["rule"] == "records-not-in-text"]
    lacking = "which the text of the document does not contain"
    assert messages == [
        f'name is "coffee", {lacking}',
        f'name is "rum", {lacking}',
        f"price is 99, {lacking}",
    ]


def test_invented_values_are_a_class_of_errors(pair: Path) -> None:
    values = keytally.errors("key.jsonl", "response.jsonl").values
    classes = {name: each["count"] for name, each in values["classes"].items() if each["count"]}
    assert classes == {"invented value": 2, "spurious field": 2}
    assert values["repaired"] == 100


def test_a_document_that_only_one_side_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "key.jsonl").write_text('{"id": "a", "x": 1}\n{"id": "b", "x": 1}\n', encoding="utf-8")
    (tmp_path / "response.jsonl").write_text('{"id": "a", "x": 1}\n{"id": "c", "x": 1}\n', encoding="utf-8")
    main(["check", str(tmp_path)])
    assert (
        "response.jsonl:2:1: warning[records-document] the key has no document c" in capsys.readouterr().out
    )
    result = keytally.score(tmp_path / "key.jsonl", tmp_path / "response.jsonl")
    assert "the response lacks 1 document of the key; the first is b" in result.warnings


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {}}, "required": 3},
        {"properties": {"a": {"type": 3}}, "required": [None]},
        {"properties": {"a": {"type": [3, {}]}}},
        {"properties": {"a": {"enum": 3, "items": 3, "minLength": "x", "pattern": 3, "anyOf": 3}}},
        {"properties": 3, "$defs": 3, "$ref": "#/$defs/x"},
        {"properties": {"a": {"$ref": "#/properties/a"}}},
    ],
)
@pytest.mark.parametrize("compatible", ["no", "all"])
def test_schemas_with_other_values_than_they_should_have(
    schema: Any, compatible: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(schema), encoding="utf-8")
    for name in ("key", "response"):
        (tmp_path / f"{name}.jsonl").write_text('{"id": "1", "a": "x", "b": [1]}\n', encoding="utf-8")
    options = {"compatible": compatible}
    result = keytally.score(tmp_path / "key.jsonl", tmp_path / "response.jsonl", options=options)
    assert (result.headline, result.text(verbose=1)[:1] != "") == (100, True)
    assert main(["check", str(tmp_path)]) in (0, 1)
    assert "internal error" not in capsys.readouterr().err
