"""The task relations on files of different tools, as the commands and Python see it."""

import json
from pathlib import Path
from typing import Any

import pytest

import keytally
from keytally.commands.main import main
from keytally.families.spans.reading import SpansLanguage

TEXT = "Harbour Board hired Ida Wren. She lives in Quill."
SPANS = {"T1": (0, 13, "ORG"), "T2": (20, 28, "PER"), "T3": (30, 33, "PER"), "T4": (43, 48, "LOC")}
KEY = [("works_for", "T2", "T1"), ("lives_in", "T3", "T4"), ("same", "T2", "T3")]
RESPONSE = [("employed", "T2", "T1"), ("lives_in", "T2", "T4"), ("same", "T3", "T2")]
Given = list[tuple[str, str, str]]


def brat(relations: Given) -> str:
    entities = [
        f"{name}\t{kind} {start} {end}\t{TEXT[start:end]}" for name, (start, end, kind) in SPANS.items()
    ]
    lines = [f"R{at}\t{kind} Arg1:{head} Arg2:{tail}" for at, (kind, head, tail) in enumerate(relations)]
    return "".join(f"{line}\n" for line in [*entities, *lines])


def doccano(relations: Given) -> str:
    entities = [
        {"id": name, "label": kind, "start_offset": start, "end_offset": end}
        for name, (start, end, kind) in SPANS.items()
    ]
    links = [{"from_id": head, "to_id": tail, "type": kind} for kind, head, tail in relations]
    return json.dumps({"id": "a", "text": TEXT, "entities": entities, "relations": links}) + "\n"


def plain(relations: Given) -> str:
    links = [{"head": SPANS[head], "tail": SPANS[tail], "relation": kind} for kind, head, tail in relations]
    return json.dumps({"id": "a", "text": TEXT, "label": [*SPANS.values()], "relations": links}) + "\n"


def by_position(relations: Given) -> str:
    places = {name: at for at, name in enumerate(SPANS)}
    links = [{"head": places[head], "tail": places[tail], "relation": kind} for kind, head, tail in relations]
    return json.dumps({"id": "a", "text": TEXT, "label": [*SPANS.values()], "relations": links}) + "\n"


def by_words(relations: Given) -> str:
    words = {name: TEXT[start:end] for name, (start, end, _) in SPANS.items()}
    links = [{"head": words[head], "tail": words[tail], "relation": kind} for kind, head, tail in relations]
    return json.dumps({"id": "a", "text": TEXT, "label": [*SPANS.values()], "relations": links}) + "\n"


def span_object(name: str) -> dict[str, Any]:
    start, end, kind = SPANS[name]
    return {"start": start, "end": end, "label": kind}


def prodigy(relations: Given) -> str:
    links = [
        {
            "head_span": span_object(head),
            "child_span": span_object(tail),
            "label": kind,
            "head": 1,
            "child": 2,
        }
        for kind, head, tail in relations
    ]
    spans = [span_object(name) for name in SPANS]
    return json.dumps({"text": TEXT, "spans": spans, "relations": links, "meta": {"source": "a"}}) + "\n"


def label_studio(relations: Given) -> str:
    regions = [
        {
            "id": name,
            "type": "labels",
            "from_name": "label",
            "to_name": "text",
            "value": {"start": start, "end": end, "text": TEXT[start:end], "labels": [kind]},
        }
        for name, (start, end, kind) in SPANS.items()
    ]
    links = [
        {"type": "relation", "from_id": tail, "to_id": head, "direction": "left", "labels": [kind]}
        for kind, head, tail in relations
    ]
    task = {"id": "a", "data": {"text": TEXT}, "annotations": [{"result": [*regions, *links]}]}
    return json.dumps([task])


WORDS = ("Harbour", "Board", "hired", "Ida", "Wren", ".", "She", "lives", "in", "Quill", ".")


def webanno(relations: Given) -> str:
    numbers = {name: at for at, name in enumerate(SPANS, 1)}
    rows, at = [], 0
    tokens = []
    for number, word in enumerate(WORDS, 1):
        start = TEXT.index(word, at)
        at = start + len(word)
        tokens.append((f"1-{number}", start, at))
    first = {name: next(token for token, start, _ in tokens if start == SPANS[name][0]) for name in SPANS}
    for token, start, end in tokens:
        inside = [name for name, (low, high, _) in SPANS.items() if low <= start and end <= high]
        types = "|".join(f"{SPANS[name][2]}[{numbers[name]}]" for name in inside) or "_"
        ends = [each for each in relations if first[each[2]] == token]
        kinds = "|".join(kind.replace("_", "\\_") for kind, _, _ in ends) or "_"
        bases = "|".join(f"{first[head]}[{numbers[head]}_{numbers[tail]}]" for _, head, tail in ends) or "_"
        rows.append(f"{token}\t{start}-{end}\t{TEXT[start:end]}\t{types}\t{kinds}\t{bases}\t")
    header = [
        "#FORMAT=WebAnno TSV 3.3",
        "#T_SP=webanno.custom.Entity|value",
        "#T_RL=webanno.custom.Link|kind|BT_webanno.custom.Entity",
        "",
        "",
        f"#Text={TEXT}",
    ]
    return "".join(f"{line}\n" for line in [*header, *rows])


