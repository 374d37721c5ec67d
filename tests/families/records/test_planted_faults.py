"""Faults as models and scripts write them, one at a time, in a response of three records.

Each ends in a score that spares the other records, and in a finding where the record has a fault.
"""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main

MANY = ", ".join(f'"f{number}": 1' for number in range(10_000))
RECORD = {"id": "b", "shop": "Café", "total": 1.5, "items": [{"name": "Tea", "price": 2}, {"name": "Bun"}]}
PLAIN = json.dumps(RECORD, ensure_ascii=False)
OTHERS = tuple(json.dumps({"id": name, "shop": name * 3, "total": 1}) for name in "ac")
LEAVES, OTHER_LEAVES = 5, 4


def nested(count: int, opening: str, closing: str) -> str:
    """Return a record with a field of that depth."""
    return f'{{"id": "b", "shop": "Café", "total": 1.5, "deep": {opening * count}1{closing * count}}}'


SYNTAX, WRAPPED, NONE = "records-syntax", "records-wrapped", "records-no-record"
TWICE, SAME_ID = "records-duplicate-field", "records-duplicate-id"
UNKNOWN = "records-document"

LEAST = 100
FAULTS: dict[str, tuple[str, str, int]] = {
    # Text around the record.
    "fence": (f"```json\n{PLAIN}\n```", WRAPPED, 5),
    "fence without a language": (f"```\n{PLAIN}\n```", WRAPPED, 5),
    "fence in capitals": (f"```JSON\n{PLAIN}\n```", WRAPPED, 5),
    "fence on one line": (f"```json {PLAIN}```", WRAPPED, 5),
    "fence that is not closed": (f"```json\n{PLAIN}", WRAPPED, 5),
    "fence that is not opened": (f"{PLAIN}\n```", WRAPPED, 5),
    "text before": (f"Here is the record: {PLAIN}", WRAPPED, 5),
    "text after": (f"{PLAIN} I hope this helps!", WRAPPED, 5),
    "text around": (f"Sure! {PLAIN} Done.", WRAPPED, 5),
    "brackets in the text before": (f"As asked [1]: {PLAIN}", WRAPPED, 5),
    "a string of JSON": (json.dumps(PLAIN), WRAPPED, 5),
    "a fence in a string": (json.dumps(f"```json\n{PLAIN}\n```"), WRAPPED, 5),
    "a name before": (f"response = {PLAIN}", WRAPPED, 5),
    "a semicolon after": (f"{PLAIN};", WRAPPED, 5),
    "a think block": (f"<think>easy</think>{PLAIN}", WRAPPED, 5),
    "two records on a line": (f'{PLAIN} {{"id": "d"}}', WRAPPED, 5),
    # Syntax.
    "Python's dict": (str(RECORD), SYNTAX, 5),
    "Python's constants": (PLAIN.replace("1.5", '1.5, "x": None, "y": True'), SYNTAX, 5),
    "NaN": (PLAIN.replace("1.5", '1.5, "x": NaN'), SYNTAX, 5),
    "Infinity": (PLAIN.replace("1.5", '1.5, "x": -Infinity'), SYNTAX, 5),
    "undefined": (PLAIN.replace("1.5", '1.5, "x": undefined'), SYNTAX, 5),
    "comma after the last field": (f"{PLAIN[:-1]},}}", SYNTAX, 5),
    "comma after the last item": (PLAIN.replace("}]", "},]"), SYNTAX, 5),
    "two commas": (PLAIN.replace('1.5, "', '1.5,, "'), SYNTAX, 5),
    "comma first": (PLAIN.replace("{", "{,", 1), SYNTAX, 5),
    "no comma between fields": (PLAIN.replace("1.5,", "1.5"), SYNTAX, 5),
    "no comma between items": (PLAIN.replace("}, {", "} {"), SYNTAX, 5),
    "no colon": (PLAIN.replace('"total":', '"total"'), SYNTAX, 5),
    "two colons": (PLAIN.replace('"total":', '"total"::'), SYNTAX, 5),
    "equals for a colon": (PLAIN.replace('"total":', '"total" ='), SYNTAX, 4),
    "semicolons for commas": (PLAIN.replace('1.5, "', '1.5; "'), SYNTAX, 4),
    "names without quotes": (PLAIN.replace('"total"', "total"), SYNTAX, 5),
    "a word without quotes": (PLAIN.replace('"Café"', "Café"), SYNTAX, 5),
    "single quotes": (PLAIN.replace('"', "'"), SYNTAX, 5),
    "typographic quotes": (PLAIN.replace('"Café"', "“Café”"), SYNTAX, 5),
    "a quote within a string": (PLAIN.replace("Tea", 'T"e"a'), SYNTAX, 4),
    "a line break within a string": (PLAIN.replace("Café", "Ca\nfé"), SYNTAX, 0),
    "a tab within a string": (PLAIN.replace("Café", "\tCafé"), SYNTAX, 5),
    "NUL as an escape": (PLAIN.replace("Tea", "Tea\\u0000"), "", 4),
    "a form feed between fields": (PLAIN.replace(", ", ",\f", 1), "", 5),
    "an unknown escape": (PLAIN.replace("Tea", "\\Tea"), SYNTAX, 5),
    "half an escape": (PLAIN.replace("Tea", "Tea\\u00"), SYNTAX, 4),
    "a backslash at the end of a string": (PLAIN.replace("Bun", "Bun\\"), SYNTAX, 5),
    "no closing brace": (PLAIN[:-1], SYNTAX, 5),
    "no closing bracket": (PLAIN.replace("}]", "}"), SYNTAX, 5),
    "one brace too many": (f"{PLAIN}}}", WRAPPED, 5),
    "brackets that cross": (PLAIN.replace("}]}", "}}]"), SYNTAX, 5),
    "a list closed by a brace": (PLAIN.replace("}]}", "}}}"), SYNTAX, 5),
    "a name without a value": (PLAIN.replace("1.5", '1.5, "x":'), SYNTAX, 5),
    "a value without a name": (PLAIN.replace("1.5", '1.5, {"x": 1}'), SYNTAX, 5),
    "a comment": (PLAIN.replace("1.5,", "1.5, // total\n"), SYNTAX, 2),
    "a comment between slashes": (PLAIN.replace("1.5,", "1.5, /* x */"), SYNTAX, 2),
    "dots for what is left out": (PLAIN.replace("}]", "}, ...]"), SYNTAX, 5),
    "a leading zero": (PLAIN.replace("1.5", "01.5"), SYNTAX, 5),
    "a plus sign": (PLAIN.replace("1.5", "+1.5"), SYNTAX, 5),
    "a point without digits": (PLAIN.replace("1.5", "1.5."), SYNTAX, 4),
    "a hexadecimal number": (PLAIN.replace("1.5", "0xFF"), SYNTAX, 4),
    "a comma in a number": (PLAIN.replace("1.5", "1,5"), SYNTAX, 4),
    "an enormous exponent": (PLAIN.replace("1.5", "1e999999999999"), SYNTAX, 4),
    "infinite digits": (PLAIN.replace("1.5", "9" * 5000), "", 4),
    "an underscore in a number": (PLAIN.replace("1.5", "1_5"), SYNTAX, 4),
    "an f-string": (PLAIN.replace("1.5", 'f"x"'), SYNTAX, 4),
    "a Decimal": (PLAIN.replace("1.5", "Decimal('1.5')"), SYNTAX, 4),
    "a date object": (PLAIN.replace("1.5", "datetime.date(2024, 1, 2)"), SYNTAX, 4),
    "a tuple": (PLAIN.replace("[", "(").replace("]", ")"), SYNTAX, 2),
    # Depth and size.
    "1,000 nested lists": (nested(1_000, "[", "]"), SYNTAX, 2),
    "10,000 nested lists": (nested(10_000, "[", "]"), SYNTAX, 2),
    "10,000 nested objects": (nested(10_000, '{"a":', "}"), SYNTAX, 2),
    "10,000 lists that are not closed": (nested(10_000, "[", ""), SYNTAX, 2),
    "10,000 objects that are not closed": (nested(10_000, '{"a":', ""), SYNTAX, 2),
    "100,000 opening brackets alone": ("[" * 100_000, "", 0),
    "100,000 closing brackets alone": ("]" * 100_000, "", 0),
    "1 MB string": (PLAIN.replace("Tea", "T" * 1_000_000), "", 4),
    "1 MB string that is not closed": (f'{PLAIN[:-1]}, "x": "{"x" * 1_000_000}', SYNTAX, 5),
    "1 MB of quotes": (f'{PLAIN[:-1]}, "x": {chr(34) * 1_000_000}', SYNTAX, 5),
    "1 MB of backslashes": (f'{PLAIN[:-1]}, "x": "{chr(92) * 1_000_001}', SYNTAX, 5),
    "a long name": (PLAIN.replace("1.5", f'1.5, "{"n" * 100_000}": 1'), "", 5),
    "10,000 fields": (PLAIN.replace("1.5", f"1.5, {MANY}"), "", 5),
    # Characters.
    "a lone high surrogate": (PLAIN.replace("Tea", "\\ud83d"), "", 4),
    "a lone low surrogate": (PLAIN.replace("Tea", "\\ude00"), "", 4),
    "surrogates in the wrong order": (PLAIN.replace("Tea", "\\ude00\\ud83d"), "", 4),
    "a lone surrogate as a name": (PLAIN.replace("1.5", '1.5, "\\ud83d": 1'), "", 5),
    "a byte-order mark": (f"\ufeff{PLAIN}", "", 5),
    "a no-break space between fields": (PLAIN.replace(", ", ",\u00a0", 1), "", 5),
    "a line separator in a string": (PLAIN.replace("Tea", "T\u2028ea"), "", 4),
    "an escape sequence of a terminal": (PLAIN.replace("Tea", "\x1b[31mTea"), SYNTAX, 4),
    "text in two directions": (PLAIN.replace("Tea", "\u202eTea"), "", 4),
    # Names and ids.
    "a field twice": (f'{PLAIN[:-1]}, "total": 1.5}}', TWICE, 5),
    "a field twice with other values": (f'{PLAIN[:-1]}, "total": 9}}', TWICE, 4),
    "an empty name": (PLAIN.replace("1.5", '1.5, "": 1'), "", 5),
    "the same id twice": (f"{PLAIN}\n{PLAIN}", SAME_ID, 5),
    "the id of another record": (f"{PLAIN}\n{OTHERS[0]}", SAME_ID, 5),
    "an id that is a number": (f'{PLAIN}\n{{"id": 7, "shop": "x"}}', UNKNOWN, 5),
    "an id that the key lacks": (f'{PLAIN}\n{{"id": "zz", "shop": "x"}}', UNKNOWN, 5),
    "an id with spaces around it": (PLAIN.replace('"b"', '" b "'), "", 5),
    # No record.
    "an error message": ("Error: 504 Gateway Timeout", NONE, 0),
    "an error message in HTML": ("<html><body>502</body></html>", NONE, 0),
    "a refusal": ("I am sorry, but I cannot help with that.", NONE, 0),
    "a number": ("17", NONE, 0),
    "null": ("null", NONE, 0),
    "true": ("true", NONE, 0),
    "a string": ('"nothing"', NONE, 0),
    "an empty list": ("[]", "", 0),
    "a list of numbers": ("[1, 2, 3]", "", 0),
    "an empty fence": ("```json\n```", "", 0),
    "only an id": ('{"id": "b"}', "", 0),
    "nothing but a brace": ("{", SYNTAX, 0),
    "nothing but a quote": ('"', "", 0),
    "no line": ("", "", 0),
    # Values of other types.
    "a list for an object": (PLAIN.replace('{"name": "Bun"}', '["Bun"]'), "", 4),
    "an object for a scalar": (PLAIN.replace("1.5", '{"amount": 1.5}'), "", 4),
    "a number as text": (PLAIN.replace("1.5", '"1.50 €"'), "", 5),
    "null for a list": (PLAIN.replace('[{"name": "Tea", "price": 2}, {"name": "Bun"}]', "null"), "", 2),
    "null in a list": (PLAIN.replace("[{", "[null, {"), "", 5),
    "empty items": (PLAIN.replace("[{", "[{}, {"), "", 5),
    "an object with positions for a list": (
        PLAIN.replace('[{"name"', '{"0": {"name"').replace(', {"name": "Bun"}]', ', "1": {"name": "Bun"}}'),
        "",
        2,
    ),
}  # fmt: skip
"""The lines in place of the record, the rule that reports them ("" for none), and the correct leaves."""

