"""The ontology of semantic types, and what is said of one that is none."""

import json

import pytest

from keytally.evaluations.cpa.formats.ontology import Ontology, read_ontology, types_in
from keytally.evaluations.settings import SettingsError


def ontology(tree: object) -> Ontology:
    return read_ontology(json.dumps([tree]), "o.json")


def test_hypernyms_are_the_terms_above() -> None:
    found = ontology({"term": "A", "sub": [{"term": "B", "sub": [{"term": "C"}]}, {"term": "D"}]})
    assert found.terms == ["A", "B", "C", "D"]
    assert found.hypernyms("C") == {"A", "B"}
    assert found.hypernyms("C", parents_only=True) == {"B"}
    assert found.hypernyms("A") == found.hypernyms("E") == frozenset()
    assert "D" in found and "E" not in found


def test_a_term_may_stand_at_several_places() -> None:
    found = ontology(
        {"term": "A", "sub": [{"term": "B", "sub": [{"term": "X"}]}, {"term": "C", "sub": [{"term": "X"}]}]}
    )
    assert found.hypernyms("X") == {"A", "B", "C"}
    assert found.hypernyms("X", parents_only=True) == {"B", "C"}


def test_a_term_is_found_in_any_case() -> None:
    assert ontology({"term": "Body_Part"}).in_any_case("body_part") == "Body_Part"
    assert ontology({"term": "Body_Part"}).in_any_case("bodypart") is None


def test_a_node_without_a_term_groups_those_below_it() -> None:
    assert ontology({"term": "A", "sub": [{"sub": [{"term": "B"}]}]}).hypernyms("B") == {"A"}


def test_a_tree_of_any_depth_is_read() -> None:
    text = '{"term": "T", "sub": [' * 400 + '{"term": "U"}' + "]}" * 400
    assert read_ontology(f"[{text}]", "o.json").hypernyms("U") == {"T"}


def test_ontologies_with_the_same_text_are_equal() -> None:
    assert ontology({"term": "A"}) == ontology({"term": "A"}) != ontology({"term": "B"})
    assert hash(ontology({"term": "A"})) == hash(ontology({"term": "A"}))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("{}", "a list whose first element"),
        ("[]", "a list whose first element"),
        ('["Anything"]', "a list whose first element"),
        ('[{"term": "A", "sub": {}}]', "at the top"),
        ('[{"term": "A", "sub": ["B"]}]', "below 'A'"),
    ],
)
def test_what_is_no_ontology_is_refused_in_one_line(text: str, problem: str) -> None:
    with pytest.raises(SettingsError) as caught:
        read_ontology(text, "o.json")
    (line,) = caught.value.problems
    assert line.startswith("o.json: ") and problem in line and "\n" not in line


def test_a_cell_holds_types_between_bars() -> None:
    assert types_in(" Human | Animal ") == {"Human", "Animal"}
    assert types_in(" | ") == types_in("") == frozenset()
