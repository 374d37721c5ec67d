"""Corpus pattern analysis over the wire: one pair of folders, of which single files are open."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.wire import PUBLISH, Wire, on

MARKS = "keytally/marks"
SCORED = "keytally/scored"


@pytest.fixture
def folders(tmp_path: Path, examples: Path) -> Path:
    return Path(shutil.copytree(examples / "cpa", tmp_path / "cpa"))


@pytest.fixture
def mend(folders: Path) -> Path:
    return folders / "response" / "mend.parse"


@pytest.fixture
def wire(folders: Path, mend: Path) -> Iterator[Wire]:
    wire = on(folders)
    wire.open(mend, language="cpa")
    wire.settle()
    yield wire


def changed_on_disk(wire: Wire, *paths: Path, kind: int = 2) -> None:
    changes = [{"uri": path.as_uri(), "type": kind} for path in paths]
    wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    wire.settle()


def mark(wire: Wire, path: Path, label: str) -> dict[str, Any]:
    marks = wire.about(MARKS, path)["marks"]
    return next(each for each in marks if each["label"] == label)


def test_a_file_of_a_folder_brings_the_pair_of_folders_to_life(wire: Wire, folders: Path) -> None:
    scored = wire.of(SCORED)[-1]
    assert scored["pair"] == {
        "key": (folders / "key").as_uri(),
        "response": (folders / "response").as_uri(),
    }
    assert sorted(scored["documents"]) == ["drift", "mend"]
    assert scored["totals"]["verbs"].keys() == {"drift", "mend"}
    assert scored["headline"] == {"name": "F", "value": pytest.approx(72.638888888889)}


def test_marks_stand_in_the_open_file_and_lead_into_the_file_of_its_verb(
    wire: Wire, folders: Path, mend: Path
) -> None:
    key = folders / "key" / "task1" / "mend.parse"
    wrong = mark(wire, mend, "INC Event (key: Time_Period)")
    assert (wrong["status"], wrong["level"]) == ("inc", "item")
    assert wire.text_at(mend, wrong["range"]) == "Event"
    assert wrong["partner"]["uri"] == key.as_uri()
    assert wire.text_at(key, wrong["partner"]["range"]) == "Time_Period"
    assert {each["partner"]["uri"] for each in wire.about(MARKS, mend)["marks"] if "partner" in each} == {
        key.as_uri()
    }


def test_what_is_missing_stands_without_width_in_its_cell(wire: Wire, mend: Path) -> None:
    missing = mark(wire, mend, "MIS Artifact")
    assert missing["range"]["start"] == missing["range"]["end"]
    assert missing["range"]["start"] == wire.place(mend, "13\tsign\t\t", len("13\tsign\t\t"))


def test_the_score_follows_as_a_type_is_typed(wire: Wire, mend: Path) -> None:
    before = wire.of(SCORED)[-1]["totals"]["verbs"]
    wire.replace(mend, "advprep\tEvent", "advprep\tTime_Period")
    wire.settle()
    scored = wire.of(SCORED)[-1]
    assert list(scored["documents"]) == ["mend"]
    assert scored["totals"]["verbs"]["mend"] > before["mend"]
    assert scored["totals"]["verbs"]["drift"] == before["drift"]
    assert scored["delta"] == pytest.approx((scored["totals"]["verbs"]["mend"] - before["mend"]) / 2)
    assert scored["version"] == 2


def test_findings_follow_as_well(wire: Wire, mend: Path) -> None:
    assert wire.rules(mend) == []
    wire.replace(mend, "2\tsailors\tsubj", "2\tsailors\tsubject")
    wire.replace(mend, "\tHuman", "\tHumann", version=3)
    wire.replace(mend, "13\tsign", "12\tsign", version=4)
    wire.settle()
    assert wire.rules(mend) == ["cpa-tag", "cpa-semantic-type", "cpa-duplicate-id"]


def test_hover_tells_verdict_sentence_and_tallies(wire: Wire, mend: Path) -> None:
    text = wire.at("textDocument/hover", mend, "Event", 1)["contents"]["value"]
    assert "INC" in text and "Time_Period" in text
    assert "Old **sailors** **mend** torn nets in **winter**" not in text
    assert "Old sailors **mend** torn nets in **winter** ." in text
    assert "this verb" in text and "all verbs" in text


def test_the_sentence_of_a_cluster_comes_from_the_input_file(wire: Wire, folders: Path) -> None:
    """The input files are ISO-8859-1."""
    path = folders / "response" / "mend.clust"
    wire.open(path, language="cpa")
    wire.settle()
    text = wire.at("textDocument/hover", path, "10\t1", 3)["contents"]["value"]
    assert "Renée **mended** the café sign with glue ." in text


def test_definition_leads_to_the_partner(wire: Wire, folders: Path, mend: Path) -> None:
    found = wire.at("textDocument/definition", mend, "Event", 1)
    assert "mend.parse" in str(found) and "task1" in str(found)


def test_the_key_shows_what_the_response_made_of_it(wire: Wire, folders: Path, mend: Path) -> None:
    key = folders / "key" / "task1" / "mend.parse"
    wire.open(key, language="cpa")
    wire.settle()
    wrong = mark(wire, key, "INC Time_Period (response: Event)")
    assert wrong["partner"]["uri"] == mend.as_uri()
    assert mark(wire, key, "MIS Artifact")["status"] == "mis"


def test_each_task_is_a_pair_of_its_own(wire: Wire, folders: Path) -> None:
    path = folders / "response" / "drift.pat"
    wire.open(path, language="cpa")
    wire.settle()
    assert (
        wire.about(MARKS, path)["marks"][0]["label"]
        == "PAR 0.25 of a point for subject Artifact (key: Vehicle)"
    )
    assert [live.pair.task for live in wire.server.session.live_pairs] == ["cpa-slots", "cpa-parsing"]


def test_a_verb_that_is_not_open_is_followed_on_disk(wire: Wire, folders: Path) -> None:
    other = folders / "response" / "drift.parse"
    other.write_text(other.read_text().replace("obj\tSpeech_Act", "subj\tSpeech_Act"))
    changed_on_disk(wire, other)
    assert list(wire.of(SCORED)[-1]["documents"]) == ["drift"]
    assert wire.of(SCORED)[-1]["headline"]["value"] > 72.638888888889
    assert wire.of(SCORED)[-1]["delta"] is None  # nobody has edited the file here


def test_a_verb_that_is_removed_is_missing_and_comes_back(wire: Wire, folders: Path, mend: Path) -> None:
    other = folders / "response" / "drift.parse"
    text = other.read_text()
    other.unlink()
    changed_on_disk(wire, other, kind=3)
    assert wire.of(SCORED)[-1]["totals"]["verbs"]["drift"] == 0
    assert wire.rules(mend) == ["cpa-missing-verb"]
    other.write_text(text)
    changed_on_disk(wire, other, kind=1)
    assert wire.of(SCORED)[-1]["headline"]["value"] == pytest.approx(72.638888888889)
    assert wire.rules(mend) == []


def test_a_verb_that_the_key_lacks_is_checked_and_not_scored(wire: Wire, folders: Path) -> None:
    extra = folders / "response" / "sew.parse"
    extra.write_text("1\tThey\tSUBJ\t\n2\tsew\tv\t\n")
    wire.open(extra, language="cpa")
    wire.settle()
    assert wire.about(MARKS, extra) is None
    assert wire.rules(extra) == ["cpa-tag"]


def test_outline_folding_and_colours(wire: Wire, mend: Path) -> None:
    symbols = wire.about("textDocument/documentSymbol", mend)
    assert [each["name"] for each in symbols][:1] == ["Old sailors mend torn nets in winter ."]
    assert [child["name"] for child in symbols[0]["children"]] == ["sailors", "mend", "nets", "winter"]
    assert len(wire.about("textDocument/foldingRange", mend)) == 4
    assert wire.about("textDocument/semanticTokens/full", mend)["data"]


@pytest.mark.parametrize(
    ("name", "first", "folded"),
    [("mend.clust", ("3", "cluster 1"), [(0, 2)]), ("mend.pat", ("Human Artifact", None), [(0, 1)])],
)
def test_items_and_patterns_have_an_outline_and_folds(
    folders: Path, name: str, first: tuple[str, str | None], folded: list[tuple[int, int]]
) -> None:
    wire, path = on(folders), folders / "response" / name
    wire.open(path, language="cpa")
    wire.settle()
    symbol = wire.about("textDocument/documentSymbol", path)[0]
    assert (symbol["name"], symbol.get("detail") or None) == first
    folds = wire.about("textDocument/foldingRange", path)
    assert [(fold["startLine"], fold["endLine"]) for fold in folds] == folded
    assert wire.about("textDocument/semanticTokens/full", path)["data"]


def test_closing_the_file_lets_the_pair_go(wire: Wire, mend: Path) -> None:
    wire.close_file(mend.as_uri())
    wire.settle()
    assert wire.server.session.engine.pairs == []
    assert wire.of(PUBLISH)


def second_run(folders: Path) -> Path:
    """Another response, which has only one verb."""
    path = folders / "response2" / "mend.parse"
    path.parent.mkdir()
    shutil.copy(folders / "key" / "task1" / "mend.parse", path)
    project = folders / "keytally.toml"
    project.write_text(project.read_text().replace('["response"]', '["response", "response2"]'))
    return path


def test_the_key_shows_the_response_that_was_opened_or_chosen_last(folders: Path, mend: Path) -> None:
    other, key = second_run(folders), folders / "key" / "task1" / "mend.parse"
    wire = on(folders)
    for path in (mend, other, key):
        wire.open(path, language="cpa")
    wire.settle()
    assert {each["status"] for each in wire.about(MARKS, key)["marks"]} == {"cor"}
    chosen = [(folders / name).as_uri() for name in ("key", "response")]
    wire.request("workspace/executeCommand", {"command": "keytally.selectResponse", "arguments": chosen})
    wire.settle()
    assert "mis" in {each["status"] for each in wire.about(MARKS, key)["marks"]}
    assert wire.rules(other) == ["cpa-missing-verb"]
    wire.close_file(mend.as_uri())
    wire.settle()
    assert {each["status"] for each in wire.about(MARKS, key)["marks"]} == {"cor"}


def test_pairs_of_folders_are_listed_with_their_files(wire: Wire, folders: Path) -> None:
    pairs = wire.request("workspace/executeCommand", {"command": "keytally.listPairs", "arguments": []})
    (parsing,) = [pair for pair in pairs if pair["task"] == "cpa-parsing"]
    assert parsing["language"] == "cpa"
    assert parsing["response"] == (folders / "response").as_uri()
    assert parsing["files"][1] == {
        "key": (folders / "key" / "task1" / "mend.parse").as_uri(),
        "response": (folders / "response" / "mend.parse").as_uri(),
    }


def test_an_ontology_that_changes_on_disk_is_followed(wire: Wire, folders: Path, mend: Path) -> None:
    ontology = folders / "ontology.json"
    ontology.write_text(ontology.read_text().replace("Time_Period", "Season"))
    changed_on_disk(wire, ontology)
    assert wire.rules(folders / "response" / "mend.parse") == []
    ontology.write_text(ontology.read_text().replace("Human", "Person"))
    changed_on_disk(wire, ontology)
    assert wire.rules(mend) == ["cpa-semantic-type"] * 3
    ontology.write_text("not JSON")
    changed_on_disk(wire, ontology)
    assert "the ontology is not valid JSON" in wire.of("window/showMessage")[-1]["message"]


def test_a_long_verb_is_read_stretch_by_stretch(folders: Path) -> None:
    """Both the file that is open and one that is not."""
    for name in (
        "key/task1/mend.parse",
        "response/mend.parse",
        "key/task1/drift.parse",
        "response/drift.parse",
    ):
        path = folders / name
        more = (f"{number}\tword\tsubj\tHuman\n{number}v\tgoes\tv\t\n\n" for number in range(100, 6000))
        path.write_text(path.read_text() + "\n" + "".join(more))
    wire = on(folders)
    mend = folders / "response" / "mend.parse"
    wire.open(mend, language="cpa")
    wire.settle()
    assert wire.of(SCORED)[-1]["totals"]["verbs"].keys() == {"drift", "mend"}
    assert len(wire.about(MARKS, mend)["marks"]) > 11_000
    assert wire.rules(mend) == []
