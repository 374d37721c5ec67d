"""Scores by nesting, and the figures of annotations-evaluate 0.1.0.

`recorded_nesting.json` has its figures for random sets with nested, crossing and duplicate spans, which
are in the order of the text.
"""

import json
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keytally
from keytally.commands.main import main
from keytally.families.interchange import Entity
from keytally.families.spans.nesting import containment, contains, crosses, crossing_pairs
from keytally.families.spans.programs import _cost, _matched, _touch

RECORDED = json.loads((Path(__file__).parent / "recorded_nesting.json").read_text(encoding="utf-8"))
TEXT = "x" * 500
Options = dict[str, str]


def write(name: str, documents: list[Any]) -> str:
    records = [{"id": f"d{number}", "text": TEXT, "label": spans} for number, spans in enumerate(documents)]
    Path(name).write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return name


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def values(key: list[Any], response: list[Any], **options: str) -> dict[str, Any]:
    return keytally.score(write("key.jsonl", key), write("response.jsonl", response), options=options).values


@pytest.mark.parametrize("mode", ["nested", "flat"])
def test_figures_are_those_of_annotations_evaluate(mode: str) -> None:
    key, response = ([sides[at] for sides in RECORDED["documents"]] for at in (0, 1))
    found = values(key, response, compatible="annotations-evaluate", mode=mode)
    assert found["program"] == RECORDED[mode]


def test_processes_give_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    for at, name in enumerate(("key.jsonl", "response.jsonl")):
        write(name, [sides[at] for sides in RECORDED["documents"]])
    outputs = []
    for jobs in ("1", "2"):
        for options in ([], ["-O", "compatible=annotations-evaluate"]):
            assert main(["score", "key.jsonl", "response.jsonl", "-j", jobs, "-v", *options]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    f1 = RECORDED["nested"]["structure"]["f1"]
    [line] = [line for line in outputs[0].splitlines() if line.startswith("structure")]
    assert line.split()[-1] == f"{f1:.4f}"


@pytest.mark.parametrize(
    ("key", "response", "problem"),
    [
        ("T1\tPER 0 3;6 9\tIda ren\n", "T1\tPER 0 3\tIda\n", "a discontinuous span in the key"),
        ("T1\tPER 0 3\tIda\n", "T1\tPER 0 3;6 9\tIda ren\n", "a discontinuous span in the response"),
        ("T1\tPER 0 3\tIda\nT2\tPER 0 3\tIda\n", "T1\tPER 0 3\tIda\n", "a duplicate span in the key"),
    ],
)
def test_documents_that_the_program_does_not_read(
    key: str, response: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("key.ann").write_text(key, encoding="utf-8")
    Path("response.ann").write_text(response, encoding="utf-8")
    options = {"compatible": "annotations-evaluate"}
    found = keytally.score("key.ann", "response.ann", options=options).values
    assert found["program"] == "n/a"
    assert problem in found["reason"]
    assert main(["score", "key.ann", "response.ann", "-O", "compatible=annotations-evaluate"]) == 0
    assert f"annotations-evaluate: n/a: document key has {problem}" in capsys.readouterr().out


def test_levels_lengths_and_edges() -> None:
    key = [[0, 40, "ORG"], [0, 20, "ORG"], [5, 10, "LOC"], [30, 35, "LOC"]]
    response = [[0, 40, "ORG"], [5, 10, "LOC"], [30, 50, "LOC"], [30, 50, "LOC"]]
    nesting = values([key], [response])["nesting"]
    counts = {
        name: (found["correct"], found["proposed"], found["gold"])
        for name, found in nesting["levels"].items()
    }
    assert counts == {"0": (1, 3, 1), "1": (0, 0, 2), "2": (1, 1, 1)}
    assert {name: found["gold"] for name, found in nesting["lengths"].items()} == {"1-20": 3, "21-40": 1}
    edges = nesting["edges"]
    assert (edges["correct"], edges["proposed"], edges["gold"], edges["misattached"]) == (0, 1, 3, 1)
    assert nesting["duplicates"] == [{"document": "d0", "response": [[30, 50], "LOC"]}]
    crossing = {"document": "d0", "key": [[0, 40], "ORG"], "response": [[30, 50], "LOC"]}
    assert nesting["crossing"] == [crossing, crossing]


def test_documents_that_cannot_be_read_are_counted() -> None:
    write("key.jsonl", [[[0, 3, "A"]], [[0, 3, "A"]], [[0, 3, "A"]]])
    write("response.jsonl", [[[0, 3, "A"]], [[0, 999, "A"]]])
    found = keytally.score("key.jsonl", "response.jsonl").values["nesting"]["readable"]
    assert (found["documents"], found["read"]) == (3, 1)


def test_the_verbose_report_names_crossing_spans(capsys: pytest.CaptureFixture[str]) -> None:
    write("key.jsonl", [[[0, 6, "A"]]])
    write("response.jsonl", [[[3, 9, "B"]]])
    assert main(["score", "key.jsonl", "response.jsonl", "-v"]) == 0
    out = capsys.readouterr().out
    assert "crossing spans: 1\n  d0: key A 0 6, response B 3 9\n" in out
    assert "documents read: 1 of 1\n" in out


SPANS = st.lists(
    st.builds(
        lambda start, length, kind: Entity(((start, start + length),), kind),
        *(st.integers(0, 9), st.integers(1, 6), st.sampled_from("AB")),
    ),
    max_size=5,
)


@given(SPANS, SPANS)
def test_containment_and_crossing_are_as_defined(key: list[Entity], response: list[Entity]) -> None:
    found = containment(key)
    assert list(found.levels) == [sum(contains(other, span) for other in key) for span in key]
    assert list(crossing_pairs(key, response)) == [
        (mine, other)
        for mine, span in enumerate(key)
        for other, theirs in enumerate(response)
        if crosses(span, theirs)
    ]


@given(SPANS, SPANS)
def test_the_matching_is_the_cheapest_of_the_largest(key: list[Entity], response: list[Entity]) -> None:
    """Costs compared from the cheapest pair on, over all largest matchings of each type."""
    key, response = list(dict.fromkeys(key)), list(dict.fromkeys(response))
    for kind in "AB":
        mine = [at for at, span in enumerate(key) if span.type == kind]
        theirs = [at for at, span in enumerate(response) if span.type == kind]
        found = [pair for pair in _matched(key, response, set()) if pair[0] in mine]
        best: list[Any] = []
        for size in range(min(len(mine), len(theirs)), 0, -1):
            matchings = [
                list(zip(some, others, strict=True))
                for some in combinations(mine, size)
                for others in permutations(theirs, size)
            ]
            best = sorted(
                sorted(_cost(key[one], response[other]) for one, other in pairs)
                for pairs in matchings
                if all(_touch(key[one], response[other]) for one, other in pairs)
            )
            if best:
                break
        assert sorted(_cost(key[one], response[other]) for one, other in found) == (best[0] if best else [])
