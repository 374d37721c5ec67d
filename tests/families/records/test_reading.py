"""Files of records are read in every form that models and pipelines write."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keytally
from keytally.engine.reading import Reading
from keytally.families.contract import ORDINAL, Role
from keytally.families.records.layout import Form, Layout
from keytally.families.records.reading import RecordsLanguage, RecordUnit


def read(text: str, name: str = "x.jsonl", **settings: Any) -> list[RecordUnit]:
    language = RecordsLanguage(Role.RESPONSE, **settings).of_file(name)
    reading = Reading(language, text)
    assert reading.text == text
    return [unit for unit in reading.units if unit.document is not None]


def records(text: str, name: str = "x.jsonl", **settings: Any) -> dict[str | None, Any]:
    return {unit.title: unit.record() for unit in read(text, name, **settings)}


def rules(text: str, name: str = "x.jsonl") -> list[str]:
    reading = Reading(RecordsLanguage(Role.RESPONSE).of_file(name), text)
    return [finding.rule.name for unit in reading.units for finding in unit.findings]


ONE_AND_TWO = {"1": {"a": "x"}, "2": {"a": "y"}}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.jsonl", '{"id": "1", "a": "x"}\n{"id": "2", "a": "y"}\n'),
        ("x.jsonl", '{"id": 1, "a": "x"}\r\n\r\n{"a": "y", "id": 2}'),
        ("x.jsonl", '{"doc_id": "1", "output": {"a": "x"}, "n": 1}\n{"doc_id": "2", "output": {"a": "y"}}'),
        ("x.jsonl", '{\n "file": "1",\n "a": "x"\n}\n{\n "file": "2",\n "a": "y"\n}\n'),
        ("x.json", '[{"id": "1", "a": "x"}, {"id": "2", "a": "y"}]'),
        ("x.json", '[\n  {\n    "id": "1",\n    "a": "x"\n  },\n  {"id": "2", "a": "y"}\n]\n'),
        ("x.json", '{"1": {"a": "x"}, "2": {"a": "y"}}'),
        ("x.json", '{\n"1":\n{"a": "x"},\n"2": {"a": "y"}\n}\n'),
        ("x.jsonl", '```json\n{"id": "1", "a": "x"}\n{"id": "2", "a": "y"}\n```\n'),
        ("x.json", '```json\n[{"id": "1", "a": "x"}, {"id": "2", "a": "y"}]\n```\n'),
        ("x.jsonl", '{"id": "1", "data": "{\\"a\\": \\"x\\"}"}\n{"id": "2", "data": {"a": "y"}}'),
        ("x.jsonl", '\ufeff{"id": "1", "a": "x"}\n{"id": "2", "a": "y"}'),
    ],
)
def test_forms(name: str, text: str) -> None:
    assert records(text, name) == ONE_AND_TWO


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_one_record_with_similar_objects(name: str) -> None:
    """An object with an id is a record, even if its objects have the same fields."""
    (unit,) = read('{"id": "7", "net": {"sum": 1}, "tax": {"sum": 2}}\n', name)
    record = unit.record()
    assert (record["net"], record["tax"]) == ({"sum": 1}, {"sum": 2})


def test_one_document_a_file() -> None:
    """The name of the file, less `.gold` and the like, is the id; an `id` inside is a field."""
    assert records('{\n  "id": "7",\n  "a": "x"\n}', "d1.gold.json") == {"d1": {"id": "7", "a": "x"}}


@pytest.mark.parametrize("text", ['{"a": "x"}\n{"a": "y"}', '{"id": "1", "a": "x"}\n{"a": "y"}'])
def test_by_line(text: str) -> None:
    """A field that not all records have is no id."""
    assert [unit.document for unit in read(text)] == [ORDINAL, ORDINAL]


def test_stated_id() -> None:
    assert records('{"sku": "1", "id": "x"}\n', id_name="sku") == {"1": {"id": "x"}}
    assert [unit.document for unit in read('{"id": "x"}\n', id_name="line")] == [ORDINAL]


def test_defined_fields() -> None:
    """A field that the schema defines is neither an id nor an envelope."""
    text = '{"name": "1", "data": {"a": "x"}}\n'
    assert records(text) == {"1": {"a": "x"}}
    assert records(text, defined=frozenset({"name", "data"})) == {None: {"name": "1", "data": {"a": "x"}}}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('Here it is: {"id": "1", "a": "x"}', "records-wrapped"),
        ('```json\n{"id": "1", "a": "x"}\n```', "records-wrapped"),
        ("{'id': '1', 'a': 'x'}", "records-syntax"),
        ('{"id": "1", "a": "x", "b": None,}', "records-syntax"),
        ('{"id": "1", "a": "x", "b": NaN}', "records-syntax"),
        ('{"id": "1", "a": "x"', "records-syntax"),
        ('{"id": "1", "a": "x', "records-syntax"),
        ('{id: "1", a: "x"}', "records-syntax"),
        ('{"id": "1", "a": "y", "a": "x"}', "records-duplicate-field"),
        ('"{\\"id\\": \\"1\\", \\"a\\": \\"x\\"}"', "records-wrapped"),
    ],
)
def test_malformed(text: str, rule: str) -> None:
    """What is wrong is named, and the record is read."""
    lines = f'{{"id": "0", "a": "z"}}\n{text}\n' if "\n" not in text else text
    found = records(lines)
    assert {name: value for name, value in found["1"].items() if value is not None} == {"a": "x"}
    assert rule in rules(lines)


@pytest.mark.parametrize(
    "text", ["Sorry, I cannot do that.", '{"id": "1", "output": "Error: timeout"}', "null", "17"]
)
def test_no_record(text: str) -> None:
    lines = f'{{"id": "0", "output": {{"a": "z"}}}}\n{text}\n'
    assert "records-no-record" in rules(lines)


def test_numbers_keep_their_value() -> None:
    (unit,) = read('{"id": "1", "a": 1.10, "b": 1e3, "c": 123456789012345678901234567890}\n')
    assert unit.record() == {
        "a": Decimal("1.1"),
        "b": Decimal(1000),
        "c": Decimal(123456789012345678901234567890),
    }


def test_places_in_a_string() -> None:
    """Places in a record that is a string are those of the file."""
    text = '{"id": "1", "output": "{\\"a\\": \\"\\u00e9\\", \\"b\\": 2}"}\n'
    (unit,) = read(text)
    node = unit.record_node()
    assert node is not None
    member = node.member("b")
    assert member is not None
    assert text[member.node.start : member.node.end] == "2"


@pytest.mark.parametrize("count", [100, 1_000, 10_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}"), ("[", ""), ('{"a":', "")])
def test_deep(count: int, opening: str, closing: str, tmp_path: Path) -> None:
    """Deep nesting ends in a score and a finding."""
    text = f'{{"id": "1", "b": 1, "a": {opening * count}1{closing * count}}}\n{{"id": "2", "b": 2}}\n'
    (tmp_path / "key.jsonl").write_text(text, encoding="utf-8")
    result = keytally.score(tmp_path / "key.jsonl", tmp_path / "key.jsonl", task="records")
    assert result.headline == 100
    assert rules(text)


RECORD = '{"id": "1", "menu": [{"nm": "Caf\\u00e9", "price": 1.5}], "x": {"y": null}}'


@pytest.mark.parametrize("end", range(len(RECORD)))
def test_truncated(end: int) -> None:
    """A record that is cut off anywhere affects no other document."""
    text = f'{{"id": "0", "x": {{"y": "z"}}}}\n{RECORD[:end]}\n{{"id": "2", "x": {{"y": "w"}}}}\n'
    found = read(text)
    for name, value in (("0", "z"), ("2", "w")):
        records_of = [unit.value() for unit in found]
        assert {"id": name, "x": {"y": value}} in records_of


@pytest.mark.parametrize(
    "malformed",
    ["{", '{"id": "1"', '{"id": "1", "output": ', 'fé", "x": [{"name": "Tea"}]}', 'Error: {"code": 504}'],
)
def test_malformed_records_do_not_decide_on_names(malformed: str) -> None:
    """Ids and envelopes are those of the other records."""
    lines = [f'{{"id": "{number}", "output": {{"a": {number}}}}}' for number in (0, 2)]
    found = read("\n".join([lines[0], malformed, lines[1]]))
    assert [unit.document for unit in found] in (["0", "1", "2"], ["0", "2"])
    assert {unit.layout for unit in found} == {Layout(Form.LINES, "id", "output")}


def test_a_stated_id_that_an_edit_completes() -> None:
    """A record that gets the field that an option names lets all records have ids."""
    text = '{"key": 1}\n{"key": 2}\n{"a": 3}\n'
    reading = Reading(RecordsLanguage(Role.KEY, id_name="key").of_file("x.jsonl"), text)
    assert [unit.document for unit in reading.units][2] == ORDINAL
    at = text.index('"a"') + 1
    reading.edit([(at, at + 1, "key")])
    assert [unit.document for unit in reading.units][2] == "3"


PIECES = st.sampled_from(
    [
        '{"id": "1", "a": 2}',
        '{"id": "2"}',
        "\n",
        "[",
        "]",
        ",",
        "{",
        "}",
        '"',
        "x",
        ' "a": {"b": 1}',
        "```",
        ":",
        "\\",
        '{"id": "3", "output": {"a": 1}}',
        '{"id": "4", "output": {',
        '{"a": 1}',
    ]
)


@given(
    st.lists(PIECES, max_size=8),
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 6), PIECES), max_size=4),
)
def test_edits(pieces: list[str], edits: list[tuple[int, int, str]]) -> None:
    """After edits a reading equals that of the new text."""
    text = "".join(pieces)
    language = RecordsLanguage(Role.RESPONSE).of_file("x.json")
    reading = Reading(language, text)
    for start, length, new in edits:
        at, end = min(start, len(text)), min(start + length, len(text))
        reading.edit([(at, end, new)])
        text = text[:at] + new + text[end:]
        fresh = Reading(language, text)
        assert _state(reading) == _state(fresh)


def _state(reading: Reading) -> Any:
    units = [(unit.text, unit.document, unit.title, unit.layout, unit.record()) for unit in reading.units]
    findings = [(each.rule.name, each.start, each.end) for unit in reading.units for each in unit.findings]
    return units, findings, sorted(reading.documents)


@given(st.text(alphabet="{}[]:,\"\\'\n ab1-`t\ud800\0", max_size=40))
def test_any_text(text: str) -> None:
    """Any text is read without an error, and its places are within it."""
    for name in ("x.jsonl", "x.json"):
        for unit in Reading(RecordsLanguage(Role.KEY).of_file(name), text).units:
            for finding in unit.findings:
                assert 0 <= finding.start <= finding.end <= len(unit.text)
            json.dumps(unit.record(), default=str)
            list(unit.pieces())
            list(unit.outline())
