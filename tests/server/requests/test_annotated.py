"""`keytally/annotated`: text without markup, and annotations with their verdicts."""

import re
from collections import Counter
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.server.wire import Wire

ANNOTATED = "keytally/annotated"
EXAMPLES = Path(__file__).parents[3] / "examples"


def whole(wire: Wire, path: Path) -> dict[str, Any]:
    """Request the whole file."""
    lines = path.read_text(encoding="utf-8").count("\n") + 1
    file = {"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}}
    answer: dict[str, Any] = wire.about(ANNOTATED, path, range=file)
    return answer


def shown(wire: Wire, path: Path, place: list[Any]) -> str:
    """Return the text of a range that is given as four numbers."""
    first, last = place[:2], place[2:4]
    return wire.text_at(
        path,
        {
            "start": {"line": first[0], "character": first[1]},
            "end": {"line": last[0], "character": last[1]},
        },
    )


def text_of(wire: Wire, path: Path, answer: dict[str, Any]) -> str:
    return "".join(shown(wire, path, text) + text[4] for text in answer["texts"])


def spans_by_status(wire: Wire, path: Path) -> dict[str | None, list[tuple[str, str]]]:
    """Return types and texts of the annotations by status."""
    found: dict[str | None, list[tuple[str, str]]] = {}
    for span in whole(wire, path)["annotations"]:
        text = " ".join(shown(wire, path, place) for place in span["texts"])
        found.setdefault(span.get("status"), []).append((span["type"], text))
    return found


def opened(folder: Path, name: str, language: str) -> tuple[Wire, Path]:
    """Open the response of a copy of an example."""
    copy = folder / name
    copytree(EXAMPLES / name, copy)
    path = next(copy.glob("response*"))
    wire = Wire()
    wire.open(path, language=language)
    return wire, path


def test_the_text_has_no_tags(wire: Wire, response: Path) -> None:
    text = text_of(wire, response, whole(wire, response))
    assert "PORT ANSELM" in text
    assert not re.search(r"</?[A-Z]", text)


def test_each_annotation_has_its_text_type_and_verdict(wire: Wire, response: Path) -> None:
    answer = whole(wire, response)
    assert answer["compared"] is True
    found = spans_by_status(wire, response)
    assert {status: len(spans) for status, spans in found.items()} == {
        "cor": 27,
        "inc": 4,
        "mis": 3,
        "spu": 2,
        "opt": 1,
    }
    assert ("LOCATION", "PORT ANSELM") in found["cor"]


def test_a_missing_annotation_has_the_text_that_it_should_cover(wire: Wire, response: Path) -> None:
    assert ("DATE", "1987") in spans_by_status(wire, response)["mis"]


def test_the_label_of_an_annotation_with_a_wrong_part_is_that_of_the_part(wire: Wire, response: Path) -> None:
    wrong = [span["label"] for span in whole(wire, response)["annotations"] if span.get("status") == "inc"]
    assert wrong
    assert all(label.startswith("INC ") for label in wrong)


def test_only_the_lines_of_the_range_are_sent(wire: Wire, response: Path) -> None:
    text = response.read_text(encoding="utf-8")
    line = text[: text.index("Tidewater")].count("\n")
    lines = {"start": {"line": line, "character": 0}, "end": {"line": line + 1, "character": 0}}
    answer = wire.about(ANNOTATED, response, range=lines)
    assert "Tidewater" in text_of(wire, response, answer)
    assert {text[0] for text in answer["texts"]} == {line}
    assert 0 < len(answer["annotations"]) < 5


def test_a_file_without_a_pair_has_annotations_without_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "alone.bio"
    path.write_text("Ann\tB-PER\nmet\tO\n\n", encoding="utf-8")
    wire = Wire()
    wire.open(path, language="token-columns")
    answer = whole(wire, path)
    assert answer["compared"] is False
    assert [(span["type"], span.get("status")) for span in answer["annotations"]] == [("PER", None)]


def test_tokens_of_columns_form_a_line(tmp_path: Path) -> None:
    wire, path = opened(tmp_path, "columns", "token-columns")
    text = text_of(wire, path, whole(wire, path))
    assert text.splitlines()[0] == "The Harbour Board of Lisbon met on Tuesday ."
    missing = spans_by_status(wire, path)["mis"]
    assert [(kind, text.split()[::2]) for kind, text in missing] == [("MISC", ["Salt", "and", "Rope"])]


@pytest.mark.parametrize(
    ("name", "language"), [("coreference", "muc-sgml"), ("conll", "conll"), ("corefud", "conll")]
)
def test_mentions_of_a_chain_share_its_number_and_colour(tmp_path: Path, name: str, language: str) -> None:
    wire, path = opened(tmp_path, name, language)
    answer = whole(wire, path)
    colours: dict[str, set[int | None]] = {}
    sizes: Counter[str] = Counter()
    for span in answer["annotations"]:
        if "chain" in span:
            colours.setdefault(span["chain"], set()).add(span.get("colour"))
            sizes[span["chain"]] += 1
    assert colours
    assert all(len(given) == 1 for given in colours.values())
    assert all((None in colours[chain]) == (size == 1) for chain, size in sizes.items())


def test_a_sentence_of_conll_is_a_line(tmp_path: Path) -> None:
    wire, path = opened(tmp_path, "conll", "conll")
    text = text_of(wire, path, whole(wire, path))
    assert text.startswith("Marta Reis runs the lighthouse of North Quay .\nShe painted it")
    missing = [text for _, text in spans_by_status(wire, path)["mis"]]
    assert [text.split()[0] for text in missing] == ["of", "Monday", "day"]


def test_untagged_text_that_is_tagged_elsewhere_is_a_candidate(tmp_path: Path) -> None:
    wire, path = Wire(), tmp_path / "key.sgml"
    tagged = '<ENAMEX TYPE="PERSON">Ann Kory</ENAMEX>'
    path.write_text(f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nMet {tagged}.\nAnn Kory left.\n</TXT>\n</DOC>\n")
    wire.open(path, language="muc-sgml")
    assert [shown(wire, path, place) for place in whole(wire, path)["candidates"]] == ["Ann Kory"]


def test_a_file_with_a_pair_has_no_candidates(wire: Wire, response: Path) -> None:
    assert whole(wire, response)["candidates"] == []
