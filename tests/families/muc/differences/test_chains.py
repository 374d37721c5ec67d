"""Each difference between chains has one of seven classes, its part of the lost links, and a repair."""

import re
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.live_pair import LivePair
from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference
from keytally.families.contract import Role
from tests.calls import calls_counted
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.muc.annotations.chain_documents import marked
from tests.families.muc.coreference_files import coreference, document, in_classes

TASK = coreference()
LETTERS = "ABCDEFGH"

partitions = st.dictionaries(st.sampled_from(LETTERS), st.integers(0, 3))
"""Classes: each mention with the number of its class."""


def differences(key: str, response: str) -> Sequence[Difference]:
    live = scored(TASK, key, response)
    return [each for name in live.documents for each in TASK.classifier.differences(live.scores_of(name))]


def told(key: str, response: str) -> list[tuple[str, str, str, dict[str, int]]]:
    """The differences between classes of letters, with the mentions of both sides."""
    found = differences(in_classes(key), in_classes(response))
    return [
        (each.name, _letters(each.key_text), _letters(each.response_text), dict(each.counts))
        for each in found
    ]


def _letters(text: str) -> str:
    return re.split(r" in the chain|, first of its chain", text, maxsplit=1)[0].replace(", ", "")


def repaired(key: str, response: str, name: str) -> str:
    """The classes of letters once the first difference of a class is repaired."""
    live = scored(TASK, in_classes(key), in_classes(response))
    corrections = Corrections(live)
    [document] = live.documents
    chosen = next(each for each in corrections.differences(document) if each.name == name)
    made = corrections.corrected(document, [chosen]).rewriting
    assert not made.refused
    return classes_of(scored(TASK, in_classes(key), rewritten(live, made)))


def classes_of(live: LivePair) -> str:
    """The chains of a response."""
    [unit] = (unit for unit in live.response.units if unit.document)
    chains = TASK.chains(unit, Role.RESPONSE)
    return " ".join(sorted("".join(chains.text(each) for each in members) for members in chains.members))


def test_the_task_classifies_differences() -> None:
    assert TASK.classifier is not None
    assert TASK.classifier.classes == (
        *("span", "conflated entities", "extra mention", "extra entity"),
        *("divided entity", "missing mention", "missing entity"),
    )


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        ("ABC", "ABC", []),
        ("ABC DE", "ABCDE", [("conflated entities", "DE", "DE", {"spurious links": 1})]),
        ("ABC", "AB C", [("divided entity", "C", "C", {"missing links": 1})]),
        ("ABC", "ABCD", [("extra mention", "", "D", {"spurious links": 1})]),
        ("AB", "AB CDE", [("extra entity", "", "CDE", {"spurious links": 2})]),
        ("ABC", "AB", [("missing mention", "C", "", {"missing links": 1})]),
        ("AB CDE", "AB", [("missing entity", "CDE", "", {"missing links": 2})]),
        ("AB", "AB C", [("extra entity", "", "C", {})]),
        (
            "ABC DE",
            "AB CDE",
            [
                ("conflated entities", "C", "C", {"spurious links": 1}),
                ("divided entity", "C", "C", {"missing links": 1}),
            ],
        ),
    ],
)
def test_a_difference_has_one_class(
    key: str, response: str, expected: list[tuple[str, str, str, dict[str, int]]]
) -> None:
    assert told(key, response) == expected


def test_a_cell_is_told_with_the_chains_of_both_sides() -> None:
    [found] = differences(in_classes("ABC DE"), in_classes("ABCDE"))
    assert found.key_text == "D, E in the chain of D"
    assert found.response_text == "D, E in the chain of A"


def test_chains_of_one_name_are_distinguished_by_their_other_mentions() -> None:
    texts = {"1": "the crew", "2": "they", "3": "the crew", "4": "divers"}

    def written(antecedents: dict[str, str]) -> str:
        references = {at: f' REF="{other}"' for at, other in antecedents.items()}
        return document(
            " ".join(mention(text, int(at), references.get(at, "")) for at, text in texts.items())
        )

    [found] = differences(written({"2": "1", "3": "1", "4": "1"}), written({"2": "1", "4": "3"}))
    assert found.name == "divided entity"
    assert found.key_text == "the crew, divers in the chain of the crew with the crew, they"
    assert found.response_text == "the crew, divers in the chain of the crew alone"


