"""The agreement on named entities: what is measured, on which items, and what is missing."""

from pathlib import Path
from typing import Any

import pytest

from keytally.runs.agreement import agreement
from keytally.runs.files import KeytallyError
from keytally.runs.score import score
from tests.adjudication.agreement.annotated_files import coefficient, file_of, values_of

ANNA = file_of("P:Ida_Wren met O:Orrin in L:Port_Anselm .", "It rained on Monday in L:Brill .")
BEN = file_of("P:Ida_Wren met P:Orrin in L:Port_Anselm .", "It rained on Monday in Brill .")
CY = file_of("P:Ida_Wren met O:Orrin in Port L:Anselm .")


@pytest.fixture
def values(tmp_path: Path) -> dict[str, Any]:
    return values_of(tmp_path, {"anna": ANNA, "ben": BEN, "cy": CY})


def test_f_is_that_of_the_scorer_in_both_directions(tmp_path: Path, values: dict[str, Any]) -> None:
    pair = values["pairs"][0]
    there = score(tmp_path / "anna.sgml", tmp_path / "ben.sgml", task="named_entity").headline
    back = score(tmp_path / "ben.sgml", tmp_path / "anna.sgml", task="named_entity").headline
    assert (pair["a"], pair["b"], pair["compared_documents"]) == ("anna", "ben", 2)
    assert (pair["f_a_as_key"], pair["f_b_as_key"], pair["f"]) == (there, back, (there + back) / 2)


def test_a_document_that_somebody_lacks_is_missing_and_not_empty(values: dict[str, Any]) -> None:
    f = {(pair["a"], pair["b"]): pair for pair in values["pairs"]}
    assert f["anna", "cy"]["compared_documents"] == 1
    assert list(f["anna", "cy"]["documents"]) == ["1"]
    assert values["notes"] == ["cy has not finished 1 of 2 documents: 2"]
    assert coefficient(values, "Cohen's kappa", "anna", "cy")["items"] == 8
    assert coefficient(values, "Cohen's kappa", "anna", "ben")["items"] == 15
    assert coefficient(values, "Fleiss' kappa")["items"] == 8
    assert coefficient(values, "Krippendorff's alpha, tokens")["items"] == 15


def test_a_document_that_is_not_marked_as_done_is_missing(tmp_path: Path) -> None:
    files = {"anna": ANNA, "ben": BEN}
    values = values_of(tmp_path, files, done={"ben": ["1"]})
    assert values["documents"] == ["1"]
    assert values["notes"] == ["ben has not finished 1 of 2 documents: 2"]
    assert values["pairs"] == values_of(tmp_path, {"anna": ANNA, "ben": file_of_first(BEN)})["pairs"]


def test_documents_that_are_done_may_be_named_as_they_are_written(tmp_path: Path) -> None:
    files = {name: text.replace("> 1 <", "> 26-1 <") for name, text in (("anna", ANNA), ("ben", BEN))}
    values = values_of(tmp_path, files, done={"ben": ["26-1"], "anna": ["261", "2"]})
    assert values["documents"] == ["26-1"]
    assert all("26-1" in pair["documents"] for pair in values["pairs"])


def test_a_document_that_is_done_and_not_there_is_told_of(tmp_path: Path) -> None:
    values_of(tmp_path, {"anna": ANNA, "ben": BEN})
    files = {name: tmp_path / f"{name}.sgml" for name in ("anna", "ben")}
    told = agreement("named_entity", files, done={"ben": ["1", "9"]}).warnings
    assert told[0] == f"{files['ben']}: ben has 9 marked as done, but there is no such document"


def file_of_first(text: str) -> str:
    return text.partition("</DOC>\n")[0] + "</DOC>\n"


def test_cohens_kappa_over_tokens_by_hand(tmp_path: Path) -> None:
    """Ten tokens: eight alike (six none, two persons), one person for none, one person for location."""
    one = file_of("P:a_b P:c L:d e f g h i j")
    other = file_of("P:a_b c P:d e f g h i j")
    found = coefficient(values_of(tmp_path, {"anna": one, "ben": other}), "Cohen's kappa")
    chance = (3 * 3 + 1 * 0 + 6 * 7) / 100
    assert (found["value"], found["items"]) == (pytest.approx((0.8 - chance) / (1 - chance)), 10)


def test_alpha_u_is_over_the_documents_that_all_have_done(values: dict[str, Any]) -> None:
    item = coefficient(values, "Krippendorff's alpha-U")["item"]
    assert item.startswith("span of text with its type, in 1 document with ")
    assert "in 2 documents" in coefficient(values, "Krippendorff's alpha-U", "anna", "ben")["item"]


def test_alpha_over_entities_says_that_chance_is_a_convention(values: dict[str, Any]) -> None:
    found = coefficient(values, "Krippendorff's alpha, entities")
    assert found["items"] == 4
    assert found["item"].endswith(
        "unmarked text is not an item, so chance agreement is only a convention here"
    )


