"""Rules for a response beside its key."""

import pytest

from keytally.engine.comparison import compare_with_reference
from keytally.engine.reading import Reading
from keytally.families.columns.evaluation import evaluation
from keytally.families.contract import Role, Settings
from tests.pictures import drawn_spans, normal, text_of

KEY = "EU B-ORG\nrejects O\n\nPeter B-PER\nBlackburn I-PER\n\nLondon B-LOC\n"
ENTITIES = evaluation(Settings())


def spans(response: str, key: str = KEY) -> list[tuple[int, int, str]]:
    """The findings in a response beside its key."""
    reading = Reading(ENTITIES.language(Role.RESPONSE), response)
    compare_with_reference(reading, Reading(ENTITIES.language(Role.KEY), key), ENTITIES, None)
    return spans_of(reading)


def spans_of(reading: Reading) -> list[tuple[int, int, str]]:
    """The findings of a reading, from the start of the file."""
    return [
        (each.offset + each.finding.start, each.offset + each.finding.end, each.finding.rule.name)
        for each in reading.findings
    ]


@pytest.mark.parametrize(
    "picture",
    [
        """
        EU B-ORG
        reject O
        ^^^^^^ columns-token

        Petr B-PER
        ^^^^ columns-token
        Blackbrun I-PER

        London B-LOC
        """,
        """
        EU B-COMPANY
           ^^^^^^^^^ columns-type
        rejects O

        Peter B-PERSON
              ^^^^^^^^ columns-type
        Blackburn I-PERSON

        London B-ORG
        """,
        """
        EU B-ORG
        ^^^^^^^^ columns-sentence

        Peter B-PER
        Blackburn I-PER
        died O
        ^^^^^^ columns-sentence

        London B-LOC
        """,
    ],
)
def test_each_rule_finds_what_is_planted(picture: str) -> None:
    text = text_of(picture)
    assert drawn_spans(text, spans(text)) == normal(picture)


def test_sentences_of_other_lengths_and_numbers() -> None:
    assert [name for _, _, name in spans(KEY.replace("rejects O\n", ""))] == ["columns-sentence"]
    assert [name for _, _, name in spans(KEY + "\nBrussels O\n")] == ["columns-sentence"]
    assert spans(KEY) == spans(KEY.replace("PER", "ORG")) == []


@pytest.mark.parametrize("response", [KEY.replace("London B-LOC\n", ""), KEY.replace("\nPeter", "Peter")])
def test_the_sentence_may_be_the_last_that_is_alike(response: str) -> None:
    reading = Reading(ENTITIES.language(Role.RESPONSE), response)
    compare_with_reference(reading, Reading(ENTITIES.language(Role.KEY), KEY), ENTITIES, None)
    (found,) = reading.findings
    assert found.finding.message == "the response has 2 sentences, the key 3; they differ from here on"