assert len(FAULTS) >= LEAST


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A key of three records in the working directory."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "key.jsonl"
    path.write_text(f"{OTHERS[0]}\n{PLAIN}\n{OTHERS[1]}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("end", range(len(PLAIN)))
def test_truncated_at(end: int, key: Path) -> None:
    """A record that is cut off anywhere scores what is left of it, and the others keep their score."""
    response = key.with_name("response.jsonl")
    response.write_text(f"{OTHERS[0]}\n{PLAIN[:end]}\n{OTHERS[1]}\n", encoding="utf-8")
    documents = keytally.score(key, response, task="records").values["documents"]
    assert (documents["a"]["cor"], documents["c"]["cor"]) == (OTHER_LEAVES / 2, OTHER_LEAVES / 2)
    assert documents["b"]["pos"] == LEAVES


def test_bytes_that_are_no_text(key: Path) -> None:
    """A file with NUL ends in one line."""
    response = key.with_name("response.jsonl")
    response.write_bytes(f"{OTHERS[0]}\n{PLAIN}\0\n".encode())
    with pytest.raises(keytally.KeytallyError, match="binary, not text"):
        keytally.score(key, response, task="records")


@pytest.mark.parametrize("name", FAULTS)
def test_fault(name: str, key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The other records keep their score, what can be read counts, and the fault is reported."""
    written, rule, correct = FAULTS[name]
    response = key.with_name("response.jsonl")
    response.write_text(f"{OTHERS[0]}\n{written}\n{OTHERS[1]}\n", encoding="utf-8")
    result = keytally.score(key, response, task="records")
    documents = result.values["documents"]
    assert (documents["a"]["cor"], documents["c"]["cor"]) == (OTHER_LEAVES / 2, OTHER_LEAVES / 2)
    assert documents["b"]["pos"] == LEAVES
    assert documents["b"]["cor"] == correct
    assert main(["check", "--task", "records", "--format", "json", "key.jsonl", "response.jsonl"]) in (0, 1)
    captured = capsys.readouterr()
    found = [each["rule"] for each in json.loads(captured.out)]
    assert not rule or rule in found
    assert "Traceback" not in captured.err
