"""The states of items, as small tables, and how decisions find their items again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.adjudication.decisions import (
    Choice,
    Decision,
    Identity,
    Step,
    digest_of,
    match_decisions,
    places_of,
)
from keytally.adjudication.gold_items import match_gold
from keytally.adjudication.items import Claim, Variant, items_of, variants
from keytally.adjudication.states import (
    DocumentState,
    Question,
    State,
    claims_in_document,
    standing_of,
    state_of,
)
from keytally.families.annotations import Annotation, Reference
from tests.adjudication.notes import Notes, note

NOW, BEFORE = "11111111", "22222222"
PLACE = (Step("note", "x"),)


def say(value: str) -> Claim | None:
    """What a letter stands for; a point is nothing."""
    return None if value == "." else Claim((0, 1), (value,))


def decision(text: str, digest: str = NOW) -> Decision:
    word, _, name = text.partition(" ")
    return Decision("1", PLACE, Choice(word), digest, name or None)


def question(said: str, gold: str, decided: str, digest: str) -> Question:
    """Variants of the annotators a, b and c, who say one letter each; a question mark has not finished."""
    saying: dict[str, list[str]] = {}
    for name, value in zip("abc", said, strict=False):
        saying.setdefault(value, []).append(name)
    missing = saying.pop("?", None)
    found = [Variant(say(value), tuple(names)) for value, names in saying.items()]
    made = decision(decided, digest) if decided else None
    return Question(found, NOW, say(gold), made, missing is None)


@pytest.mark.parametrize(
    ("said", "gold", "decided", "state"),
    [
        ("XX", ".", "", State.AGREED),
        ("XX", "X", "", State.ACCEPTED),
        ("XXX", "X", "take a", State.ACCEPTED),
        ("XY", ".", "", State.DISPUTED),
        ("X.", ".", "", State.DISPUTED),
        ("XX.", ".", "", State.DISPUTED),
        ("XY", "X", "", State.ACCEPTED),
        ("XY", "Z", "", State.CORRECTED),
        ("X.", ".", "none", State.ACCEPTED),
        ("X.", ".", "take b", State.ACCEPTED),
        ("X.", ".", "take a", State.DISPUTED),
        ("XY", ".", "take c", State.DISPUTED),
        ("XY", ".", "none", State.CORRECTED),
        ("XY", ".", "own", State.CORRECTED),
        ("XY", "Z", "own", State.CORRECTED),
        ("XY", "X", "none", State.ACCEPTED),
        ("XX?", ".", "", State.INCOMPLETE),
        ("X??", ".", "", State.INCOMPLETE),
        ("XY?", ".", "", State.INCOMPLETE),
        ("XY?", "X", "", State.ACCEPTED),
        ("X??", ".", "none", State.CORRECTED),
    ],
)
def test_the_state_of_an_item(said: str, gold: str, decided: str, state: State) -> None:
    standing = standing_of(question(said, gold, decided, NOW))
    assert (standing.state, standing.is_stale, standing.is_otherwise) == (state, False, False)


@pytest.mark.parametrize(("gold", "decided"), [("Y", ""), ("Y", "none"), (".", "none"), (".", "own")])
def test_the_gold_says_otherwise_than_all(gold: str, decided: str) -> None:
    standing = standing_of(question("XX", gold, decided, NOW))
    assert (standing.state, standing.is_otherwise) == (State.CORRECTED, True)


def test_what_the_gold_is_decided_to_keep_is_meant() -> None:
    standing = standing_of(question("XX", "Y", "own", NOW))
    assert (standing.state, standing.is_otherwise) == (State.CORRECTED, False)
    assert standing_of(question("XX", "Y", "own", BEFORE)).is_stale


@pytest.mark.parametrize(
    ("said", "gold", "decided", "is_stale"),
    [
        ("XY", "X", "take a", True),
        ("XY", ".", "none", True),
        ("XX", "Y", "take b", True),
        ("XX", ".", "none", True),
        ("XX", "X", "take a", False),
        ("XX?", "X", "take a", True),
    ],
)
def test_a_decision_on_other_variants_is_open_again(
    said: str, gold: str, decided: str, is_stale: bool
) -> None:
    standing = standing_of(question(said, gold, decided, BEFORE))
    assert standing.is_stale is is_stale
    assert standing.state is (State.DISPUTED if is_stale else State.ACCEPTED)
    assert not standing.is_otherwise


# Identities


def test_items_of_one_name_are_numbered_from_the_second_on() -> None:
    said = [note(0, 1, "X", name="a"), note(0, 1, "p", name="s", parent=0)]
    said += [note(3, 4, "X", name="a"), note(3, 4, "p", name="s", parent=2)]
    one, two = (Step("note", "a"),), (Step("note", "a", 2),)
    places = places_of(items_of(Notes(), {"anna": said}))
    assert sorted(places) == sorted([one, (*one, Step("part", "s")), two, (*two, Step("part", "s"))])


def digests(said: dict[str, list[Annotation]]) -> list[str]:
    items = items_of(Notes(), said)
    return [digest_of(items, variants(items, number)) for number in range(len(items.items))]


def test_a_digest_is_the_same_on_every_machine() -> None:
    said = {"anna": [note(0, 1, "X", name="ä")], "ben": [note(0, 1, "Y", name="ä")]}
    assert digests(said) == ["5c8903d4"]


def test_a_digest_does_not_depend_on_the_order_of_annotators() -> None:
    said = {"anna": [note(0, 1, "X")], "ben": [note(0, 1, "Y")], "cleo": []}
    assert digests(said) == digests(dict(reversed(said.items())))


def test_a_digest_changes_with_what_is_said_and_with_who_says_it() -> None:
    cases = [{"anna": "X", "ben": "Y"}, {"anna": "Y", "ben": "X"}, {"anna": "X", "ben": "X"}]
    found = {digests({name: [note(0, 1, value)] for name, value in case.items()})[0] for case in cases}
    moved = digests({"anna": [note(0, 2, "X")], "ben": [note(0, 1, "Y")]})[0]
    assert len({*found, moved}) == 4


def test_what_is_referred_to_counts_and_not_its_number() -> None:
    chain = [note(2, 3, "X", name="a"), note(4, 5, Reference(0), name="b")]
    before = [note(0, 1, "Z", name="z"), chain[0], note(4, 5, Reference(1), name="b")]
    assert digests({"anna": chain}) == digests({"anna": before})[1:]
    other = [*before[:2], note(4, 5, Reference(0), name="b")]
    assert digests({"anna": other})[2] != digests({"anna": before})[2]


def identity(name: str, number: int, digest: str) -> Identity:
    return Identity((Step("note", name, number),), digest)


def at(number: int, digest: str, choice: str = "none") -> Decision:
    return decision(choice, digest)._replace(place=(Step("note", "a", number),))


@pytest.mark.parametrize(
    ("identities", "decisions", "found"),
    [
        ([identity("a", 1, NOW)], [at(1, NOW)], {0: 0}),
        ([identity("a", 1, NOW)], [at(1, BEFORE)], {0: 0}),
        ([identity("a", 1, "33333333"), identity("a", 2, NOW)], [at(1, NOW)], {1: 0}),
        ([identity("a", 1, NOW), identity("a", 2, NOW)], [at(2, NOW)], {1: 0}),
        ([identity("a", 1, NOW), identity("a", 2, NOW)], [at(2, NOW), at(1, NOW)], {0: 1, 1: 0}),
        ([identity("b", 1, NOW)], [at(1, NOW)], {}),
        ([identity("a", 1, NOW)], [at(1, NOW), at(1, NOW, "own")], {}),
        ([identity("a", 1, NOW)], [at(1, NOW), at(1, NOW)], {0: 0}),
    ],
)
def test_decisions_find_their_items(
    identities: list[Identity], decisions: list[Decision], found: dict[int, int]
) -> None:
    matches, lost = match_decisions(identities, decisions)
    assert matches == {number: decisions[index] for number, index in found.items()}
    assert not {*lost} & {*matches.values()}


# Documents


def state(said: dict[str, list[Annotation]], gold: list[Annotation], *made: Decision) -> DocumentState:
    items = items_of(Notes(), said)
    return state_of(items, match_gold(Notes(), items, gold), claims_in_document(items, made), ("anna", "ben"))


def test_parts_wait_for_what_they_are_parts_of() -> None:
    anna = [note(0, 1, "X", name="a"), note(0, 1, "p", name="s", parent=0)]
    ben = [note(0, 1, "X", name="a"), note(0, 1, "q", name="s", parent=0)]
    waiting = state({"anna": anna, "ben": ben}, [])
    assert [each.waits for each in waiting.standings] == [False, True]
    assert waiting.open == [0]
    there = state({"anna": anna, "ben": ben}, anna[:1])
    assert [each.waits for each in there.standings] == [False, False]
    assert there.open == [1]


def test_a_decision_on_what_is_not_there_is_lost() -> None:
    lost = decision("none")._replace(place=(Step("note", "gone"),))
    assert state({"anna": [note(0, 1, "X")], "ben": []}, [], lost).lost == [lost]


VALUES = st.lists(st.sampled_from("XY."), min_size=3, max_size=3)


@given(VALUES, VALUES, st.sampled_from("XYZ."))
def test_what_was_decided_is_what_merging_takes(one: list[str], two: list[str], gold: str) -> None:
    def notes(values: list[str]) -> list[Annotation]:
        return [note(3 * at, 3 * at + 1, value) for at, value in enumerate(values) if value != "."]

    said = {"anna": notes(one), "ben": notes(two)}
    before = state(said, notes([gold]))
    made = [decision("take ben", each.digest)._replace(place=each.place) for each in before.identities]
    after = state(said, notes([gold]), *made)
    assert after.lost == [] and not after.decided.stale
    for number, found in enumerate(after.variants):
        assert "ben" in after.decided.variants[number].annotators
        assert after.decided.variants[number] in found
