"""What may be written at a place, and what it takes the place of."""

import pytest

from keytally.families.contract import Role
from keytally_server.answers import CompletionKind
from keytally_server.requests.completion import completions, insertions
from tests.server.desk import Desk, alone, config, response, unpaired

TAGS = [
    '<ENAMEX TYPE="ORGANIZATION">',
    '<ENAMEX TYPE="PERSON">',
    '<ENAMEX TYPE="LOCATION">',
    '<TIMEX TYPE="DATE">',
    '<TIMEX TYPE="TIME">',
    '<NUMEX TYPE="MONEY">',
    '<NUMEX TYPE="PERCENT">',
]
TYPES = ["ORGANIZATION", "PERSON", "LOCATION"]


def labels(desk: Desk) -> list[str]:
    return [each.label for each in completions(desk.snapshot, desk.offset)]


def written(desk: Desk, label: str) -> str:
    """The body after the completion of that label."""
    found = next(each for each in completions(desk.snapshot, desk.offset) if each.label == label)
    assert found.start <= desk.offset <= found.end
    text = desk.text[: found.start] + found.text + desk.text[found.end :]
    return Desk(desk.snapshot, text, 0, 0, desk.shift).body


def inserted(desk: Desk, label: str) -> tuple[str, str] | None:
    """What a client writes over the word before the cursor, and what it compares with the word."""
    found = completions(desk.snapshot, desk.offset)
    texts = insertions(desk.snapshot, desk.offset, found)
    return next(((text, sought) for each, text, sought in texts if each.label == label), None)


def key(picture: str) -> Desk:
    return alone(picture, Role.KEY)


def test_after_an_angle_every_tag_with_every_type() -> None:
    assert labels(response("met <‸\n")) == TAGS
    assert labels(response("met <EN‸\n")) == TAGS
    assert labels(key("met <‸\n")) == [*TAGS, '<COREF TYPE="IDENT">']


def test_the_tags_that_are_open_can_be_closed_the_innermost_first() -> None:
    open_tags = 'met <ENAMEX TYPE="ORGANIZATION"><P Ann> of <TIMEX TYPE="DATE">1993'
    assert labels(response(f"{open_tags}</‸\n")) == ["</TIMEX>", "</ENAMEX>"]
    assert labels(response(f"{open_tags}<‸\n"))[-2:] == ["</TIMEX>", "</ENAMEX>"]
    assert labels(response(f"{open_tags}</TI‸\n")) == ["</TIMEX>", "</ENAMEX>"]
    assert labels(response(f"{open_tags}</TIMEX‸\n")) == ["</TIMEX>", "</ENAMEX>"]


def test_what_another_section_left_open_is_not_closed_here() -> None:
    assert labels(response('<ENAMEX TYPE="PERSON">Ann</TXT><HL>met </‸\n')) == []


def test_plain_text_has_no_completions() -> None:
    for picture in ("met ‸Ann\n", "met <P Ann‸>\n", "a < b ‸\n", "<p cla‸>\n"):
        assert labels(response(picture)) == []


WRITTEN_TAGS = [
    ("met <‸\n", TAGS[1], 'met <ENAMEX TYPE="PERSON">\n'),
    ("met <EN‸\n", TAGS[1], 'met <ENAMEX TYPE="PERSON">\n'),
    ("met <EN‸> Ann\n", TAGS[1], 'met <ENAMEX TYPE="PERSON"> Ann\n'),
    ('met <EN‸AMEX TYPE="PERSON">Ann\n', "<TIMEX", 'met <TIMEX TYPE="PERSON">Ann\n'),
    ('<ENAMEX TYPE="PERSON">Ann</‸ left\n', "</ENAMEX>", "<P Ann> left\n"),
    ('<ENAMEX TYPE="PERSON">Ann</EN‸AM> left\n', "</ENAMEX>", "<P Ann> left\n"),
]


@pytest.mark.parametrize(("picture", "label", "after"), WRITTEN_TAGS)
def test_a_tag_takes_the_place_of_what_is_written_of_it(picture: str, label: str, after: str) -> None:
    assert written(response(picture), label) == response(after).body


def test_attributes_that_the_tag_may_have_and_does_not_have_yet() -> None:
    assert labels(key("<ENAMEX ‸>Ann</ENAMEX>\n")) == ["TYPE", "STATUS", "ALT"]
    assert labels(key('<ENAMEX TYPE="PERSON" ‸>Ann</ENAMEX>\n')) == ["STATUS", "ALT"]
    assert labels(key('<ENAMEX ‸ TYPE = "PERSON">Ann</ENAMEX>\n')) == ["STATUS", "ALT"]
    assert labels(key('<ENAMEX ALT="TYPE=x" ‸>Ann</ENAMEX>\n')) == ["TYPE", "STATUS"]
    assert labels(key("<enamex T‸\n")) == ["TYPE", "STATUS", "ALT"]
    assert labels(key("<COREF ‸>\n")) == ["ID", "REF", "TYPE", "MIN", "STATUS"]


