"""From a tag to its partner."""

from keytally_server.requests.definitions import partners
from tests.server.desk import KEY, RESPONSE, Desk, alone, config, key, response

WHOLE = "met <P Ann> in <L Vale>\non <D Monday>.\n"


def led_to(desk: Desk) -> list[str]:
    """The text in the other file that each target spans."""
    other = desk.snapshot.other_reading
    assert other is not None
    text = "".join(unit.text for unit in other.units)
    return [text[target.start : target.end] for target in partners(desk.snapshot, desk.offset)]


def test_a_tag_leads_to_its_partner_in_the_key() -> None:
    for picture in ('met <ENAMEX TYPE="PER‸SON">Ann</ENAMEX>\n', "met <P A‸nn>\n", "met ‸<P Ann>\n"):
        desk = response(picture, WHOLE)
        assert led_to(desk) == ['<ENAMEX TYPE="PERSON">Ann</ENAMEX>']
        assert partners(desk.snapshot, desk.offset)[0].path == KEY


def test_a_tag_of_the_key_leads_to_the_response() -> None:
    desk = key(WHOLE.replace("Vale", "Va‸le"), "met Ann in <P Vale>\n")
    assert led_to(desk) == ['<ENAMEX TYPE="PERSON">Vale</ENAMEX>']
    assert partners(desk.snapshot, desk.offset)[0].path == RESPONSE


def test_the_place_of_a_missing_tag_leads_to_the_key() -> None:
    desk = response("met Ann in Vale\non Mon‸day.\n", WHOLE)
    assert led_to(desk) == ['<TIMEX TYPE="DATE">Monday</TIMEX>']
    target = partners(desk.snapshot, desk.offset)[0]
    assert desk.text[target.origin_start : target.origin_end] == "Monday"


def test_text_spurious_tags_and_files_in_no_pair_lead_nowhere() -> None:
    assert led_to(response("m‸et <P Ann>\n", "met Ann\n")) == []
    assert led_to(response("met <P A‸nn>\n", "met Ann\n")) == []
    for desk in (alone("met <P A‸nn>\n"), config(":key_‸file a\n")):
        assert partners(desk.snapshot, desk.offset) == []


def test_a_partner_that_has_changed_since_it_was_scored_is_not_followed() -> None:
    desk = response("met <P A‸nn>\n")
    other = desk.snapshot.other_reading
    assert other is not None
    other.edit([(0, 0, "\n"), (40, 41, "x")])
    assert partners(desk.snapshot, desk.offset) == []
