"""The rules for a response beside its key, as the engine keeps them."""

from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.families.contract import Settings
from keytally.families.template_json.evaluation import evaluation
from keytally.project.pair import Pair

KEY_FILE, RESPONSE_FILE = Path("/key"), Path("/response")
KEY = (
    '{"docid": "TST1-MUC3-0001", "templates": [{"incident_type": "attack / bombing", "Victim": [["Ann"]]}]}\n'
    '{"docid": "TST1-MUC3-0002", "doctext": "Bo ran", '
    '"templates": [{"incident_type": "arson", "Target": []}]}\n'
)
RESPONSE = (
    '{\n"10001": {"pred_templates": [{"incident_type": "bombing", "Target": [["barn"]]}]},\n'
    '"10002": {"pred_templates": [{"incident_type": "arson", "Victim": [["Bo"]]}]}\n}\n'
)


def engine_on(response: str) -> Engine:
    engine = Engine()
    engine.open(KEY_FILE, KEY)
    engine.open(RESPONSE_FILE, response)
    engine.add_pair(
        Pair("template-filling", KEY_FILE, RESPONSE_FILE), evaluation("template-filling", Settings())
    )
    return engine


def found(engine: Engine) -> list[tuple[str, str]]:
    text = engine.source(RESPONSE_FILE).text
    return [(each.finding.rule.name, text[each.start : each.end]) for each in engine.findings(RESPONSE_FILE)]


@pytest.mark.parametrize(
    ("old", "new", "rule", "place"),
    [
        ("10002", "10003", "json-document", '"10003"'),
        ("Victim", "Victims", "json-role", '"Victims"'),
        ("Target", "PerpInd", "json-role", '"PerpInd"'),
        ("arson", "fire", "json-type", '"fire"'),
        ("bombing", "bomb", "json-type", '"bomb"'),
        ('"Bo"', '"Bob"', "json-mention", '"Bob"'),
        ('"10002"', '"10001"', "json-document", '"10001"'),
    ],
)
def test_what_the_key_lacks(old: str, new: str, rule: str, place: str) -> None:
    assert found(engine_on(RESPONSE)) == []
    engine = engine_on(RESPONSE.replace(old, new))
    assert (rule, place) in found(engine)
    assert {name for name, _ in found(engine)} == {rule}


def test_a_name_that_the_key_gets_is_known_at_once() -> None:
    engine = engine_on(RESPONSE.replace("Victim", "Witness"))
    assert found(engine) == [("json-role", '"Witness"')]
    start = KEY.index("Target")
    engine.edit(KEY_FILE, [(start, start + len("Target"), "Witness")])
    assert ("json-role", '"Witness"') not in found(engine)
    assert ("json-role", '"Target"') in found(engine)


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_type_is_told_once(empty: str) -> None:
    assert found(engine_on(RESPONSE.replace("arson", empty))) == [("json-type", f'"{empty}"')]