def test_a_response_has_no_attributes_for_keys_only() -> None:
    assert labels(response("<ENAMEX ‸>Ann</ENAMEX>\n")) == ["TYPE"]


WRITTEN_ATTRIBUTES = [
    ("<ENAMEX ‸>Ann</ENAMEX>\n", '<ENAMEX TYPE="">Ann</ENAMEX>\n'),
    ("<ENAMEX T‸>Ann</ENAMEX>\n", '<ENAMEX TYPE="">Ann</ENAMEX>\n'),
    ('<ENAMEX T‸YP="PERSON">Ann</ENAMEX>\n', '<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n'),
]


@pytest.mark.parametrize(("picture", "after"), WRITTEN_ATTRIBUTES)
def test_an_attribute_takes_the_place_of_the_word(picture: str, after: str) -> None:
    assert written(response(picture), "TYPE") == after


def test_the_values_of_a_type() -> None:
    assert labels(response('<ENAMEX TYPE="‸">\n')) == TYPES
    assert labels(response("<enamex type = '‸\n")) == TYPES
    assert labels(response('<TIMEX TYPE="D‸">\n')) == ["DATE", "TIME"]
    assert labels(key('<ENAMEX TYPE="PERSON" STATUS="‸">\n')) == ["OPT", "OPTIONAL"]
    assert labels(key('<ENAMEX ALT="‸">\n')) == []
    assert labels(response('<p TYPE="‸">\n')) == []


WRITTEN_VALUES = [
    ('<ENAMEX TYPE="‸">\n', '<ENAMEX TYPE="PERSON">\n'),
    ('<ENAMEX TYPE="PER‸">\n', '<ENAMEX TYPE="PERSON">\n'),
    ('<ENAMEX TYPE="LO‸CATION">\n', '<ENAMEX TYPE="PERSON">\n'),
    ('<ENAMEX TYPE="P‸>Ann</ENAMEX>\n', '<ENAMEX TYPE="PERSON>Ann</ENAMEX>\n'),
    ("<ENAMEX TYPE=‸>Ann</ENAMEX>\n", '<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n'),
    ("<ENAMEX TYPE=P‸E>Ann</ENAMEX>\n", '<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n'),
    ('<ENAMEX TYPE="LOCATION|‸">\n', '<ENAMEX TYPE="LOCATION|PERSON">\n'),
    ('<ENAMEX TYPE="LO‸C|ORGANIZATION">\n', '<ENAMEX TYPE="PERSON|ORGANIZATION">\n'),
]


@pytest.mark.parametrize(("picture", "after"), WRITTEN_VALUES)
def test_a_value_takes_the_place_of_the_whole_value(picture: str, after: str) -> None:
    assert written(key(picture), "PERSON") == after


INSERTED = [
    ("met <‸\n", TAGS[1], 'ENAMEX TYPE="PERSON">'),
    ("met <EN‸\n", TAGS[1], 'ENAMEX TYPE="PERSON">'),
    ("met <EN‸>\n", TAGS[1], 'ENAMEX TYPE="PERSON"'),
    ('<ENAMEX TYPE="PERSON">Ann</E‸\n', "</ENAMEX>", "ENAMEX>"),
    ("<ENAMEX T‸>Ann</ENAMEX>\n", "TYPE", 'TYPE=""'),
    ("<ENAMEX TYPE=P‸>Ann</ENAMEX>\n", "PERSON", '"PERSON"'),
    ('<ENAMEX TYPE="LOCATION|P‸">\n', "PERSON", "PERSON"),
]


@pytest.mark.parametrize(("picture", "label", "text"), INSERTED)
def test_a_client_that_knows_no_ranges_writes_over_the_word(picture: str, label: str, text: str) -> None:
    found = inserted(key(picture), label)
    assert found is not None
    assert found[0] == text


def test_option_names_behind_a_colon() -> None:
    found = labels(config(":‸\n"))
    assert {"scoring_task", "class_defs", "ne_allow_incorrect"} <= set(found)
    assert written(config(":sco‸ring task\n"), "scoring_task") == ":scoring_task task\n"


def test_option_names_come_with_their_documentation() -> None:
    desk = config(":map‸\n")
    found = {each.label: each for each in completions(desk.snapshot, desk.offset)}
    assert found["map_history_file"].documentation.startswith("`:map_history_file`")
    assert found["map_history_file"].kind is CompletionKind.OPTION


def test_the_values_of_an_option() -> None:
    assert "named_entity" in labels(config(":scoring_task ‸\n"))
    assert written(config(":scoring_task na‸med\n"), "named_entity") == ":scoring_task named_entity\n"
    assert labels(config(":key_file ‸\n")) == []
    classes = ':class_defs "enamex enamex scored 0"\n:slot_defs "‸"\n'
    assert labels(config(classes)) == ["enamex"]


def test_an_empty_file_and_the_end_of_a_file() -> None:
    for language in ("muc-sgml", "muc-config"):
        snapshot = unpaired(config("").snapshot.path, "", language)
        assert completions(snapshot, 0) == []
    desk = response("")
    assert completions(desk.snapshot, len(desk.text)) == []
