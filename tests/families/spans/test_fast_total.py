"""The totals of plain spans equal the sums over documents."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import keytally
from keytally.commands.main import main
from keytally.families.interchange import Entity
from keytally.families.span_counts import SpanFold
from keytally.families.spans.fast_total import plain_counts, whole_score
from keytally.families.spans.scoring import span_counts

Span = tuple[int, int, str]
SPANS = st.lists(
    st.builds(
        lambda start, length, kind: (start, start + length, kind),
        st.integers(0, 9),
        st.integers(1, 4),
        st.sampled_from("AB"),
    ),
    max_size=4,
)


def flat(spans: list[Span]) -> list[Span]:
    """The spans without those that overlap the one before."""
    kept: list[Span] = []
    for span in sorted(spans):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


FLAT = SPANS.map(flat)
DOCUMENTS = st.lists(st.tuples(FLAT, FLAT) | st.tuples(SPANS, SPANS), max_size=3)


@settings(max_examples=300)
@given(DOCUMENTS)
def test_the_total_is_the_sum_over_documents(documents: list[tuple[list[Span], list[Span]]]) -> None:
    fold = SpanFold()
    for sides in documents:
        counts = span_counts(
            *([Entity(((start, end),), kind) for start, end, kind in side] for side in sides)
        )
        fold.add(counts, 1)
    found = plain_counts([mine for mine, _ in documents], [theirs for _, theirs in documents])
    assert found.schemas == fold.counts().schemas
    assert found.by_type == fold.counts().by_type
    assert found.strict == fold.counts().strict


def lines(*records: object) -> bytes:
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


RECORDS = [
    {"id": "a", "text": "Ida Wren left.", "label": [[0, 8, "PER"]]},
    {"id": 2, "text": "She left \U0001f600.", "label": [[9, 10, "EMOJI"], [0, 3, "PER"]]},
]


def test_plain_files_are_added_up() -> None:
    found = whole_score(lines(*RECORDS), lines(RECORDS[0], {**RECORDS[1], "label": []}))
    assert found is not None
    assert found.counts.strict == (1, 1, 3)


CHANGES: dict[str, Callable[[dict[str, object]], object]] = {
    "another field": lambda record: {**record, "meta": 1},
    "no name": lambda record: {"text": record["text"], "label": record["label"]},
    "another name": lambda record: {**record, "id": "b"},
    "a name that is no name": lambda record: {**record, "id": True},
    "another text": lambda record: {**record, "text": "Ida Wren  left."},
    "an offset after the end": lambda record: {**record, "label": [[0, 15, "PER"]]},
    "an empty span": lambda record: {**record, "label": [[4, 4, "PER"]]},
    "a negative offset": lambda record: {**record, "label": [[-1, 4, "PER"]]},
    "a number that is not whole": lambda record: {**record, "label": [[0.0, 4, "PER"]]},
    "no type": lambda record: {**record, "label": [[0, 4, ""]]},
    "four parts": lambda record: {**record, "label": [[0, 4, "PER", 1]]},
    "no list": lambda record: {**record, "label": {"PER": [0, 4]}},
    "no object": lambda record: [record],
}


@pytest.mark.parametrize("change", CHANGES)
def test_other_files_are_read_document_by_document(change: str) -> None:
    other = lines(CHANGES[change](RECORDS[0]), RECORDS[1])
    assert whole_score(lines(*RECORDS), other) is None
    assert change == "another name" or whole_score(other, other) is None or change == "another text"


@pytest.mark.parametrize("data", [b"", b"{", b'{"id": 1,\n"text": "a",\n"label": []}\n', b"[1]\n", b"\xff\n"])
def test_files_that_are_not_records_are_not_added_up(data: bytes) -> None:
    assert whole_score(data, data) is None


def test_repeated_names_are_read_document_by_document() -> None:
    twice = lines(RECORDS[0], RECORDS[0])
    assert whole_score(twice, twice) is None


def test_the_command_prints_the_same_either_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("key.jsonl").write_bytes(lines(*RECORDS))
    Path("response.jsonl").write_bytes(lines(RECORDS[0], {**RECORDS[1], "label": [[0, 3, "LOC"]]}))
    outputs = []
    for options in ([], ["-v"]):
        assert main(["score", "key.jsonl", "response.jsonl", *options]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0].startswith("   ")
    assert outputs[1].endswith(outputs[0])


def test_values_of_python_have_one_score_either_way() -> None:
    key, response = ([record["label"] for record in RECORDS] for _ in range(2))
    plain = keytally.spans(key, response)  # type: ignore[arg-type]
    assert plain.f == plain.values["scores"]["f"] == 100
    gap = keytally.spans([[(((0, 2), (4, 6)), "A"), (0, 2, "B")]], [[(((0, 2), (4, 6)), "A"), (1, 2, "B")]])
    assert gap.f == gap.values["scores"]["f"] == 50
    assert str(gap).startswith("   ")
