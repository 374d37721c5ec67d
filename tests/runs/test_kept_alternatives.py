"""A gold that keeps alternatives: what each annotator says is right by it where they differ."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.runs.merge import MergeResult, merge
from keytally.runs.score import score

NAMES = ("anna", "ben", "cleo")
TYPES, TITLES = ["COMPANY", "GOVERNMENT", "OTHER"], ['"Dr."', '"Prof."']
ALIASES, PEOPLE = ['"the firm"', '"Orrin"', '"OB"'], ["<PERSON-7-1>", "<PERSON-7-2>"]


def slot(name: str, fills: list[str]) -> str:
    return f"    {name}: " + "\n        ".join(fills) + "\n" if fills else ""


def some(values: list[str], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(values), max_size=most, unique=True)


@st.composite
def files(draw: st.DrawFn) -> str:
    """A file of one document, whose objects are told apart by their names, with any other slots."""
    text = ""
    for number in draw(st.lists(st.integers(1, 3), unique=True)):
        text += f'<ORGANIZATION-7-{number}> :=\n    ORG_NAME: "Firm {number}{number}{number}"\n'
        text += slot("ORG_TYPE", draw(some(TYPES, 1))) + slot("ORG_ALIAS", draw(some(ALIASES, 2)))
    for number in draw(st.lists(st.integers(1, 2), unique=True)):
        text += f'<PERSON-7-{number}> :=\n    PER_NAME: "Ann {number}{number}{number}"\n'
        text += slot("PER_TITLE", draw(some(TITLES, 1)))
    return text


def merged(folder: str, texts: Mapping[str, str], task: str, gold: str | None = None) -> MergeResult:
    for name, text in texts.items():
        Path(folder, name).write_text(text, encoding="utf-8")
    named = {name: Path(folder, name) for name in texts}
    return merge(task, named, gold=gold and Path(folder, gold), keep_alternatives=True)


def lost(folder: str, task: str, text: str) -> dict[str, Any]:
    """What a file loses by the gold."""
    Path(folder, "response").write_text(text, encoding="utf-8")
    totals = score(Path(folder, "gold"), Path(folder, "response"), task=task).values["totals"]
    return {name: totals[name] for name in ("par", "inc", "mis", "spu") if totals[name]}


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.lists(files().filter(bool), min_size=2, max_size=3))
def test_no_annotator_of_templates_loses_anything(texts: list[str]) -> None:
    named = dict(zip(NAMES, texts, strict=False))
    with TemporaryDirectory() as folder:
        result = merged(folder, named, "template_element")
        assert result.is_done
        Path(folder, "gold").write_text(result.text, encoding="utf-8")
        for text in texts:
            assert lost(folder, "template_element", text) == {}
        again = merged(folder, named, "template_element", "gold")
        assert (again.text, again.is_done) == (result.text, True)


ANNA = (
    '<ORGANIZATION-7-1> :=\n    ORG_NAME: "Orrin"\n    ORG_TYPE: COMPANY\n    ORG_ALIAS: "A"\n        "B"\n'
)
BEN = '<ORGANIZATION-7-1> :=\n    ORG_NAME: "Orrin"\n    ORG_TYPE: OTHER\n'


def test_slots_keep_what_each_says_and_what_some_leave_out_is_optional(tmp_path: Path) -> None:
    ben = f'{BEN}<PERSON-7-4> :=\n    PER_NAME: "Ann"\n'
    result = merged(str(tmp_path), {"anna": ANNA, "ben": ben}, "template_element")
    assert result.text == (
        '<ORGANIZATION-7-1> :=\n    ORG_NAME: "Orrin"\n    ORG_ALIAS: / "A"\n            "B"\n'
        "    ORG_TYPE: COMPANY\n            / OTHER\n"
        '<PERSON-7-4> :=\n    PER_NAME: "Ann"\n    OBJ_STATUS: OPTIONAL\n'
    )
    assert result.is_done


EVENT = '<TEMPLATE-7-1> :=\n    DOC_NR: "7"\n    CONTENT: <SUCCESSION_EVENT-7-1>\n<SUCCESSION_EVENT-7-1> :=\n'


@pytest.mark.parametrize("reason", ["REASSIGNMENT", "OTH_UNK"])
def test_pointers_keep_what_each_leads_to(tmp_path: Path, reason: str) -> None:
    event = f'{EVENT}    POST: "chief"\n    VACANCY_REASON: {reason}\n    SUCCESSION_ORG: <ORGANIZATION-7-'
    texts = {
        name: f'{event}{number}>\n<ORGANIZATION-7-{number}> :=\n    ORG_NAME: "Firm {number * 3}"\n'
        for name, number in (("anna", "1"), ("ben", "2"))
    }
    result = merged(str(tmp_path), texts, "scenario_template")
    assert "SUCCESSION_ORG: <ORGANIZATION-7-1>\n            / <ORGANIZATION-7-2>\n" in result.text
    Path(tmp_path, "gold").write_text(result.text, encoding="utf-8")
    for text in texts.values():
        assert lost(str(tmp_path), "scenario_template", text) == {}


WORDS = ["The", "cat", "sat", "at", "mat"]
SOURCE = f"S {' '.join(WORDS)}\n"
EDITS = {
    0: ["A", "This", "-NONE-"],
    1: ["cats", "dog"],
    3: ["on", "at the"],
    4: ["mats", "the mat"],
}
"""Corrections of single words by their number."""


def sentence(edits: Mapping[int, str]) -> str:
    """A gold of one annotator; a noop without edits."""
    lines = [f"A {at} {at + 1}|||X|||{edits[at]}|||REQUIRED|||-NONE-|||0\n" for at in sorted(edits)]
    return SOURCE + ("".join(lines) or "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n") + "\n"


CORRECTIONS = st.fixed_dictionaries({}, optional={at: st.sampled_from(said) for at, said in EDITS.items()})


@settings(max_examples=60, deadline=None)
@given(st.lists(CORRECTIONS, min_size=2, max_size=3))
def test_no_annotator_of_corrections_loses_anything(edits: list[dict[int, str]]) -> None:
    named = {name: sentence(each) for name, each in zip(NAMES, edits, strict=False)}
    with TemporaryDirectory() as folder:
        result = merged(folder, named, "m2")
        assert result.is_done
        Path(folder, "gold").write_text(result.text, encoding="utf-8")
        for each in edits:
            words = [each.get(at, word).replace("-NONE-", "") for at, word in enumerate(WORDS)]
            Path(folder, "response").write_text(" ".join(filter(None, words)) + "\n", encoding="utf-8")
            totals = score(Path(folder, "gold"), Path(folder, "response"), task="m2").values["scores"]
            assert (totals["precision"], totals["recall"]) == (100, 100)
        again = merged(folder, named, "m2", "gold")
        assert (again.text, again.is_done) == (result.text, True)


def test_each_different_answer_to_a_sentence_is_an_annotator(tmp_path: Path) -> None:
    named = {"anna": sentence({3: "on"}), "ben": sentence({}), "cleo": sentence({3: "on"})}
    assert merged(str(tmp_path), named, "m2").text == (
        f"{SOURCE}A 3 4|||X|||on|||REQUIRED|||-NONE-|||0\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1\n\n"
    )


def test_a_sentence_of_which_the_gold_has_edits_gets_no_further_annotators(tmp_path: Path) -> None:
    gold = sentence({1: "dog"})
    Path(tmp_path, "gold").write_text(gold, encoding="utf-8")
    result = merged(str(tmp_path), {"anna": sentence({3: "on"}), "ben": sentence({})}, "m2", "gold")
    assert (result.text, len(result.open)) == (gold, 1)
