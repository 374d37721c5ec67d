"""From an object, a slot or a fill of a template file to its partner in the other file."""

import pytest

from keytally_server.requests.definitions import partners
from tests.server.desk import Desk
from tests.server.template_desk import in_key, in_no_pair, in_response

KEY = '<PERSON-1-7> :=\n  PER_NAME: "Ann"\n  PER_ALIAS: "A"\n             "Annie"\n'
RESPONSE = '<PERSON-1-1> :=\n  PER_NAME: "ANN"\n  PER_ALIAS: "A"\n'


def led_to(desk: Desk) -> list[str]:
    """The text in the other file that each target spans."""
    other = desk.snapshot.other_reading
    assert other is not None
    text = "".join(unit.text for unit in other.units)
    return [text[target.start : target.end] for target in partners(desk.snapshot, desk.offset)]


PLACES = {
    "<PERSON-1‸-1> :=": [KEY.rstrip()],
    '"A‸NN"': ['"Ann"'],
    "PER_N‸AME": ['"Ann"'],
    "PER_AL‸IAS": ['"A"\n             "Annie"'],
    '"A"‸\n': ['"A"', '"Annie"'],
}


@pytest.mark.parametrize("marked", PLACES)
def test_a_place_leads_to_its_partner_and_to_what_is_missing_there(marked: str) -> None:
    desk = in_response(RESPONSE.replace(marked.replace("‸", ""), marked), KEY)
    assert led_to(desk) == PLACES[marked]


def test_the_key_leads_to_the_response() -> None:
    assert led_to(in_key(KEY.replace('"Ann"', '"A‸nn"'), RESPONSE)) == ['"ANN"']
    assert led_to(in_key(KEY.replace('"Annie"', '"A‸nnie"'), RESPONSE)) == []


def test_the_place_of_a_missing_object_leads_to_it() -> None:
    desk = in_response('<PERSON-1-1> :=\n  PER_NAME: "Bob"‸\n', '<ORGANIZATION-1-1> :=\n  ORG_NAME: "Mill"\n')
    assert led_to(desk) == ['<ORGANIZATION-1-1> :=\n  ORG_NAME: "Mill"']


def test_what_is_in_no_pair_leads_nowhere() -> None:
    desk = in_no_pair("<PERSON-1‸-1> :=\n")
    assert partners(desk.snapshot, desk.offset) == []