FORMS = {
    "{}-brat/a.ann": brat,
    "{}-webanno/a.tsv": webanno,
    "{}-doccano.jsonl": doccano,
    "{}-plain.jsonl": plain,
    "{}-positions.jsonl": by_position,
    "{}-words.jsonl": by_words,
    "{}-prodigy.jsonl": prodigy,
    "{}-label-studio.json": label_studio,
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with both sides in every format."""
    monkeypatch.chdir(tmp_path)
    for side, relations in (("key", KEY), ("response", RESPONSE)):
        for name, write in FORMS.items():
            path = tmp_path / name.format(side)
            path.parent.mkdir(exist_ok=True)
            path.write_text(write(relations), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", FORMS)
def test_every_format_has_the_same_relations(folder: Path, name: str) -> None:
    for side, relations in (("key", KEY), ("response", RESPONSE)):
        text = (folder / name.format(side)).read_text(encoding="utf-8")
        [unit] = [SpansLanguage().of_file(name).read(text)]
        assert not unit.findings
        found = {
            (each.relation.type, each.relation.head.extents, each.relation.tail.extents)
            for each in unit.relations
        }
        assert found == {(kind, (SPANS[head][:2],), (SPANS[tail][:2],)) for kind, head, tail in relations}


@pytest.mark.parametrize("key", FORMS)
def test_sides_of_different_formats_have_one_score(folder: Path, key: str) -> None:
    for response in FORMS:
        sides = [folder / form.format(side) for form, side in ((key, "key"), (response, "response"))]
        result = keytally.score(*sides, task="relations", options={"symmetric": "same", "documents": "order"})
        counts, errors = result.values["scores"], result.values["errors"]
        assert (counts["correct"], counts["gold"], counts["proposed"]) == (1, 3, 3)
        assert (errors["wrong_type"], errors["wrong_head"], errors["missing"]) == (1, 1, 0)
        assert not result.warnings


def test_the_report_names_types_and_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["score", "key-brat", "response-doccano.jsonl", "--task", "relations", "-v"]
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a: F 0.0  0 correct of 3 proposed, 3 gold"
    assert [line.split()[0] for line in lines[3:8]] == ["employed", "lives_in", "same", "works_for", "micro"]
    assert "wrong direction       1" in lines
    assert lines[-1].endswith("|task:relations")
    assert main([*command, "-j", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == lines


def test_the_other_commands_take_relations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sides = ["key-doccano.jsonl", "response-doccano.jsonl"]
    assert main(["compare", "--task", "relations", *sides, "key-brat"]) == 0
    for command in ("agreement", "errors"):
        assert main([command, "--task", "relations", *sides]) == 0
    assert "wrong head" in capsys.readouterr().out
    assert main(["report", "--task", "relations", *sides, "-o", "report.html"]) == 0
    assert "works_for" in (folder / "report.html").read_text(encoding="utf-8")
    values = keytally.agreement("relations", [folder / side for side in sides]).values
    assert values["documents"] == ["a"]


ANN = f"{brat([])}E1\tHire:T3 Agent:T1 Theme:T2 Theme2:T4\nR1\tin Arg2:E1 Arg1:T4\n*\tEquiv T1 T2 T4\n"


def stated(text: str) -> list[tuple[str, str, str, str]]:
    unit = SpansLanguage().of_file("a.ann").read(text)
    return [
        (
            each.relation.type,
            unit.covered(each.relation.head),
            unit.covered(each.relation.tail),
            text[each.start : each.end],
        )
        for each in unit.relations
    ]


def test_brat_states_roles_of_events_and_equivalences() -> None:
    assert stated(ANN) == [
        ("Agent", "She", "Harbour Board", "Agent:T1"),
        ("Theme", "She", "Ida Wren", "Theme:T2"),
        ("Theme", "She", "Quill", "Theme2:T4"),
        ("in", "Quill", "She", "R1\tin Arg2:E1 Arg1:T4"),
        ("Equiv", "Harbour Board", "Ida Wren", "*\tEquiv T1 T2 T4"),
        ("Equiv", "Harbour Board", "Quill", "*\tEquiv T1 T2 T4"),
        ("Equiv", "Ida Wren", "Quill", "*\tEquiv T1 T2 T4"),
    ]


def test_identifiers_and_the_order_of_lines_do_not_matter(folder: Path) -> None:
    text = ANN
    for number in range(4, 0, -1):
        text = text.replace(f"T{number}", f"T{number + 30}")
    other = "".join(sorted(text.splitlines(keepends=True), reverse=True))
    for name, written in (("one", ANN), ("two", other)):
        (folder / f"{name}.ann").write_text(written, encoding="utf-8")
    assert (
        keytally.score(folder / "one.ann", folder / "two.ann", task="relations").values["scores"]["f"] == 100
    )


BAD = [
    ({"from_id": "T1", "to_id": "T9"}, "the relation from 'T1' to 'T9': 'T9' is not an entity"),
    ({"head": 1, "relation": "x"}, "a relation lacks its head or its tail"),
    ({"head": [0, 900], "tail": [0, 2]}, "an end is not a span of the text"),
    ({"head": "board", "tail": "T1"}, "'board' is not an entity"),
]


@pytest.mark.parametrize(("relation", "says"), BAD)
def test_a_relation_without_two_entities_is_a_finding(relation: dict[str, object], says: str) -> None:
    record = json.loads(doccano([])) | {"relations": [relation]}
    [finding] = SpansLanguage().read(json.dumps(record)).findings
    assert says in finding.message


def test_a_text_of_several_entities_is_ambiguous() -> None:
    label = [[0, 1, "A"], [2, 3, "A"]]
    record = {
        "text": "x x",
        "label": label,
        "relations": [{"head": "x", "tail": [0, 1, "A"], "relation": "r"}],
    }
    [finding] = SpansLanguage().read(json.dumps(record)).findings
    assert "'x' is the text of several entities" in finding.message


def test_plain_values_have_the_score_of_files(folder: Path) -> None:
    of_files = keytally.score(
        folder / "key-plain.jsonl",
        folder / "response-plain.jsonl",
        task="relations",
        options={"symmetric": "same"},
    )
    sides = [
        {"a": [(SPANS[head], SPANS[tail], kind) for kind, head, tail in relations]}
        for relations in (KEY, RESPONSE)
    ]
    of_values = keytally.relations(*sides, symmetric=["same"])
    assert of_values.values == of_files.values
    assert repr(of_values) == "<RelationsResult F 33.33>"
    assert str(of_values).splitlines()[-1] == of_files.signature
    assert (of_values.precision, of_values.recall) == (of_values.f, of_values.f)


WRONG: list[tuple[Any, Any, dict[str, Any], str]] = [
    ({}, [], {}, "both sides"),
    ([[]], [], {}, "1 documents"),
    ({"a": [(0, 3)]}, {}, {}, "document a: (0, 3)"),
    ({"a": [((0, 3), (0, 3, "P"), "x")]}, {}, {}, "(0, 3) is not"),
    ({}, {}, {"arguments": "both"}, "strict, span"),
]


@pytest.mark.parametrize(("key", "response", "options", "says"), WRONG)
def test_other_values_are_errors(key: Any, response: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError) as raised:
        keytally.relations(key, response, **options)
    assert says in str(raised.value)


def test_offsets_of_relations_are_resolved_like_those_of_spans(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "Ida \N{GRINNING FACE}\nWren runs Quill.\n"
    ends = text.replace("\n", "\r\n")
    record = {"id": "a", "text": text, "label": [[0, 10, "PER"], [16, 21, "ORG"]]}
    moved = {"id": "a", "text": ends, "label": [[0, 11, "PER"], [17, 22, "ORG"]]}
    for name, each in (("key.jsonl", record), ("response.jsonl", moved)):
        head, tail = each["label"]
        links = [{"head": head, "tail": tail, "relation": "runs"}]
        Path(name).write_text(json.dumps({**each, "relations": links}) + "\n", encoding="utf-8")
    lines = "T1\tPER 0 11\tIda \N{GRINNING FACE} Wren\nT2\tORG 17 22\tQuill\nR1\truns Arg1:T1 Arg2:T2\n"
    Path("brat").mkdir()
    Path("brat/a.ann").write_text(lines, encoding="utf-8")
    for response in ("response.jsonl", "brat"):
        result = keytally.score("key.jsonl", response, task="relations")
        assert result.values["scores"]["correct"] == 1
        [note] = result.warnings
        assert "converted" in note
