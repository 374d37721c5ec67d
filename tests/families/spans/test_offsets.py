"""Offsets that are counted in other units, texts with other line ends, and documents with other names."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keytally
from keytally.commands.main import main
from keytally.engine.engine import Engine, opened_pair
from keytally.families.contract import Settings
from keytally.families.registry import evaluation
from keytally.families.spans.offsets import Counting, OffsetMap, countings, unified
from keytally.project.pair import Pair
from keytally.runs.files import KeytallyError

TEXT = "Ida 😀 Wren\nleft Zoë Port\nfor Anselm and Orrin.\n"
SPANS = [(0, 10, "PER"), (16, 19, "PER"), (16, 24, "LOC"), (29, 35, "LOC"), (40, 45, "LOC")]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    record = {"id": "a", "text": TEXT, "label": SPANS}
    Path("key.jsonl").write_text(f"{json.dumps(record)}\n", encoding="utf-8")
    return tmp_path


def counted(counting: Counting) -> list[tuple[int, int, str, str]]:
    starts = counting.starts(TEXT)
    return [(starts[start], starts[end], kind, TEXT[start:end]) for start, end, kind in SPANS]


def write_brat(spans: list[tuple[int, int, str, str]]) -> None:
    lines = (
        f"T{number}\t{kind} {start} {end}\t{' '.join(quote.split())}\n"
        for number, (start, end, kind, quote) in enumerate(spans, 1)
    )
    Path("brat").mkdir(exist_ok=True)
    Path("brat/a.ann").write_text("".join(lines), encoding="utf-8")


def write_prodigy(spans: list[tuple[int, int, str, str]]) -> None:
    values = [{"start": start, "end": end, "label": kind, "text": quote} for start, end, kind, quote in spans]
    record = {"text": TEXT, "spans": values, "meta": {"source": "a"}}
    Path("response.jsonl").write_text(f"{json.dumps(record)}\n", encoding="utf-8")


@pytest.mark.parametrize("counting", [*countings(TEXT)], ids=lambda each: each.title)
def test_quotations_resolve_offsets_of_brat_and_json(counting: Counting) -> None:
    write_brat(counted(counting))
    write_prodigy(counted(counting))
    for response, file in (("brat", "brat/a.ann"), ("response.jsonl", "response.jsonl")):
        result = keytally.score("key.jsonl", response)
        assert result.values["scores"]["correct"] == len(SPANS)
        [note] = result.warnings
        assert (
            note
            == f"{file}:1: 1 document: offsets count {counting.title}; they are converted to match the text"
        )
    assert keytally.score("brat", "key.jsonl").values["scores"]["f"] == 100
    assert keytally.score("key.jsonl", "brat", strict=True).values["scores"]["f"] == 100


@pytest.mark.parametrize(
    ("text", "moved", "what"),
    [
        (TEXT.replace("\n", "\r\n"), [0, 1, 1, 2, 2], "line ends differ"),
        (f"\ufeff{TEXT}", [1, 1, 1, 1, 1], "line ends differ"),
        (TEXT.replace("\n", "  \n"), [0, 2, 2, 4, 4], "whitespace differs"),
    ],
)
def test_texts_with_other_line_ends_are_one_text(text: str, moved: list[int], what: str) -> None:
    labels = [(start + by, end + by, kind) for (start, end, kind), by in zip(SPANS, moved, strict=True)]
    record = {"id": "a", "text": text, "label": labels}
    Path("other.jsonl").write_text(json.dumps(record), encoding="utf-8")
    for sides in (("key.jsonl", "other.jsonl"), ("other.jsonl", "key.jsonl")):
        result = keytally.score(*sides)
        assert result.values["scores"]["f"] == 100
        assert [f"text whose {what} from" in each for each in result.warnings] == [True]


def test_one_span_off_by_one_is_not_resolved(capsys: pytest.CaptureFixture[str]) -> None:
    write_brat([(1, 11, "PER", "Ida 😀 Wren")])
    assert main(["score", "key.jsonl", "brat"]) == 2
    assert "a.ann:1" in capsys.readouterr().err


def test_a_response_over_another_text_fails_with_the_first_difference() -> None:
    record = {"id": "a", "text": TEXT.replace("Port", "Fort"), "label": SPANS}
    Path("response.jsonl").write_text(f"\n{json.dumps(record)}", encoding="utf-8")
    with pytest.raises(KeytallyError) as raised:
        keytally.score("key.jsonl", "response.jsonl")
    [problem] = raised.value.problems
    assert problem.startswith("response.jsonl:2: 1 document of the response does not have the key's text")
    assert 'line 2, column 10: "Fort for Anselm and Orri" instead of "Port' in problem


def test_quotations_that_contradict_each_other_fail() -> None:
    Path("key.ann").write_text("T1\tPER 0 3\tIda\n", encoding="utf-8")
    Path("response.ann").write_text("T1\tPER 0 3\tAda\n", encoding="utf-8")
    with pytest.raises(KeytallyError, match=r"response\.ann:1"):
        keytally.score("key.ann", "response.ann")


def test_documents_with_other_names_align_by_text(capsys: pytest.CaptureFixture[str]) -> None:
    records = [{"id": name, "text": text, "label": [[0, 3, "PER"]]} for name, text in DOCUMENTS]
    key = [{**record, "id": f"k-{record['id']}"} for record in records[1:]] + records[:1]
    Path("key.jsonl").write_text("\n".join(map(json.dumps, key)), encoding="utf-8")
    Path("response.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    result = keytally.score("key.jsonl", "response.jsonl")
    assert result.values["scores"]["f"] == 100
    assert list(result.values["items"]) == ["k-y", "k-z", "x"]
    assert list(result.warnings) == [
        "response.jsonl: 2 documents whose names differ from the key's are aligned by text; the first: "
        "y with k-y"
    ]
    assert main(["score", "-j", "2", "key.jsonl", "response.jsonl"]) == 0
    assert "aligned by text" in capsys.readouterr().err


DOCUMENTS = [("x", "Ida left."), ("y", "Bo came."), ("z", "Zoë sat.")]


@given(
    edits=st.lists(
        st.tuples(st.booleans(), st.integers(0, 60), st.sampled_from(["", "k", "Ida", "y"])), max_size=4
    )
)
def test_after_edits_documents_are_aligned_as_in_a_new_run(edits: list[tuple[bool, int, str]]) -> None:
    """Invariant 5 of the architecture."""
    key, response = (
        "".join(
            f'{{"id":"{prefix}{name}","text":"{text}","label":[[0,3,"P"]]}}\n' for name, text in DOCUMENTS
        )
        for prefix in ("", "k")
    )
    texts = {Path("/key.jsonl"): key, Path("/response.jsonl"): response}
    scoring = evaluation("spans", Settings())
    pair = Pair("spans", *texts)
    engine = Engine()
    for path, text in texts.items():
        engine.open(path, text)
    live = engine.add_pair(pair, scoring)
    live.work()
    for is_key, at, text in edits:
        path = Path("/key.jsonl") if is_key else Path("/response.jsonl")
        engine.edit(path, [(at, min(at + 1, len(texts[path])), text)])
        texts[path] = texts[path][:at] + text + texts[path][at + 1 :]
        live.work()
    fresh = opened_pair(pair, scoring, texts)
    fresh.work()
    assert live.documents == fresh.documents
    assert live.totals() == fresh.totals()
    assert scoring.report_json(live.scores()) == scoring.report_json(fresh.scores())


@given(text=st.text("ab \r\n😀\ufeff", max_size=12), data=st.data())
def test_moved_stretches_cover_the_same_characters(text: str, data: st.DataObject) -> None:
    target = unified(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    moved = OffsetMap(text, target).extent((start, end))

    def solid(piece: str) -> str:
        return "".join(piece.split()).replace("\ufeff", "")

    assert solid(target[slice(*moved)]) == solid(text[start:end])
