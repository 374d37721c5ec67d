"""Each difference of a document's relations has one class, and a repair."""

from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.error_analysis.corrections import Corrections
from keytally.families.contract import Role, Settings
from keytally.families.registry import evaluation
from keytally.findings.finding import apply_edits
from tests.error_analysis.laws import all_repaired, check_laws, rewritten, scored
from tests.families.spans.relations.test_task import ANN, KEY, RESPONSE, brat, doccano

TASK = evaluation("relations", Settings())
NAMES = st.sampled_from(["T1", "T2", "T3", "T4"])
RELATIONS = st.lists(st.tuples(st.sampled_from("AB"), NAMES, NAMES), max_size=5)


@given(RELATIONS, RELATIONS)
@settings(max_examples=40, deadline=None)
def test_the_laws_hold_for_brat(
    key: list[tuple[str, str, str]], response: list[tuple[str, str, str]]
) -> None:
    check_laws(TASK, brat(key), brat(response))


@given(RELATIONS, RELATIONS)
@settings(max_examples=40, deadline=None)
def test_a_file_that_is_repaired_has_the_relations_of_the_key(
    key: list[tuple[str, str, str]], response: list[tuple[str, str, str]]
) -> None:
    wanted = brat(key) + "R99\tA Arg1:T1 Arg2:T4\n"
    assert all_repaired(TASK, wanted, brat(response)).headline() == 100


def test_records_have_the_differences_of_brat() -> None:
    live = scored(TASK, doccano(KEY), doccano(RESPONSE))
    found = Corrections(live).differences("a")
    assert [each.name for each in found] == ["wrong type", "wrong head", "wrong direction"]


def corrected(key: str, response: str) -> tuple[str, list[str]]:
    """The response with all differences repaired, and the reasons of those that are not."""
    live = scored(TASK, key, response)
    corrections = Corrections(live)
    rewriting = corrections.corrected("key", corrections.differences("key")).rewriting
    return rewritten(live, rewriting), sorted(rewriting.refused.values())


def test_the_lines_that_a_repair_writes() -> None:
    response = (
        "T7\tORG 0 13\tHarbour Board\nT8\tPER 20 28\tIda Wren\n"
        "R4\temployed Arg1:T8 Arg2:T7\nA1\tSure R5\nR5\tsame Arg1:T7 Arg2:T8\n"
    )
    text, refused = corrected(brat(KEY), response)
    assert text.splitlines() == [
        "T7\tORG 0 13\tHarbour Board",
        "T8\tPER 20 28\tIda Wren",
        "R4\tworks_for Arg1:T8 Arg2:T7",
        "T9\tPER 30 33\tShe",
        "R6\tsame Arg1:T8 Arg2:T9",
        "T10\tLOC 43 48\tQuill",
        "R7\tlives_in Arg1:T9 Arg2:T10",
    ]
    assert refused == []


def test_roles_of_events_and_sets_are_not_written() -> None:
    _, refused = corrected(ANN, brat(KEY))
    assert set(refused) == {"roles of events are not written"}
    _, refused = corrected(brat(KEY), ANN)
    assert set(refused) == {"the response states the relation in a set of equivalent entities or in an event"}


def test_an_editor_accepts_the_relation_of_the_key() -> None:
    live = scored(TASK, doccano(KEY).replace('"id": "a"', '"id": "key"'), brat(RESPONSE))
    [unit] = live.response.units
    proposals = [
        unit.proposal(mark)
        for document in live.documents
        for score in live.scores_of(document)
        for mark in TASK.marks(score, Role.RESPONSE, unit)
    ]
    titles = [proposal.title for proposal in proposals if proposal is not None]
    assert titles[0] == 'Accept the key\'s works_for "Ida Wren" → "Harbour Board"'
    [first, *_] = [proposal.edit for proposal in proposals if proposal is not None]
    assert "R0\tworks_for Arg1:T2 Arg2:T1\n" in apply_edits(unit.text, [first])
