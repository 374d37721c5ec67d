"""A gold of annotators' records: merged, adjudicated, and made the same as one of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import keytally
from keytally.commands.main import main
from keytally.families.contract import Role
from keytally.families.records.evaluation import RecordsEvaluation
from keytally.families.records.layout import Form
from keytally.families.records.options import RecordsOptions
from keytally.findings.finding import apply_edits
from tests.families.annotating import taking_all
from tests.families.records.test_differences import FLAT, VALUES, unit_of

ITEMS = st.lists(
    st.fixed_dictionaries(
        {"n": st.sampled_from("pqr")}, optional={"v": VALUES, "o": FLAT, "s": st.lists(FLAT, max_size=2)}
    ),
    max_size=3,
)
SAME_SHAPE = st.fixed_dictionaries(
    {},
    optional={
        "a": VALUES,
        "b": VALUES,
        "o": FLAT,
        "l": ITEMS,
        "t": st.lists(st.sampled_from("uvw"), max_size=3),
    },
)
FORMS = st.sampled_from(["plain", "envelope", "string", "indented"])


@given(SAME_SHAPE, SAME_SHAPE, FORMS)
def test_taking_all_of_a_file(gold: dict[str, Any], taken: dict[str, Any], form: str) -> None:
    evaluation = RecordsEvaluation(RecordsOptions())
    mine = unit_of(evaluation, Role.KEY, gold, form)
    its = unit_of(evaluation, Role.KEY, taken, "indented" if form == "indented" else "plain")
    assume(Form.MAPPING not in (mine.layout.form, its.layout.form))
    changes = taking_all(evaluation, [mine], [its])
    made = evaluation.annotator.rewriting([mine], changes)
    assert not made.refused
    text = apply_edits(mine.text, [edit for _, edit in made.edits])
    after = mine.with_text(text)
    assert evaluation.agrees(evaluation.score("1", [its], [after])), text
    for unit, read in made.read:
        assert (unit, read.text) == (mine, text)


@given(SAME_SHAPE, FORMS)
def test_without_fields(record: dict[str, Any], form: str) -> None:
    evaluation = RecordsEvaluation(RecordsOptions())
    unit = unit_of(evaluation, Role.KEY, record, form)
    assume(unit.layout.form is not Form.MAPPING)
    (text,) = evaluation.annotator.without_annotations([unit])
    bare = unit.with_text(text)
    assert evaluation.annotator.annotations([bare]) == []
    assert bare.document == unit.document
    assert not [each for each in bare.findings if each.rule.name == "records-syntax"]


def test_other_kinds_are_refused() -> None:
    evaluation = RecordsEvaluation(RecordsOptions())
    mine = unit_of(evaluation, Role.KEY, {"a": {"b": 1}, "c": 1}, "plain")
    its = unit_of(evaluation, Role.KEY, {"a": 1, "c": {"d": 1}}, "plain")
    changes = [change for change in taking_all(evaluation, [mine], [its]) if change.wanted is not None]
    made = evaluation.annotator.rewriting([mine], changes)
    assert set(made.refused.values()) == {"the gold has a different type of value at this position"}
    assert not made.edits


TEA, BUN = {"name": "tea", "price": 2.5}, {"name": "bun", "price": 3}
ANNOTATORS = {
    "anna": [
        {
            "id": "a",
            "shop": "Wren",
            "total": 5,
            "items": [{"name": "tea", "price": 2}, {"name": "bun", "price": 3}],
        },
        {"id": "b", "shop": "Lamp", "address": {"city": "Oslo", "zip": "0150"}},
    ],
    "ben": [
        {
            "id": "a",
            "shop": "Wren",
            "total": 6,
            "items": [{"name": "bun", "price": 3}, {"name": "tea", "price": 2.5}],
        },
        {"id": "b", "shop": "Lamp", "address": {"city": "Oslo"}},
    ],
    "cleo": [
        {"id": "a", "shop": "Wren & Co", "total": 6, "items": [TEA]},
        {"id": "b", "shop": "Lamp", "address": {"city": "Bergen", "zip": "0150"}},
    ],
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, records in ANNOTATORS.items():
        lines = "".join(f"{json.dumps(record)}\n" for record in records)
        Path(f"{name}.jsonl").write_text(lines, encoding="utf-8")
    annotators = "".join(f'{name} = "{name}.jsonl"\n' for name in ANNOTATORS)
    Path("keytally.toml").write_text(
        f'[[adjudication]]\ntask = "records"\ngold = "gold.jsonl"\n[adjudication.annotators]\n{annotators}',
        encoding="utf-8",
    )


def _gold() -> list[Any]:
    return [json.loads(line) for line in Path("gold.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_majority_is_merged(folder: None) -> None:
    main(["merge", "--strategy", "majority"])
    first, second = _gold()
    assert {**first, "items": sorted(first["items"], key=lambda item: item["name"])} == {
        "id": "a",
        "shop": "Wren",
        "total": 6,
        "items": [{"name": "bun", "price": 3}, {"name": "tea", "price": 2.5}],
    }
    assert second == {"id": "b", "shop": "Lamp", "address": {"city": "Oslo", "zip": "0150"}}


def test_only_unanimous_fields_are_merged_and_the_others_are_undecided(
    folder: None, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["merge", "--strategy", "unanimous"])
    assert _gold() == [{"id": "a", "items": [{"name": "tea"}]}, {"id": "b", "shop": "Lamp"}]
    capsys.readouterr()
    main(["check", "--format", "json", "gold.jsonl"])
    rules = [each["rule"] for each in json.loads(capsys.readouterr().out)]
    assert rules.count("undecided") == 7


def test_a_gold_is_a_key(folder: None) -> None:
    main(["merge", "--strategy", "majority"])
    result = keytally.score("gold.jsonl", "ben.jsonl", task="records")
    assert result.values["totals"]["cor"] == 8


def test_a_document_that_the_gold_lacks_is_appended(folder: None) -> None:
    for name in ("ben", "cleo"):
        with Path(f"{name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps({"id": "c", "shop": "Rope", "items": [{"name": "jam", "price": 1}]}) + "\n")
    main(["merge", "--strategy", "majority"])
    assert [record["id"] for record in _gold()] == ["a", "b", "c"]
    assert _gold()[2] == {"id": "c", "items": [{"name": "jam", "price": 1}], "shop": "Rope"}
    before = Path("gold.jsonl").read_text(encoding="utf-8")
    main(["merge", "--strategy", "majority"])
    assert Path("gold.jsonl").read_text(encoding="utf-8") == before
