"""Each difference between templates has one of ten classes, its part of the tally, and a repair."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given

from keytally.error_analysis.analysis import analyse_differences
from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference
from keytally.families.muc.evaluation import templates
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.templates.objects import record_objects
from keytally.families.muc.templates.unit import TemplateUnit
from tests.calls import calls_counted
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.muc.annotations.template_documents import TASK, files
from tests.families.muc.template_files import template_element

ELEMENTS = TemplateTask("template_element", template_element())


def record(name: str, *slots: str) -> str:
    """A record with slots, each given as `NAME: fill`."""
    return "\n".join([f"<{name}> :=", *(f"\t{slot}" for slot in slots)]) + "\n\n"


ACME = record("ORGANIZATION-1-1", 'ORG_NAME: "Acme"', "ORG_TYPE: COMPANY", 'ORG_ALIAS: "A"')
IDA = record("PERSON-1-1", 'PER_NAME: "Ida Wren"', 'PER_TITLE: "Dr."')
BEN = record("PERSON-1-2", 'PER_NAME: "Ben Orr"', 'PER_TITLE: "Mr."')


def differences(key: str, response: str, task: TemplateTask = ELEMENTS) -> Sequence[Difference]:
    live = scored(task, key, response)
    return [each for name in live.documents for each in task.classifier.differences(live.scores_of(name))]


def repaired(key: str, response: str, name: str) -> str:
    """The response once the first difference of a class is repaired."""
    live = scored(ELEMENTS, key, response)
    corrections = Corrections(live)
    chosen = next(each for each in corrections.differences("1") if each.name == name)
    made = corrections.corrected("1", [chosen]).rewriting
    assert not made.refused
    return rewritten(live, made)


def test_the_task_classifies_differences() -> None:
    assert TASK.classifier is not None
    assert len(TASK.classifier.classes) == 10


@pytest.mark.parametrize(
    ("key", "response", "name", "counts"),
    [
        (ACME, ACME.replace("COMPANY", "OTHER"), "wrong value", {"inc": 1}),
        (IDA, IDA.replace("Ida Wren", "Wren"), "span", {"inc": 1}),
        (IDA, IDA.replace("Ida Wren", "old Ida Wren"), "span", {"inc": 1}),
        (IDA, IDA.replace("Ida Wren", "da Wren"), "wrong value", {"inc": 1}),
        (ACME, ACME.replace('"A"', '"A"\n\t\t\t"A"'), "duplicate fill", {"spu": 1}),
        (IDA, IDA.replace("PER_NAME", "PER_ALIAS"), "wrong slot", {"mis": 1, "spu": 1}),
        (IDA, IDA.replace('PER_NAME: "Ida', 'PER_ALIAS: "'), "wrong slot", {"mis": 1, "spu": 1}),
        (IDA, IDA.replace('\tPER_TITLE: "Dr."\n', ""), "missing fill", {"mis": 1}),
        (IDA.replace('\tPER_TITLE: "Dr."\n', ""), IDA, "spurious fill", {"spu": 1}),
        (IDA + BEN, IDA, "missing object", {"mis": 2}),
        (IDA, IDA + BEN, "spurious object", {"spu": 2}),
    ],
)
def test_a_difference_has_one_class(key: str, response: str, name: str, counts: dict[str, int]) -> None:
    (found,) = differences(key, response)
    assert (found.name, found.counts) == (name, counts)


def test_fills_that_objects_exchange_are_in_the_wrong_object() -> None:
    response = (IDA + BEN).replace("Dr.", "?").replace("Mr.", "Dr.").replace("?", "Mr.")
    [found] = differences(IDA + BEN, response)
    assert (found.name, found.counts) == ("wrong object", {"inc": 2})
    assert (found.key_text, found.response_text) == (
        'PERSON-1-2 PER_TITLE "Mr."',
        'PERSON-1-1 PER_TITLE "Mr."',
    )
    assert repaired(IDA + BEN, response, "wrong object") == IDA + BEN


def test_a_fill_may_be_in_the_wrong_object_and_slot() -> None:
    key = ACME + record("PERSON-1-1", 'PER_NAME: "Ida Wren"', 'PER_ALIAS: "A. B."')
    response = ACME.replace('"A"', '"A"\n\t\t\t"A. B."') + record("PERSON-1-1", 'PER_NAME: "Ida Wren"')
    [found] = differences(key, response)
    assert (found.name, found.counts) == ("wrong object and slot", {"mis": 1, "spu": 1})
    assert found.labels == ("PERSON.PER_ALIAS", "ORGANIZATION.ORG_ALIAS")


LED = ACME.rstrip("\n") + "\n\tORG_LEADER: <PERSON-1-1>\n\n"
"""`Acme`, led by the first person; classes of the configuration stand so that persons are aligned later."""

POINTED = TemplateTask(
    "template_element",
    template_element(
        {
            "person": {"per_name": "string", "per_title": "string"},
            "organization": {"org_name": "string", "org_type": "set", "org_leader": "pointer"},
        }
    ),
)


def test_a_missing_object_has_the_pointers_to_it() -> None:
    [found] = differences(IDA + LED, LED, POINTED)
    assert (found.name, found.counts) == ("missing object", {"inc": 1, "mis": 2})
    live = scored(POINTED, IDA + LED, LED.replace("\tORG_LEADER: <PERSON-1-1>\n", ""))
    corrections = Corrections(live)
    made = corrections.corrected("1", corrections.differences("1")).rewriting
    assert "\tORG_LEADER: <PERSON-1-1>" in rewritten(live, made)
    assert all_repaired(POINTED, IDA + LED, LED).headline() == 100


def test_a_spurious_object_has_the_pointers_to_it() -> None:
    [found] = differences(ACME, LED + IDA, POINTED)
    assert (found.name, found.counts) == ("spurious object", {"spu": 3})
    assert all_repaired(POINTED, ACME, LED + IDA).headline() == 100


def test_a_pointer_to_nothing_in_the_key_is_refused() -> None:
    live = scored(POINTED, LED, ACME)
    corrections = Corrections(live)
    [found] = corrections.differences("1")
    refused = corrections.corrected("1", [found]).rewriting.refused
    assert (found.name, list(refused)) == ("missing fill", [0])


def test_an_object_without_a_whole_name_is_not_rewritten() -> None:
    live = scored(ELEMENTS, ACME, ACME + IDA.replace("PERSON-1-1", "PERSON-1-"))
    corrections = Corrections(live)
    [found] = corrections.differences("1")
    made = corrections.corrected("1", [found]).rewriting
    assert (found.name, list(made.refused)) == ("spurious object", [0])


@pytest.mark.parametrize(
    ("key", "response", "name"),
    [
        (ACME, ACME.replace("COMPANY", "OTHER"), "wrong value"),
        (ACME, ACME.replace('"A"', '"A" ##12#13#texts\n\t\t\t"B"'), "spurious fill"),
        (IDA, IDA.replace("PER_NAME", "PER_ALIAS"), "wrong slot"),
        (IDA, IDA.replace('\tPER_TITLE: "Dr."\n', ""), "missing fill"),
        (IDA + BEN, IDA, "missing object"),
        (IDA, IDA + BEN, "spurious object"),
    ],
)
def test_a_repair_writes_what_the_key_says(key: str, response: str, name: str) -> None:
    assert repaired(key, response, name).replace(" ##12#13#texts", "") == key


def test_the_place_of_something_missing_is_where_it_belongs() -> None:
    response = ACME + IDA.replace('\tPER_TITLE: "Dr."\n', "")
    fill, obj = sorted(differences(ACME + IDA + BEN, response), key=lambda each: each.name)
    for each, before in ((fill, '"Ida Wren"'), (obj, '"Ida Wren"')):
        [place] = each.response if each.response else [None]
        assert place is not None
        assert place.start == place.end
        assert place.unit.text[: place.start].endswith(before)


def test_a_document_that_the_response_lacks_is_added() -> None:
    other = (IDA + BEN).replace("PERSON-1", "PERSON-2")
    assert all_repaired(ELEMENTS, IDA + other, IDA).headline() == 100
    assert all_repaired(ELEMENTS, IDA, IDA + other).headline() == 100


@given(files(), files())
def test_classes_sum_up_and_gains_are_exact(key: list[TemplateUnit], response: list[TemplateUnit]) -> None:
    check_laws(TASK, *("".join(unit.text for unit in units) for units in (key, response)))


def test_what_an_optional_object_takes_is_written_once_more() -> None:
    """The scorer aligns the one object with the first of the key that it agrees with, an optional one."""
    optional = IDA.rstrip("\n") + "\n\tOBJ_STATUS: OPTIONAL\n\n"
    key = optional + IDA.replace("1-1>", "1-2>")
    task = TemplateTask("template_element", template_element({"person": {"per_name": "string"}}))
    live = all_repaired(task, key, BEN)
    assert live.headline() == 100
    assert [unit.text.count("Ida Wren") for unit in live.response.units] == [1, 1]


def test_objects_that_agree_in_an_alternative_are_settled() -> None:
    some = record("PERSON-1-1", 'PER_NAME: "Ida"', '\t/ "Ben"')
    other = record("PERSON-1-2", 'PER_NAME: "Ben"', 'PER_TITLE: "Mr."')
    live = all_repaired(ELEMENTS, some + other, record("PERSON-1-1", 'PER_NAME: "Ben"'))
    assert live.headline() == 100


def test_an_object_is_repaired_though_more_of_its_fills_are_left() -> None:
    """Templates are paired in file order: the one that is written is paired with the first of the key."""
    key = (
        record("TEMPLATE-1-1", "CONTENT: <SUCCESSION_EVENT-1-1>")
        + record("TEMPLATE-1-2", *["CONTENT: <SUCCESSION_EVENT-1-1>"] * 2, "CONTENT: <SUCCESSION_EVENT-1-2>")
        + record("SUCCESSION_EVENT-1-2", 'POST: "chief"')
    )
    live = all_repaired(TASK, key, "")
    assert [unit.text.partition(" ")[0] for unit in live.response.units if "TEMPLATE" in unit.text] == [
        "<TEMPLATE-1-2>",
        "<TEMPLATE-1-3>",
    ]


@given(files(), files())
def test_what_is_left_of_a_repaired_response_cannot_be_repaired(
    key: list[TemplateUnit], response: list[TemplateUnit]
) -> None:
    """A key may point to nothing; then no response is right."""
    live = all_repaired(TASK, *("".join(unit.text for unit in units) for units in (key, response)))
    corrections = Corrections(live)
    for document in live.documents:
        for each in corrections.differences(document):
            assert corrections.corrected(document, [each]).rewriting.refused, each.name


def test_repairs_of_a_large_document_read_the_records_that_they_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slots = ('PER_NAME: "Ida {}"', 'PER_TITLE: "Dr. {}"')
    people = [record(f"PERSON-1-{at}", *(slot.format(at) for slot in slots)) for at in range(100)]
    wrong = [each.replace("Ida", "Ben") if at < 5 else each for at, each in enumerate(people)]
    live = scored(TemplateTask("template_element", template_element()), "".join(people), "".join(wrong))
    read: list[object] = []

    def counted(unit: TemplateUnit, *others: Any) -> Any:
        read.append(unit)
        return record_objects(unit, *others)

    for module in ("evaluation.templates", "annotations.template_objects"):
        monkeypatch.setattr(f"keytally.families.muc.{module}.record_objects", counted)
    found = analyse_differences(live)
    assert (len(found.differences), len(found.first)) == (5, 5)
    assert len(read) < 12 * len(people), "each of the thirty repairs would read both sides twice"


@pytest.mark.parametrize("lacking", [0, 1])
def test_a_repair_is_written_at_one_cost_in_documents_of_any_size(lacking: int) -> None:
    """What the whole document is asked for is found once, for the first repair."""

    def calls(number: int) -> Mapping[str, int]:
        people = [
            record(f"PERSON-1-{each}", f'PER_NAME: "Person {each}"', 'PER_TITLE: "Dr."')
            for each in range(number)
        ]
        response = "".join(people[lacking:]).replace("Person 5", "Person five", 1).replace("Dr.", "Mr.", 3)
        task = TemplateTask("template_element", template_element())
        live = scored(task, "".join(people), response)
        sides = [side.documents.units_of("1") for side in (live.key, live.response)]
        found = task.classifier.differences(live.scores_of("1"))
        for each in found:
            task.classifier.repair(*sides, [each])
        with calls_counted() as counts:
            for each in found:
                task.classifier.repair(*sides, [each])
        assert len(found) == 4 + lacking
        return counts

    assert calls(40) == calls(160)


@given(files(), files())
def test_gains_are_exact_where_documents_are_kept_aligned(
    key: list[TemplateUnit], response: list[TemplateUnit]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "LARGE", 1)
        check_laws(TASK, *("".join(unit.text for unit in units) for units in (key, response)))