def test_who_says_what_where_another_says_something_else(values: dict[str, Any]) -> None:
    assert [tuple(each.values()) for each in values["confusions"]] == [
        ("anna", "ben", "entity", "LOCATION", None, 1),
        ("anna", "ben", "entity", "ORGANIZATION", "PERSON", 1),
        ("ben", "cy", "entity", "PERSON", "ORGANIZATION", 1),
    ]


def test_disagreements_have_the_places_of_each_annotator(tmp_path: Path, values: dict[str, Any]) -> None:
    first, second, third = values["disagreements"]
    assert (first["document"], first["kind"], first["name"]) == ("1", "entity", "Orrin")
    assert [each["says"] for each in first["said"]] == [
        "ENAMEX TYPE=ORGANIZATION",
        "ENAMEX TYPE=PERSON",
        "ENAMEX TYPE=ORGANIZATION",
    ]
    for saying in first["said"]:
        line = Path(saying["path"]).read_text(encoding="utf-8").splitlines()[saying["line"] - 1]
        assert line[saying["column"] - 1 :].startswith(f'<ENAMEX TYPE="{saying["says"].split("=")[1]}">Orrin')
    assert {each["name"] for each in second["said"]} == {"Port Anselm", "Anselm"}
    assert third["said"][1] == {"annotator": "ben", "says": None}
    assert [each["annotator"] for each in third["said"]] == ["anna", "ben"]


def test_equal_files_agree_fully(tmp_path: Path) -> None:
    values = values_of(tmp_path, {"anna": ANNA, "ben": ANNA})
    assert values["pairs"][0]["f"] == 100
    assert {each["value"] for each in values["coefficients"]} == {1.0}
    assert (values["confusions"], values["disagreements"]) == ([], [])


def test_where_nobody_has_marked_anything_nothing_is_defined(tmp_path: Path) -> None:
    bare = file_of("Nothing to see here .")
    values = values_of(tmp_path, {"anna": bare, "ben": bare})
    assert values["pairs"][0]["f"] is None
    assert values["coefficients"]
    assert all(each["value"] is None and each["reason"] for each in values["coefficients"])


def test_the_order_of_annotators_changes_nothing_but_the_order(tmp_path: Path) -> None:
    one = values_of(tmp_path, {"anna": ANNA, "ben": BEN, "cy": CY})
    other = values_of(tmp_path, {"cy": CY, "ben": BEN, "anna": ANNA})
    assert {
        (each["name"], frozenset(each["annotators"])): (each["value"], each["items"])
        for each in one["coefficients"]
    } == {
        (each["name"], frozenset(each["annotators"])): (each["value"], each["items"])
        for each in other["coefficients"]
    }
    assert {frozenset((pair["a"], pair["b"])): pair["f"] for pair in one["pairs"]} == {
        frozenset((pair["a"], pair["b"])): pair["f"] for pair in other["pairs"]
    }
    assert len(one["disagreements"]) == len(other["disagreements"])


def test_altered_text_is_told_and_left_out(tmp_path: Path) -> None:
    altered = BEN.replace("rained", "poured")
    values = values_of(tmp_path, {"anna": ANNA, "ben": altered})
    where = f"1 document has a different text from {tmp_path / 'anna.sgml'}"
    assert values["notes"] == [f"{tmp_path / 'ben.sgml'}: {where} and is left out: 2"]
    assert values["documents"] == ["1"]


def test_files_of_other_documents_cannot_be_compared(tmp_path: Path) -> None:
    with pytest.raises(KeytallyError, match="no document is in more than one file"):
        values_of(tmp_path, {"anna": file_of("a"), "ben": file_of("a", first=2)})


def test_tags_of_given_markup_are_no_tokens(tmp_path: Path) -> None:
    plain, marked = file_of("P:Ida met Orrin"), file_of("P:Ida met Orrin").replace("met", "<p> met </p>")
    counts = []
    for text in (plain, marked):
        other = text.replace("Orrin", '<ENAMEX TYPE="PERSON">Orrin</ENAMEX>')
        values = values_of(tmp_path, {"anna": text, "ben": other})
        counts.append(coefficient(values, "Cohen's kappa")["items"])
    assert counts[0] == counts[1] == 3


def test_options_count_as_for_a_score(tmp_path: Path) -> None:
    values_of(tmp_path, {"anna": ANNA, "ben": BEN})
    files = [tmp_path / "anna.sgml", tmp_path / "ben.sgml"]
    found = agreement("named_entity", files, options={"ne_allow_incorrect": "yes"}).values
    expected = score(*files, task="named_entity", options={"ne_allow_incorrect": "yes"})
    assert found["pairs"][0]["f_a_as_key"] == expected.headline
    assert found["signature"] == expected.signature
