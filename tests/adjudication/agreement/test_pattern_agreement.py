"""The agreement on corpus pattern analysis: labels of tokens, clusters of lines, and slots of patterns."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from keytally.runs.agreement import agreement
from keytally.runs.files import KeytallyError
from keytally.runs.score import score
from tests.adjudication.agreement.annotated_files import coefficient

TASKS = {"parse": "cpa-parsing", "clust": "cpa-clustering", "pat": "cpa-slots"}

ANNA = "1\tSailors\tsubj\tHuman\n2\tmend\tv\t\n3\tnets\tobj\tArtifact\n4\tdaily\t\t\n"
BEN = "1\tSailors\tsubj\tAnimal\n2\tmend\tv\t\n3\tnets\tobj\tArtifact\n4\tdaily\tadvprep\t\n"
ONTOLOGY = [{"term": "Entity", "sub": [{"term": "Human"}]}]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def values_of(extension: str, *texts: str, **options: str) -> dict[str, Any]:
    files = dict(zip(("anna", "ben", "cy"), texts, strict=False))
    for name, text in files.items():
        Path(f"{name}.{extension}").write_text(text, encoding="utf-8")
    paths = {name: f"{name}.{extension}" for name in files}
    return agreement(TASKS[extension], paths, options=options).values


def pattern(*cells: str) -> str:
    return "\t".join([*cells, *[""] * (9 - len(cells))]) + "\n"


def is_scored(values: dict[str, Any], extension: str, **options: str) -> bool:
    """Whether F of both directions is what `keytally score` says."""
    files, task = (f"anna.{extension}", f"ben.{extension}"), TASKS[extension]
    [pair] = values["pairs"]
    there, back = (score(*sides, task=task, options=options).headline for sides in (files, files[::-1]))
    return bool((pair["f_a_as_key"], pair["f_b_as_key"]) == (there, back))


def test_f_of_parsing_depends_on_the_key() -> None:
    """By anna's tags F is 1, by ben's 2 / 3, since `advprep` is right nowhere; of the types it is 1 / 2."""
    values = values_of("parse", ANNA, BEN)
    [pair] = values["pairs"]
    there, back = 100 * (1 + 1 / 2) / 2, 100 * (2 / 3 + 1 / 2) / 2
    assert (pair["f_a_as_key"], pair["f_b_as_key"]) == (pytest.approx(there), pytest.approx(back))
    assert pair["f"] == pytest.approx((there + back) / 2)
    assert is_scored(values, "parse")
    assert pair["types"] == {
        "syntax": {"advprep": 0, "obj": 100, "subj": 100},
        "semantics": {"Animal": 0, "Artifact": 100, "Human": 0},
    }


def test_kappa_over_the_tokens_but_for_the_verb() -> None:
    """Tags: `subj` and `obj` by both, nothing by one and `advprep` by the other; chance (1 + 1) / 9."""
    values = values_of("parse", ANNA, BEN)
    found = coefficient(values, "Cohen's kappa, syntactic tags")
    assert (found["value"], found["items"]) == (pytest.approx((2 / 3 - 2 / 9) / (1 - 2 / 9)), 3)
    assert found["item"] == "token of the text, with its syntactic tag or none"


def test_alpha_over_tokens_by_layer() -> None:
    """Of six values of either layer two occur twice, and one token of three differs: Do = 2 / 6."""
    values = values_of("parse", ANNA, BEN)
    for layer in ("syntactic tags", "semantic types"):
        found = coefficient(values, f"Krippendorff's alpha, tokens, {layer}")
        assert (found["value"], found["items"]) == (pytest.approx(1 - (2 / 6) / (1 - 4 / 30)), 3)


def test_labels_are_compared_one_by_one() -> None:
    values = values_of("parse", ANNA, BEN)
    assert [
        (
            each["kind"],
            each["name"],
            [(said["says"], said.get("line"), said.get("column")) for said in each["said"]],
        )
        for each in values["disagreements"]
    ] == [
        ("semantic type", "Sailors", [("Human", 1, 16), ("Animal", 1, 16)]),
        ("syntactic tag", "daily", [(None, None, None), ("advprep", 4, 9)]),
    ]


@pytest.mark.parametrize(
    "other", [BEN.replace("nets", "net"), BEN.replace("mend\tv\t", "mend\t\t"), BEN.replace("4\t", "5\t")]
)
def test_other_tokens_or_another_verb_are_another_text(other: str) -> None:
    with pytest.raises(KeytallyError) as raised:
        values_of("parse", ANNA, other)
    assert "a different text from anna.parse and is left out: anna" in str(raised.value)


def test_f_of_clusterings_is_symmetric() -> None:
    """Precision: items 1, 2 and 3 have 2·2 + 1 common pairs of 3·3: 5 / 9. Recall: (4 / 2 + 1 / 2) / 4.

    F is 2 · 5/9 · 5/8 / (5/9 + 5/8) = 10 / 17.
    """
    values = values_of("clust", "1\t1\n2\t1\n3\t2\n4\tx\n5\t2\n", "4\tu\n3\t5\n2\t5\n1\t5\n")
    [pair] = values["pairs"]
    assert pair["f_a_as_key"] == pytest.approx(100 * 10 / 17) == pair["f_b_as_key"]
    assert is_scored(values, "clust")


def test_alpha_of_clusterings() -> None:
    """Sets of the common items: {1,2} {1,2} {3} {4}, and {1,2,3} three times and {4}.

    Three pairs are 1/3 apart: Do = 2 · 1 / 8. De = 2 · (2 + 4 + 2 + 2 + 1 + 6) / 56, of {1,2} with {3}, {4}
    and {1,2,3}, of {3} with {4} and {1,2,3}, and of {4} with {1,2,3}. Ben has no line 5: that is missing.
    """
    values = values_of("clust", "1\t1\n2\t1\n3\t2\n4\tx\n5\t2\n", "4\tu\n3\t5\n2\t5\n1\t5\n")
    found = coefficient(values, "Krippendorff's alpha, clusters by Passonneau's distance")
    assert (found["value"], found["items"]) == (pytest.approx(1 - (2 / 8) / (34 / 56)), 4)


def test_alpha_over_whether_items_are_in_clusters() -> None:
    """Three items are in clusters by both, one is `x` and `u`: Do = 2 / 8, De = 1 - 6 · 5 / 56."""
    values = values_of("clust", "1\t1\n2\t1\n3\t2\n4\tx\n5\t2\n", "4\tu\n3\t5\n2\t5\n1\t5\n")
    found = coefficient(values, "Krippendorff's alpha, items")
    assert (found["value"], found["items"]) == (pytest.approx(1 - (2 / 8) / (1 - 30 / 56)), 4)
    said = {each["name"]: [one["says"] for one in each["said"]] for each in values["disagreements"]}
    assert said == {"3": ["clustered", "clustered -> 2"], "4": ["x", "u"]}


def test_clusters_by_other_numbers_in_another_order_agree() -> None:
    """Of one cluster with all items alpha is undefined; of two it is 1."""
    values = values_of("clust", "1\t1\n2\t1\n10\t2\n", "10\t7\n2\t4\n1\t4\n")
    assert values["disagreements"] == [] and values["pairs"][0]["f"] == 100
    name = "Krippendorff's alpha, clusters by Passonneau's distance"
    assert coefficient(values, name)["value"] == 1
    one = coefficient(values_of("clust", "1\t1\n2\t1\n", "1\t3\n2\t3\n"), name)
    assert one["value"] is None and one["reason"] == (
        "all values are equal, so the expected disagreement is zero"
    )


SLOTS = pattern("Entity", "Artifact"), pattern("Event") + pattern("Human", "Artifact")


def test_f_of_slots_in_both_directions() -> None:
    """A hypernym in the key is worth 1/2, in the response 1/4.

    With anna's as the key 1.5 of ben's 3 slots and of her 2 are right: F 2 · 1.5 / 5; then 2 · 1.25 / 5.
    """
    Path("ontology.json").write_text(json.dumps(ONTOLOGY), encoding="utf-8")
    values = values_of("pat", *SLOTS, ontology="ontology.json")
    [pair] = values["pairs"]
    assert (pair["f_a_as_key"], pair["f_b_as_key"]) == (pytest.approx(60), pytest.approx(50))
    assert is_scored(values, "pat", ontology="ontology.json")


@pytest.mark.parametrize("sides", [SLOTS, SLOTS[::-1]])
def test_alpha_over_slots_of_aligned_patterns(sides: Sequence[str]) -> None:
    """`Entity` and `Human`, `Artifact` twice: Do = 2 / 4, De = 1 - 2 / 12; the slot of `Event` is missing."""
    found = coefficient(values_of("pat", *sides), "Krippendorff's alpha, slots")
    assert (found["value"], found["items"]) == (pytest.approx(1 - (2 / 4) / (1 - 2 / 12)), 2)


def test_types_of_a_slot_have_no_order() -> None:
    values = values_of("pat", pattern("Human|Artifact"), pattern("Artifact | Human"))
    assert values["disagreements"] == [] and values["pairs"][0]["f"] == 100


def test_equal_patterns_of_three_annotators_are_one_item() -> None:
    """Wherever they stand; ben's `Human` is anna's `Entity`, since both have `Artifact`."""
    values = values_of("pat", pattern("Entity", "Artifact") + pattern("Event"), SLOTS[1], pattern("Event"))
    pairs = [("anna", "ben"), ("anna", "cy"), ("ben", "cy")]
    assert [(each["a"], each["b"]) for each in values["pairs"]] == pairs
    said = {each["name"]: [one["says"] for one in each["said"]] for each in values["disagreements"]}
    assert said == {"Entity": ["pattern", "pattern", None], "Entity subject": ["Entity", "Human"]}


@pytest.mark.parametrize("extension", ["parse", "clust", "pat"])
def test_a_file_without_columns_is_the_wrong_one(extension: str) -> None:
    with pytest.raises(
        KeytallyError, match=r"^anna\.\w+: contains no verb of this task; is this the right file\?$"
    ):
        values_of(extension, "junk\n", "junk\n")
