"""The annotators of one file: their agreement, and the documents that each has annotated."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

import keytally
from keytally.families.spans.reading import SpansLanguage

TEXT = "Ida Wren left Port Anselm"
PER, LOC = (0, 8, "PER"), (14, 25, "LOC")
Spans = list[tuple[int, int, str]]


def annotation(by: object, spans: Spans, **more: object) -> dict[str, object]:
    results = [
        {"id": str(number), "type": "labels", "value": {"start": start, "end": end, "labels": [kind]}}
        for number, (start, end, kind) in enumerate(spans)
    ]
    return {"completed_by": by, "result": results, **more}


def studio(*tasks: list[dict[str, object]]) -> str:
    return json.dumps(
        [
            {"id": number, "data": {"text": TEXT}, "annotations": annotations}
            for number, annotations in enumerate(tasks)
        ],
        indent=1,
    )


def minimal(by: int, spans: Spans) -> dict[str, object]:
    labels = [{"start": start, "end": end, "labels": [kind]} for start, end, kind in spans]
    return {"id": 1, "text": TEXT, "ner": labels, "annotator": by, "annotation_id": by}


def prodigy(number: int, spans: Spans, **session: str) -> dict[str, object]:
    listed = [{"start": start, "end": end, "label": kind} for start, end, kind in spans]
    source = {"source": "The Port Gazette"}
    return {
        "text": TEXT,
        "_input_hash": number,
        "spans": listed,
        "meta": source,
        "answer": "accept",
        **session,
    }


FILES: Mapping[str, str] = {
    "Label Studio": studio([annotation(1, [PER, LOC]), annotation(2, [PER])]),
    "Label Studio, objects": studio(
        [annotation({"id": 4, "email": "1"}, [PER, LOC]), annotation({"id": 2}, [PER])]
    ),
    "JSON-MIN": json.dumps([minimal(1, [PER, LOC]), minimal(2, [PER])]),
    "Prodigy, sessions": "".join(
        json.dumps(each) + "\n"
        for each in (prodigy(7, [PER, LOC], _session_id="1"), prodigy(7, [PER], _session_id="2"))
    ),
    "Prodigy, annotators": "".join(
        json.dumps(each) + "\n"
        for each in (
            prodigy(7, [PER, LOC], _session_id="x", _annotator_id="1"),
            prodigy(7, [PER], _session_id="x", _annotator_id="2"),
        )
    ),
}


def write(folder: Path, text: str) -> Path:
    path = folder / "a.json"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", FILES)
def test_the_annotators_of_one_file_are_compared(kind: str, tmp_path: Path) -> None:
    (pair,) = keytally.agreement("spans", [write(tmp_path, FILES[kind])]).values["pairs"]
    assert (pair["a"], pair["b"], round(pair["f"], 2)) == ("1", "2", 66.67)


def test_documents_that_an_annotator_has_not_annotated_are_not_compared(tmp_path: Path) -> None:
    text = studio(
        [annotation(1, [PER]), annotation(2, [PER])],
        [annotation(1, [PER, LOC])],
        [annotation(2, [LOC]), annotation(1, [PER], was_cancelled=True)],
    )
    (pair,) = keytally.agreement("spans", [write(tmp_path, text)]).values["pairs"]
    assert (pair["compared_documents"], pair["f"]) == (1, 100.0)


def test_records_of_prodigy_are_aligned_by_their_input(tmp_path: Path) -> None:
    records = [
        prodigy(1, [PER], _session_id="ida"),
        prodigy(2, [LOC], _session_id="ida"),
        prodigy(2, [LOC], _session_id="bo"),
        prodigy(1, [PER], _session_id="bo"),
    ]
    text = "".join(json.dumps(each) + "\n" for each in records)
    (pair,) = keytally.agreement("spans", [write(tmp_path, text)]).values["pairs"]
    assert (pair["compared_documents"], pair["f"]) == (2, 100.0)


@pytest.mark.parametrize("text", [studio([annotation(1, [PER])]), json.dumps({"text": "x", "label": []})])
def test_a_file_of_one_annotator_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(keytally.KeytallyError, match="specify one file per annotator"):
        keytally.agreement("spans", [write(tmp_path, text)])


def test_files_of_standoff_have_no_annotators() -> None:
    assert SpansLanguage().by_annotator.annotators("T1\tPER 0 3\tIda\n") == ()
