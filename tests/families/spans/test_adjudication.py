"""Merging and adjudicating spans: files of brat, and records of JSON."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally_server.session.session import Session
from keytally_server.session.snapshot import OpenFile

TEXT = "Ida Wren left Port Anselm."
FIRST = [[0, 8, "PER"], [14, 25, "LOC"], [14, 18, "FAC"]]
SECOND = [[0, 8, "PER"], [14, 25, "ORG"]]


def record(spans: list[list[object]], name: str = "a") -> str:
    return json.dumps({"id": name, "text": TEXT, "label": spans}) + "\n"


def spans_in(path: str) -> dict[str, list[object]]:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return {found["id"]: found["label"] for found in map(json.loads, lines)}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("anna.jsonl").write_text(record(FIRST) + record([[0, 3, "PER"]], "b"), encoding="utf-8")
    Path("ben.jsonl").write_text(record(SECOND) + record([[0, 3, "PER"]], "b"), encoding="utf-8")


def state(gold: str, annotators: str) -> None:
    Path("keytally.toml").write_text(
        f'[[adjudication]]\ntask = "spans"\ngold = "{gold}"\n[adjudication.annotators]\n{annotators}', "utf-8"
    )


def test_unanimous_spans_of_records_are_merged() -> None:
    state("gold.jsonl", 'anna = "anna.jsonl"\nben = "ben.jsonl"\n')
    main(["merge", "--strategy", "unanimous"])
    assert spans_in("gold.jsonl") == {"a": [[0, 8, "PER"]], "b": [[0, 3, "PER"]]}


def test_the_union_of_spans_has_both_annotators_spans() -> None:
    state("gold.jsonl", 'anna = "anna.jsonl"\nben = "ben.jsonl"\n')
    main(["merge", "--strategy", "union"])
    gold = keytally.score("gold.jsonl", "anna.jsonl").values
    assert [0, 8, "PER"] in spans_in("gold.jsonl")["a"]
    assert [14, 18, "FAC"] in spans_in("gold.jsonl")["a"]
    assert gold["types"]["PER"]["f"] == 100


def test_a_file_of_brat_is_merged_with_its_attributes() -> None:
    Path("anna.ann").write_text(
        "T1\tPER 0 3;4 8\tIda Wren\nA1\tkind T1 x\nT2\tLOC 14 25\tPort Anselm\n", "utf-8"
    )
    Path("ben.ann").write_text("T1\tLOC 14 25\tPort Anselm\nT2\tPER 0 3;4 8\tIda Wren\n", "utf-8")
    state("gold.ann", 'anna = "anna.ann"\nben = "ben.ann"\n')
    assert main(["merge", "--strategy", "unanimous"]) == 0
    assert Path("gold.ann").read_text(encoding="utf-8") == (
        "T1\tPER 0 3;4 8\tIda Wren\nA1\tkind T1 x\nT2\tLOC 14 25\tPort Anselm\n"
    )


DIRECTORIES = 'anna = "anna"\nben = "ben"\n'
IDA, WREN = "T1\tPER 0 3\tIda\n", "T1\tPER 0 8\tIda Wren\n"


def write_directories() -> None:
    """Write two annotators' files of brat; one document of the second annotator has no spans."""
    for name, texts in {"anna": (IDA, IDA), "ben": (WREN, ""), "gold": ("", "")}.items():
        Path(name).mkdir()
        for number, text in enumerate(texts, 1):
            Path(name, f"d{number}.ann").write_text(text, encoding="utf-8")
    state("gold", DIRECTORIES)


def test_directories_are_scored_compared_reported_and_merged(capsys: pytest.CaptureFixture[str]) -> None:
    write_directories()
    assert keytally.score("anna", "ben").values["scores"]["gold"] == 2
    assert main(["errors", "anna", "ben"]) == 0
    assert main(["agreement"]) == 0
    out = capsys.readouterr().out
    assert "alpha-U" not in out
    assert main(["merge", "--strategy", "union"]) in (0, 1)
    assert Path("gold/d2.ann").read_text(encoding="utf-8") == IDA
    assert main(["score", "gold", "anna"]) == 0


def test_an_open_gold_of_brat_shows_the_undecided_spans() -> None:
    write_directories()
    session = Session(lambda line: None)
    session.set_roots([Path.cwd()])
    gold = Path.cwd() / "gold" / "d1.ann"
    session.opened(gold, "", OpenFile(1, "spans"))
    [found] = session.engine.findings(gold)
    assert found.finding.rule.name == "undecided"
    session.changed(gold, 2, [(0, 0, IDA)])
    assert not list(session.engine.findings(gold))


@pytest.mark.parametrize(("target", "suffix"), [("webanno", ".tsv"), ("langextract", ".jsonl")])
def test_files_that_keytally_writes_whole_become_a_gold(target: str, suffix: str) -> None:
    for side, kind in (("anna", "PER"), ("ben", "ORG")):
        Path("source.jsonl").write_text(record([[0, 8, kind], [14, 25, "LOC"]]), encoding="utf-8")
        keytally.convert(["source.jsonl"], target, output=f"{side}{suffix}", force=True).write()
    result = keytally.merge("spans", {side: f"{side}{suffix}" for side in ("anna", "ben")})
    Path("gold").write_text(result.text, encoding="utf-8")
    [document] = keytally.convert(["gold"], "doccano", source=target).text.splitlines()
    assert json.loads(document)["label"] == [[14, 25, "LOC"]]


def test_a_file_from_which_spans_cannot_be_removed_becomes_no_gold(tmp_path: Path) -> None:
    paths = {}
    for side, tag in (("anna", "B-PER"), ("ben", "O")):
        paths[side] = tmp_path / f"{side}.jsonl"
        record = {"id": "a", "tokens": ["Ida"], "ner_tags": [tag]}
        paths[side].write_text(json.dumps(record) + "\n", encoding="utf-8")
    with pytest.raises(keytally.KeytallyError, match="spans of document a cannot be removed"):
        keytally.merge("spans", paths)