@pytest.mark.parametrize(
    ("key", "response", "name", "expected"),
    [
        ("ABC DE", "ABCDE", "conflated entities", "ABC DE"),
        ("ABC DE", "AB CDE", "conflated entities", "AB C DE"),
        ("ABC DE", "AB CDE", "divided entity", "ABC DE"),
        ("ABC", "ABD C", "divided entity", "ABCD"),
        ("ABCF", "AB CDE F", "divided entity", "ABCDE F"),
        ("ABC", "ABCD", "extra mention", "ABC"),
        ("AB", "AB CDE", "extra entity", "AB"),
        ("ABC DE", "AB DE", "missing mention", "ABC DE"),
        ("AB CDE", "AB", "missing entity", "AB CDE"),
    ],
)
def test_a_repair_leaves_other_differences(key: str, response: str, name: str, expected: str) -> None:
    assert repaired(key, response, name) == expected


def mention(text: str, number: int, more: str = "") -> str:
    return f'<COREF ID="{number}"{more}>{text}</COREF>'


TIED = ' TYPE="IDENT" REF="1"'
HEADED = f'{TIED} MIN="dog"'


@pytest.mark.parametrize(
    ("key", "response", "names"),
    [
        (mention("the old dog", 2, HEADED), f"the {mention('old dog', 2, TIED)}", []),
        (f"the {mention('old dog', 2, HEADED)}", mention("the old dog", 2, TIED), ["span"]),
        (f"the old {mention('dog', 2, TIED)}", f"the {mention('old dog', 2, TIED)}", ["span"]),
        (
            f"{mention('the old', 2, TIED)} dog",
            f"the {mention('old dog', 2, TIED)}",
            ["extra mention", "missing mention"],
        ),
        (f"{mention('the brown', 2, TIED)} dog", f"the {mention('brown dog', 2, TIED)}", ["span"]),
        (
            mention("the old dog", 2, HEADED),
            f"{mention('the old', 2, TIED)} dog",
            ["extra mention", "missing mention"],
        ),
    ],
)
def test_a_wrong_span_holds_the_head_or_the_end_or_half_of_the_longer_text(
    key: str, response: str, names: list[str]
) -> None:
    first = mention("Rex", 1)
    found = differences(document(f"{first} {key}"), document(f"{first} {response}"))
    assert sorted(each.name for each in found) == names


def test_a_span_costs_a_link_of_each_side_and_is_moved() -> None:
    key = document(f"{mention('Rex', 1)} the old {mention('dog', 2, TIED)}")
    response = document(f"{mention('Rex', 1)} the {mention('old dog', 2, TIED)}")
    live = scored(TASK, key, response)
    corrections = Corrections(live)
    [found] = corrections.differences("1")
    assert found.counts == {"missing links": 1, "spurious links": 1}
    assert rewritten(live, corrections.corrected("1", [found]).rewriting) == key


def test_a_repair_leaves_other_attributes_alone() -> None:
    said = ' STATUS="OPT" MIN="dog"'
    key = document(f"{mention('Rex', 1)} sees {mention('the dog', 2, TIED)}")
    response = document(f"{mention('Rex', 1)} sees {mention('the dog', 2, said)}")
    live = scored(TASK, key, response)
    [joined] = Corrections(live).differences("1")
    text = rewritten(live, Corrections(live).corrected("1", [joined]).rewriting)
    assert '<COREF ID="2" TYPE="IDENT" REF="1" STATUS="OPT" MIN="dog">' in text


def test_what_joins_a_chain_of_wrong_spans_mends_their_boundaries() -> None:
    """Else the mention would be joined to nothing of the key's chain."""
    key = document(f"the {mention('dog', 1)} sees {mention('it', 2, TIED)}")
    response = document(f"{mention('the dog', 1)} sees it")
    live = scored(TASK, key, response)
    corrections = Corrections(live)
    lacking = next(each for each in corrections.differences("1") if each.name == "missing mention")
    assert rewritten(live, corrections.corrected("1", [lacking]).rewriting) == key


