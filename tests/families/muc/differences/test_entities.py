"""Each difference between entities has one class, its part of the tally, and a repair."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given

from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference
from tests.calls import calls_counted
from tests.error_analysis.laws import all_repaired, check_laws, scored
from tests.families.muc.annotations.entity_documents import (
    ENTITIES,
    TASK,
    Entity,
    without_optional,
    written,
)
from tests.families.muc.sgml_files import document

PERSON, PLACE, DATE = '<ENAMEX TYPE="PERSON">', '<ENAMEX TYPE="LOCATION">', '<TIMEX TYPE="DATE">'

PERSONAL, EITHER = ' TYPE="PERSON"', ' TYPE="LOCATION|PERSON"'


def differences(key: str, response: str) -> Sequence[Difference]:
    files = (document(f"{body}\n") for body in (key, response))
    live = scored(TASK, *files)
    return [each for name in live.documents for each in TASK.classifier.differences(live.scores_of(name))]


def test_the_task_classifies_differences() -> None:
    assert TASK.classifier is not None


@pytest.mark.parametrize(
    ("key", "response", "name", "counts"),
    [
        (f"{PERSON}Ida</ENAMEX>", f"{PLACE}Ida</ENAMEX>", "type", {"inc": 1}),
        (f"{PERSON}May</ENAMEX>", f"{DATE}May</TIMEX>", "type", {"mis": 2, "spu": 2}),
        (f"{PERSON}Ida</ENAMEX> Wren", f"{PERSON}Ida Wren</ENAMEX>", "boundary too long", {"inc": 1}),
        (f"{PERSON}Ida Wren</ENAMEX>", f"{PERSON}Ida</ENAMEX> Wren", "boundary too short", {"inc": 1}),
        (f"{PERSON}Ida Wren</ENAMEX> of", f"Ida {PERSON}Wren of</ENAMEX>", "boundary shifted", {"inc": 1}),
        (
            f"{PERSON}Ida Wren</ENAMEX>",
            f"{PLACE}Ida</ENAMEX> Wren",
            "type and boundary",
            {"mis": 2, "spu": 2},
        ),
        (
            f"{PERSON}Ida Wren</ENAMEX>",
            f"{PERSON}Ida</ENAMEX> {PLACE}Wren</ENAMEX>",
            "split",
            {"inc": 1, "spu": 2},
        ),
        (
            f"{PERSON}Ida</ENAMEX> {PLACE}Wren</ENAMEX>",
            f"{PERSON}Ida Wren</ENAMEX>",
            "merged",
            {"inc": 1, "mis": 2},
        ),
        (f"{PERSON}Ida</ENAMEX>", "Ida", "missed", {"mis": 2}),
        ("Ida", f"{PERSON}Ida</ENAMEX>", "spurious", {"spu": 2}),
    ],
)
def test_a_difference_has_one_class(key: str, response: str, name: str, counts: dict[str, int]) -> None:
    (found,) = differences(key, response)
    assert (found.name, found.counts) == (name, counts)


@given(ENTITIES, ENTITIES)
def test_classes_sum_up_and_gains_are_exact(key: Sequence[Entity], response: Sequence[Entity]) -> None:
    check_laws(TASK, written(key), written(response))


@example([(0, 1, "ENAMEX", PERSONAL), (0, 1, "ENAMEX", EITHER)], [(0, 2, "ENAMEX", PERSONAL)])
@example(
    [(0, 1, "ENAMEX", PERSONAL), (0, 1, "ENAMEX", EITHER)],
    [(0, 1, "ENAMEX", EITHER), (0, 2, "ENAMEX", PERSONAL)],
)
@given(ENTITIES, ENTITIES)
def test_a_response_that_is_repaired_meets_the_key(key: Sequence[Entity], response: Sequence[Entity]) -> None:
    live = all_repaired(TASK, written(without_optional(key)), written(response))
    assert [
        *TASK.classifier.differences([score for name in live.documents for score in live.scores_of(name)])
    ] == []


def test_an_entity_on_altered_text_is_not_repaired() -> None:
    live = scored(TASK, document(f"{PERSON}Ida</ENAMEX>\n"), document("Ada\n"))
    (name,) = live.documents
    found = TASK.classifier.differences(live.scores_of(name))
    rewriting = TASK.classifier.repair((), list(live.response.units), found)
    assert (list(rewriting.edits), rewriting.refused) == (
        [],
        {0: "the response has different text at this position"},
    )


def test_a_repaired_document_is_read_once() -> None:
    """The same reading tells that the repair is sound and is scored."""
    key = document(f"{PERSON}Ida</ENAMEX> Wren\n")
    corrections = Corrections(scored(TASK, key, document(f"{PLACE}Ida</ENAMEX> {PERSON}Wren</ENAMEX>\n")))
    (name,) = corrections.documents
    found = corrections.differences(name)
    with calls_counted() as calls:
        for each in found:
            corrections.corrected(name, [each])
    read = "keytally.families.muc.sgml.language."
    assert len(found) == 2
    assert calls[f"{read}read_unit"] + calls[f"{read}reread_unit"] == len(found)
