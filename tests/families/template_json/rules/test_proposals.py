"""What the key asks for: done mark by mark, the response has all that the key has."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.families.contract import Role
from keytally.families.presentation import Proposal
from tests.families.template_json.test_live import RESPONSE, TASKS, Sides, engine_on, texts_of
from tests.families.template_json.written import pairs

TEMPLATE = '{"incident_type": "attack / bombing", "Victim": [[["Ann", 1], ["she", 9]]]}'
KEY = f'{{"docid": "a", "templates": [{TEMPLATE}]}}\n'


def proposals(engine: Engine) -> list[tuple[int, Proposal]]:
    """The changes that the marks of the response ask for, each with the start of its unit."""
    live = engine.pairs[0]
    live.work()
    placed = list(live.marks(Role.RESPONSE, 0, 100_000))
    found = [(each.start - each.mark.start, each.mark.unit.proposal(each.mark)) for each in placed]
    return [(start, proposal) for start, proposal in found if proposal is not None]


def accepted(engine: Engine) -> str:
    """The response after all that is proposed, one at a time; F never falls."""
    live = engine.pairs[0]
    for _ in range(80):
        found, before = proposals(engine), live.headline()
        if not found:
            break
        shift, (_, edit, _) = found[0]
        engine.edit(RESPONSE, [(shift + edit.start, shift + edit.end, edit.text)])
        live.work()
        assert live.headline() > before or before == 0
    return engine.source(RESPONSE).text


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("by_line", [True, False])
@given(sides=pairs())
@settings(deadline=None, max_examples=60)
def test_following_the_key_leads_to_a_response_without_faults(task: str, by_line: bool, sides: Sides) -> None:
    engine = engine_on(*texts_of(sides, task, by_line=by_line), task)
    text = accepted(engine)
    for part in text.splitlines() if by_line else [text]:
        json.loads(part)
    totals = next(iter(engine.pairs[0].totals().values()))
    correct, proposed, found, gold = totals["counts"]
    assert (correct, found) == (proposed, gold)


def titles(response: str) -> list[str]:
    """What is proposed at the marks of a response, in order."""
    return [proposal.title for _, proposal in proposals(engine_on(KEY, response, TASKS[0]))]


def test_titles_say_what_is_done() -> None:
    record = '{"docid": "a", "templates": %s}\n'
    template = '[{"incident_type": "attack", "Victim": %s}]'
    assert titles(record % "[]") == ["Insert the missing attack / bombing"]
    assert titles(record % (template % "[]")) == ["Insert the missing Victim Ann"]
    assert titles(record % (template % '[["Ann", "Ben"]]')) == ["Accept the key's Victim Ann"]
    assert titles(record % (template % '[["Ben"], ["she"]]')) == ["Delete the spurious Victim Ben"]


def test_an_accepted_template_has_one_type_and_no_offsets() -> None:
    engine = engine_on(KEY, '{"docid": "a"}\n', TASKS[0])
    expected = {"docid": "a", "templates": [{"incident_type": "attack", "Victim": [["Ann", "she"]]}]}
    assert json.loads(accepted(engine)) == expected


def test_what_is_no_list_of_templates_is_left_alone() -> None:
    assert titles('{"docid": "a", "templates": "none"}\n') == []


@pytest.mark.long
@given(pairs(2), st.data())
@settings(deadline=None, max_examples=150)
def test_in_broken_records_all_that_is_proposed_is_read(sides: Sides, data: st.DataObject) -> None:
    """Each proposal brings the response nearer to the key, wherever brackets and commas are lacking."""
    key, response = texts_of(sides, TASKS[0], by_line=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(response)))
        end = data.draw(st.integers(start, min(start + 4, len(response))))
        response = (
            response[:start] + data.draw(st.sampled_from(["", "", "]", "}", ",", '"', "["])) + response[end:]
        )
    engine = engine_on(key, response, TASKS[0])
    before = engine.pairs[0].headline()
    for shift, (title, edit, _) in proposals(engine):
        place = shift + edit.start, shift + edit.end
        undone = engine.source(RESPONSE).text[slice(*place)]
        engine.edit(RESPONSE, [(*place, edit.text)])
        engine.pairs[0].work()
        assert engine.pairs[0].headline() > before or before == 0, title
        engine.edit(RESPONSE, [(place[0], place[0] + len(edit.text), undone)])
        engine.pairs[0].work()


def test_no_template_is_inserted_into_one_that_is_not_closed() -> None:
    two = KEY.replace(TEMPLATE, f'{TEMPLATE}, {{"incident_type": "arson", "Victim": [["Cleo"]]}}')
    open_record = '{"docid": "a", "templates": [{"incident_type": "attack", "Victim": [["Ann", "she"]]'
    engine = engine_on(two, open_record, TASKS[0])
    assert [each.title for _, each in proposals(engine)] == []