@given(marked(), marked())
def test_classes_sum_up_and_gains_are_exact_and_not_below_nothing(key: str, response: str) -> None:
    assert all(each.gain >= 0 or each.refused for each in check_laws(TASK, key, response))


def test_what_would_cross_another_tag_is_refused() -> None:
    key = document(f"{mention('the dog', 1)} sees {mention('it', 2, TIED)}")
    response = document(f"the {mention('dog sees', 1)} {mention('it', 2, TIED)}")
    live = scored(TASK, key, response)
    corrections = Corrections(live)
    found = corrections.differences("1")
    refused = [
        corrections.corrected("1", [each]).rewriting.refused
        for each in found
        if each.name == "missing mention"
    ]
    assert refused == [{0: "the tags of the mention would cross other tags"}]
    assert all_repaired(TASK, key, response).headline() == 100


def test_where_no_difference_can_be_blamed_all_are_refused() -> None:
    """Without its second tag, the last one would be read as a part of the first."""
    found = check_laws(TASK, "<DOC\n", "<DOC\n<HL <COREF<COREF<COREF>>")
    assert found and all(each.refused for each in found)


def test_what_stands_elsewhere_in_an_altered_text_is_refused() -> None:
    """The scorer aligns mentions by their offsets."""
    key = document(f"old {mention('Rex', 1)} sees {mention('it', 2, TIED)}")
    response = document("Rex sees it")
    live = scored(TASK, key, response)
    found = Corrections(live).differences("1")
    assert [each.name for each in found] == ["missing entity"]
    made = Corrections(live).corrected("1", found).rewriting
    assert (list(made.edits), made.refused) == ([], {0: "the response has different text at this position"})


def test_an_aligned_mention_gets_out_of_the_way() -> None:
    """The key's MIN aligns `big dog` with `big dog saw it`; `dog saw` would cross it."""
    saw = mention("dog saw", 3, TIED)
    key = document(mention(f"big {saw} it", 1, ' MIN="big"'))
    response = document(f"{mention('big dog', 1)} saw it")
    live = scored(TASK, key, response)
    made = Corrections(live).corrected("1", Corrections(live).differences("1")).rewriting
    assert not made.refused
    assert rewritten(live, made) == key.replace(' MIN="big"', "")


def test_a_document_that_the_response_lacks_is_added() -> None:
    one, other = (in_classes("ABC").replace("DOCNO> 1", f"DOCNO> {number}") for number in (1, 2))
    assert all_repaired(TASK, one + other, one).headline() == 100
    assert all_repaired(TASK, one, one + other).headline() == 100


@given(partitions, partitions)
def test_letters_sum_up_and_gains_are_exact(key: dict[str, int], response: dict[str, int]) -> None:
    check_laws(TASK, in_classes(_written(key)), in_classes(_written(response)))


@given(marked(), marked())
def test_a_response_that_is_repaired_meets_the_key(key: str, response: str) -> None:
    live = all_repaired(TASK, key, response)
    assert (
        Counter(
            each.name for name in live.documents for each in TASK.classifier.differences(live.scores_of(name))
        )
        == {}
    )


def test_a_repaired_document_is_read_once() -> None:
    """The same reading tells that the text stays and is scored."""
    corrections = Corrections(scored(TASK, in_classes("ABC DE"), in_classes("AB CDE")))
    (name,) = corrections.documents
    found = corrections.differences(name)
    corrections.corrected(name, found[:1])
    with calls_counted() as calls:
        for each in found:
            corrections.corrected(name, [each])
    read = "keytally.families.muc.sgml.language."
    assert found
    assert calls[f"{read}read_unit"] + calls[f"{read}reread_unit"] == len(found)
    assert calls["keytally.families.muc.annotations.mentions.fitting"] == len(found)
    assert not calls["keytally.families.muc.annotations.mentions.in_text_order"]


def _written(partition: dict[str, int]) -> str:
    found: dict[int, str] = {}
    for letter in sorted(partition):
        found[partition[letter]] = found.get(partition[letter], "") + letter
    return " ".join(found.values())
