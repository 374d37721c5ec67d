"""`keytally convert -O`: options of the source format."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main

COLUMNS = "Otto\tB-PER\tB-PER.ind\t_\nLee\tI-PER\tI-PER.ind\tNoSpaceAfter\n.\tO\tO\t_\n"
TASK = {
    "id": 1,
    "data": {"text": "Otto Lee"},
    "annotations": [
        {
            "completed_by": by,
            "result": [{"id": "a", "type": "labels", "value": {"start": 0, "end": end, "labels": ["PER"]}}],
        }
        for by, end in ((1, 4), (2, 8))
    ],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.iob2").write_text(COLUMNS, encoding="utf-8")
    (tmp_path / "a.json").write_text(json.dumps([TASK]), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("column", "kind"), [("2", "PER"), ("3", "PER.ind")])
def test_the_column_of_the_labels(column: str, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "a.iob2", "-O", f"column={column}", "--to", "doccano"]) == 0
    written, told = capsys.readouterr()
    assert json.loads(written)["label"] == [[0, 8, kind]]
    assert told == "keytally: a.iob2:1: the cells other than the token and the label are left out\n"


@pytest.mark.parametrize(("annotator", "end"), [("1", 4), ("2", 8)])
def test_the_annotator(annotator: str, end: int) -> None:
    made = keytally.convert(["a.json"], "doccano", options={"annotator": annotator})
    assert json.loads(made.text)["label"] == [[0, end, "PER"]]
    assert made.losses == []


@pytest.mark.parametrize(
    ("file", "option", "problem"),
    [
        ("a.iob2", "column=0", "column=0: it must be `last`, or a number of at least 2"),
        ("a.iob2", "layer=X", "a.iob2: token columns, IOB2 (BIO) has no option 'layer'; options: column"),
        ("a.json", "annotator=Ida", "a.json: no annotator 'Ida'; annotators: 1, 2"),
        ("a.json", "annotator", "annotator"),
    ],
)
def test_an_option_that_does_not_fit_is_refused(
    file: str, option: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", file, "-O", option, "--to", "spacy"]) == 2
    assert problem in capsys.readouterr().err


def test_a_format_without_options() -> None:
    Path("b.jsonl").write_text('{"text": "Otto", "label": []}\n', encoding="utf-8")
    with pytest.raises(keytally.KeytallyError, match="JSON lines of doccano has no option 'column'"):
        keytally.convert(["b.jsonl"], "spacy", options={"column": 2})


def columns_of(rule: str | None) -> keytally.ConvertResult:
    record = {"id": "a", "text": "York-based (U.S.) club", "label": [[0, 4, "LOC"]]}
    Path("a.jsonl").write_text(json.dumps(record), encoding="utf-8")
    return keytally.convert(["a.jsonl"], "iob2", tokens=rule)


def test_tokens_of_words() -> None:
    found = columns_of(None)
    assert found.text.split("\n")[:2] == ["York-based\tB-LOC", "(\tO"]
    assert 'a.jsonl:1: LOC "York" is adjusted to whole tokens' in found.losses
    assert (found.tokens, found.values["tokens"]) == ("words", "words")


def test_tokens_of_unicode() -> None:
    pytest.importorskip("icu4py", reason="icu4py is not installed")
    found = columns_of("unicode")
    assert found.text.split("\n")[:3] == ["York\tB-LOC", "-\tO", "based\tO"]
    assert not any("whole tokens" in loss for loss in found.losses)
    assert found.values["tokens"] == "unicode"


def test_a_rule_for_tokens_that_does_not_fit_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keytally.conversion.tokenisation.find_spec", lambda _: None)
    for rule, target, problem in (
        ("letters", "iob2", "unknown rule for tokens 'letters'; use words or unicode"),
        ("words", "brat", "brat standoff does not need tokens, so --tokens does not apply"),
        ("unicode", "conll", 'tokens by the rule unicode need icu4py; run pip install "keytally[icu]"'),
    ):
        assert main(["convert", "a.json", "--to", target, "--tokens", rule]) == 2
        assert problem in capsys.readouterr().err
