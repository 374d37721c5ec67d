"""The ontology of semantic types, and what is said of one that is none."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import SettingsError
from keytally.families.cpa.reading import Node, Ontology, read_ontology, types_in


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
        ("{", "is not valid JSON"),
        ("[" * 100_000, "is not valid JSON"),
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


TREES = st.recursive(
    st.builds(lambda term: {"term": term}, st.sampled_from("ABCD")),
    lambda below: st.builds(
        lambda term, sub: {"term": term, "sub": sub} if term else {"sub": sub},
        st.sampled_from(["A", "B", "C", "D", None]),
        st.lists(below, max_size=3),
    ),
    max_leaves=12,
)


def paths(tree: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each term of a tree with those above it."""
    term = tree.get("term")
    if term:
        yield term, above
        above = (*above, term)
    for each in tree.get("sub", ()):
        yield from paths(each, above)


@given(TREES)
def test_the_terms_above_are_those_of_all_places_of_a_term(tree: dict[str, Any]) -> None:
    found = ontology(tree)
    for term in "ABCD":
        above = [path for each, path in paths(tree) if each == term]
        assert found.hypernyms(term) == {name for path in above for name in path} - {term}
        parents = {path[-1] for path in above if path} - {term}
        assert found.hypernyms(term, parents_only=True) == parents


def test_each_place_above_a_repeated_term_is_visited_once() -> None:
    class Counted(list[Node]):
        """Nodes that count how often one is looked up."""

        lookups = 0

        def __getitem__(self, number: Any) -> Any:
            self.lookups += 1
            return super().__getitem__(number)

    def lookups(count: int) -> int:
        """X stands below each node of a chain."""
        nodes = Counted([Node("T0", None)])
        for number in range(1, count):
            nodes += [Node(f"T{number}", 2 * number - 2), Node("X", 2 * number - 2)]
        found = Ontology("", nodes)
        for _ in range(3):
            found.hypernyms("X")
        return nodes.lookups

    assert lookups(400) < 4.2 * lookups(100)
