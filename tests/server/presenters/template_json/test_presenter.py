"""Templates as JSON in the editors: pictures of a response with a cursor in it."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.project.pair import Pair
from keytally_server.answers import combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.requests.completion import completions
from keytally_server.requests.hover import hover
from keytally_server.session.snapshot import Snapshot
from tests.server.desk import applied, snapshot_of, unpaired, without_cursor

KEY, RESPONSE = Path("/w/key.jsonl"), Path("/w/response.jsonl")
GOLD = (
    '{"docid": "a", "templates": ['
    '{"incident_type": "attack / bombing", "Victim": [[["Ann", 3], ["she", 9]]], "Weapon": []}, '
    '{"incident_type": "attack", "Target": [["depot"]]}]}\n'
)


@dataclass(frozen=True)
class Desk:
    """A file of templates with a cursor in it."""

    snapshot: Snapshot
    text: str
    place: int

    def said(self) -> str:
        """The hover's text."""
        found = hover(self.snapshot, self.place)
        return found.markdown if found else ""

    def offered(self) -> list[str]:
        return [each.text for each in completions(self.snapshot, self.place)]

    def completed(self) -> str:
        """The text after the first completion."""
        first = completions(self.snapshot, self.place)[0]
        return self.text[: first.start] + first.text + self.text[first.end :]

    def after(self, title: str) -> str:
        (found,) = [
            each for each in code_actions(self.snapshot, self.place, self.place) if each.title == title
        ]
        return applied(self.text, combined(found))


def desk(picture: str, key: str = GOLD, role: Role = Role.RESPONSE) -> Desk:
    """A file with a cursor, scored; the picture is the key in the role of a key."""
    text, place, _ = without_cursor(picture)
    engine = Engine()
    engine.open(KEY, text if role is Role.KEY else key)
    engine.open(RESPONSE, key if role is Role.KEY else text)
    live = engine.add_pair(
        Pair("template-filling", KEY, RESPONSE), registry.evaluation("template-filling", Settings())
    )
    live.work()
    return Desk(snapshot_of(engine, KEY if role is Role.KEY else RESPONSE, role, live), text, place)


def response(templates: str) -> str:
    return f'{{"docid": "a", "templates": [{templates}]}}\n'


def test_a_type_tells_its_partner_and_the_next_best_map() -> None:
    said = desk(response('{"incident_type": "at‸tack", "Victim": [["Ann"]]}')).said()
    assert "Aligned with `attack / bombing` (template 1): 2 of 2 proposed correct, 2 of 2 found." in said
    assert "Next best: with `attack` (template 2); document F 33.3 instead of 66.7." in said


def test_a_pair_without_another_choice() -> None:
    said = desk(response('{"incident_type": "bom‸bing", "Victim": [["Ann"]]}')).said()
    assert "Next best: not aligned; document F 0.0 instead of 66.7." in said


def test_a_template_in_no_pair_tells_why() -> None:
    said = desk(response('{"incident_type": "ar‸son"}')).said()
    assert "Not aligned: no template of the key has a matching type." in said
    others = (
        '{"incident_type": "attack", "Victim": [["Ann"]]}, {"incident_type": "attack", "Target": [["depot"]]}'
    )
    said = desk(response(f'{others}, {{"incident_type": "bom‸bing"}}')).said()
    assert "Not aligned: every template of the key with a matching type has a better partner." in said


def test_a_template_of_the_key_has_its_partner_too() -> None:
    said = desk(
        GOLD.replace("attack /", "att‸ack /"), response('{"incident_type": "attack"}'), Role.KEY
    ).said()
    assert "Aligned with `attack` (template 1): 1 of 1 proposed correct, 1 of 2 found." in said


def test_an_entity_tells_its_role_and_its_mentions() -> None:
    said = desk(response('{"incident_type": "attack", "Victim": [["Ann", "B‸en"]]}')).said()
    assert "`Victim`: `Ann`, `Ben`" in said
    assert desk('{"docid": "a", "templ‸ates": []}\n').said() == ""


COMPLETIONS = [
    ('{"incident_type": "‸"}', ["attack", "attack / bombing"]),
    ('{"incident_type": "att‸ack"}', ["attack", "attack / bombing"]),
    ('{"incident_type": "attack", "‸"}', ["Target", "Victim", "Weapon"]),
    ('{"incident_type": "attack", "Victim": [], "‸"}', ["Target", "Weapon"]),
    ('{"incident_type": "attack", "Vic‸tim": []}', ["Target", "Victim", "Weapon"]),
    ('{"incident_type": "attack", "Victim": [["‸"]]}', []),
]


@pytest.mark.parametrize(("template", "names"), COMPLETIONS)
def test_types_are_those_of_the_key_and_roles_those_that_the_template_lacks(
    template: str, names: list[str]
) -> None:
    assert sorted(each.split('"')[1] for each in desk(response(template)).offered()) == names


def test_a_new_role_has_a_list_and_one_with_a_value_only_a_name() -> None:
    new = desk(response('{"incident_type": "attack", "Target": [], "Weapon": [], "‸"}'))
    assert new.completed() == response(
        '{"incident_type": "attack", "Target": [], "Weapon": [], "Victim": []}'
    )
    old = desk(response('{"incident_type": "attack", "Target": [], "Weapon": [], "Vi‸": []}'))
    assert '"Victim": []' in old.completed()


def test_what_the_key_has_is_accepted_at_a_mark() -> None:
    dropped = desk(response('{"incident_type": "attack", "Victim": [["Ann"], ["‸Ben"]]}')).after(
        "Delete the spurious Victim Ben"
    )
    assert dropped == response('{"incident_type": "attack", "Victim": [["Ann"]]}')


def test_a_file_outside_of_any_pair_has_its_own_names() -> None:
    text, place, _ = without_cursor(response('{"incident_type": "attack"}, {"incident_type": "‸"}'))
    alone = unpaired(KEY, text, "template-json", Role.KEY)
    assert [each.text for each in completions(alone, place)] == ['"attack"']
