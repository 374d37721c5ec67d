"""What a merge tells of every item: its state and what became of it; and who has done what, by comments."""

from pathlib import Path

import pytest

from keytally.runs.agreement import agreement
from keytally.runs.files import KeytallyError
from keytally.runs.merge import MergeResult, merge
from tests.runs.test_merge import ANNA, BARE, BEN, document

FIRST, SECOND = "2603040001", "2603040002"


def record(number: str, kind: str = "COMPANY") -> str:
    return f'<ORGANIZATION-{number}-1> :=\n    ORG_NAME: "Orrin"\n    ORG_TYPE: {kind}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(extension: str = "sgml", **texts: str) -> dict[str, str]:
    for name, text in texts.items():
        Path(f"{name}.{extension}").write_text(text, encoding="utf-8")
    return {name: f"{name}.{extension}" for name in texts}


def told(result: MergeResult) -> list[tuple[str, str, str]]:
    return [(each["name"], each["state"], each["outcome"]) for each in result.values["items"]]


def test_each_item_is_told_with_its_state_and_its_outcome() -> None:
    named = files(anna=ANNA, ben=BEN)
    assert told(merge("named_entity", named, config="muc6-ne")) == [
        ("Ida", "agreed", "added"),
        ("Port", "disputed", "open"),
        ("May", "agreed", "added"),
    ]


def test_what_the_gold_has_is_accepted_or_corrected() -> None:
    named = files(anna=ANNA, ben=BEN)
    gold = document(
        '<ENAMEX TYPE="PERSON">Ida</ENAMEX> left <ENAMEX TYPE="ORGANIZATION">Port Anselm</ENAMEX> in May.'
    )
    Path("gold.sgml").write_text(gold, encoding="utf-8")
    assert told(merge("named_entity", named, config="muc6-ne", gold="gold.sgml")) == [
        ("Ida", "accepted", "stands"),
        ("Port", "corrected", "stands"),
        ("May", "agreed", "added"),
    ]


def test_an_unfinished_document_is_incomplete() -> None:
    named = files(anna=ANNA, ben=BEN, cleo=BARE)
    result = merge("named_entity", named, config="muc6-ne", done={"cleo": []})
    assert told(result) == [
        ("Ida", "incomplete", "added"),
        ("Port", "incomplete", "open"),
        ("May", "incomplete", "added"),
    ]


def test_who_marks_a_document_as_done_has_no_vote_in_others() -> None:
    both = record(FIRST) + record(SECOND)
    other = record(FIRST, "OTHER") + record(SECOND, "OTHER")
    named = files("tmpl", anna=both, ben=both, cleo=f"; done 260304-0001\n{other}")
    result = merge("template_element", named, config="muc6-te", strategy="unanimous")
    assert [(each.document, each.name) for each in result.open] == [
        (FIRST, f"ORGANIZATION-{FIRST}-1 ORG_TYPE")
    ]
    assert "; done" not in result.text


def test_agreement_takes_comments_as_merging_does() -> None:
    both = record(FIRST) + record(SECOND)
    named = files("tmpl", anna=both, ben=f"{both}; done 260304-0001\n; done 7\n")
    found = agreement("template_element", named, config="muc6-te")
    assert found.values["documents"] == [FIRST]
    assert "ben.tmpl: ben has 7 marked as done, but there is no such document" in found.warnings
    result = merge("template_element", named, config="muc6-te")
    assert "ben.tmpl: ben has 7 marked as done, but there is no such document" in result.warnings


def test_a_merge_tells_of_documents_stated_as_done_that_no_file_has() -> None:
    named = files(anna=ANNA, ben=BEN)
    result = merge("named_entity", named, config="muc6-ne", done={"ben": ["9", "7"]})
    assert result.warnings == ["ben.sgml: ben has 9 marked as done, but there is no such document"]


def test_nothing_in_common_is_told() -> None:
    both = record(FIRST) + record(SECOND)
    named = files("tmpl", anna=f"; done {FIRST}\n{both}", ben=f"; done {SECOND}\n{both}")
    with pytest.raises(KeytallyError, match="no document is in more than one file"):
        agreement("template_element", named, config="muc6-te")


def test_who_marks_a_document_and_has_nothing_of_it_says_that_nothing_is_there() -> None:
    done = f"; done {FIRST}\n"
    named = files("tmpl", anna=record(FIRST), ben=done, cleo=done)
    result = merge("template_element", named, config="muc6-te", strategy="majority")
    assert (result.text, result.absent, result.warnings) == ("", 1, [])
    found = agreement("template_element", named, config="muc6-te")
    assert (found.values["documents"], found.warnings) == ([FIRST], ())
    assert found.values["disagreements"]
    named = files("tmpl", anna=record(FIRST), ben="; remark\n", cleo=done)
    with pytest.raises(KeytallyError, match="contains no document of this task"):
        merge("template_element", named, config="muc6-te")


def test_a_text_that_a_file_lacks_is_not_done() -> None:
    named = files(anna=ANNA + document("Ida", "8"), ben=ANNA)
    result = merge("named_entity", named, config="muc6-ne", done={"anna": ["7", "8"], "ben": ["7", "8"]})
    assert result.warnings == [
        "ben.sgml: 1 document of the other annotators, 8, is missing and treated as not annotated"
    ]
