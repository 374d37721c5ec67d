"""Likely repairs of tags, as pictures: the text with its cursor, what is offered, the text after it."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.findings.table import sgml as table
from keytally_server.requests.code_actions import all_fixes, quick_fixes
from tests.server.desk import Desk, alone, applied, key, response, spelled
from tests.server.repairs import assert_sound, offered, repaired

MENDED = (table.ATTRIBUTE_VALUE, table.MISSING_ATTRIBUTE, table.UNCLOSED_TAG, table.CROSSING_TAGS)


def test_a_value_that_is_like_none_can_be_any_of_the_task() -> None:
    desk = alone('in <ENAMEX TYPE="CITY‸">Rome</ENAMEX>\n')
    assert offered(desk, "attribute-value") == [
        'Change it to "ORGANIZATION"',
        'Change it to "PERSON"',
        'Change it to "LOCATION"',
    ]
    assert repaired(desk, 'Change it to "LOCATION"') == spelled("in <L Rome>\n")


def test_the_value_of_the_key_comes_first() -> None:
    desk = response('in <ENAMEX TYPE="CITY‸">Rome</ENAMEX>\n', "in <L Rome>\n")
    assert offered(desk, "attribute-value")[0] == 'Change it to "LOCATION" *'


def test_the_fix_of_the_rule_comes_before_other_values() -> None:
    desk = response('in <ENAMEX TYPE="PERSN‸">Rome</ENAMEX>\n', "in <L Rome>\n")
    assert offered(desk, "attribute-value") == [
        'Change it to "PERSON" *',
        'Change it to "LOCATION"',
        'Change it to "ORGANIZATION"',
    ]


def test_an_empty_value_is_written_between_its_quotes() -> None:
    desk = alone('in <ENAMEX TYPE="‸">Rome</ENAMEX>\n')
    assert repaired(desk, 'Change it to "LOCATION"') == spelled("in <L Rome>\n")


def test_one_of_two_values_is_changed() -> None:
    desk = key('in <ENAMEX TYPE="PERSON|CITY‸">Rome</ENAMEX>\n', "in Rome\n")
    assert repaired(desk, 'Change it to "LOCATION"') == 'in <ENAMEX TYPE="PERSON|LOCATION">Rome</ENAMEX>\n'


def test_a_missing_type_is_added_that_of_the_key_first() -> None:
    desk = response("in <ENA‸MEX>Rome</ENAMEX>\n", "in <L Rome>\n")
    assert offered(desk, "missing-attribute") == [
        'Add TYPE="LOCATION" *',
        'Add TYPE="ORGANIZATION"',
        'Add TYPE="PERSON"',
    ]
    assert repaired(desk, 'Add TYPE="LOCATION"') == spelled("in <L Rome>\n")


def test_a_mention_without_an_id_gets_a_free_one() -> None:
    desk = alone('<COREF ID="7">Ann</COREF> and <COR‸EF>Bo</COREF>\n')
    assert repaired(desk, 'Add ID="8"') == '<COREF ID="7">Ann</COREF> and <COREF ID="8">Bo</COREF>\n'


def test_a_mention_without_an_id_gets_the_one_that_a_ref_looks_for() -> None:
    desk = alone('<COR‸EF>Ann</COREF> said <COREF ID="2" TYPE="IDENT" REF="1">she</COREF>\n')
    assert offered(desk, "missing-attribute") == ['Add ID="1" *']


def test_a_mention_with_a_ref_gets_its_only_type() -> None:
    body = '<COREF ID="1">Ann</COREF> said <COREF‸ ID="2" REF="1">she</COREF>\n'
    after = '<COREF ID="1">Ann</COREF> said <COREF TYPE="IDENT" ID="2" REF="1">she</COREF>\n'
    assert repaired(alone(body, Role.KEY), 'Add TYPE="IDENT"') == after


def test_a_tag_is_closed_where_that_of_the_key_ends() -> None:
    desk = response(
        'led by <ENA‸MEX TYPE="PERSON">Ann van der Bo and others.\n\nNext\n',
        "led by <P Ann van der Bo> and others.\n\nNext\n",
    )
    assert offered(desk, "unclosed-tag") == [
        'Close it after "Ann van der Bo", as the key does *',
        'Close it after "Ann"',
        'Close it after "Ann van der Bo and others."',
        "Remove <ENAMEX>",
    ]
    after = repaired(desk, 'Close it after "Ann van der Bo", as the key does')
    assert after == spelled("led by <P Ann van der Bo> and others.\n\nNext\n")


def test_a_tag_is_closed_as_in_the_key_behind_text_that_was_altered() -> None:
    desk = response('long added words: <ENAMEX TYPE="PERSON">‸Ann Kory of Vale\n', "<P Ann Kory> of Vale\n")
    assert offered(desk, "unclosed-tag")[0] == 'Close it after "Ann Kory", as the key does *'


def test_a_tag_is_closed_before_the_next_one() -> None:
    desk = alone('<ENA‸MEX TYPE="PERSON">Ann Bo of <O Acme>\n')
    assert repaired(desk, 'Close it after "Ann Bo of"') == spelled("<P Ann Bo of> <O Acme>\n")
    assert repaired(desk, "Remove <ENAMEX>") == spelled("Ann Bo of <O Acme>\n")


def test_a_tag_keeps_its_own_spelling() -> None:
    desk = alone('<ena‸mex type="PERSON">Ann\n')
    assert repaired(desk, 'Close it after "Ann"') == '<enamex type="PERSON">Ann</enamex>\n'


def test_a_tag_without_its_close_tag_is_completed_and_not_inserted_again() -> None:
    title = 'Insert the missing ENAMEX PERSON "Ann"'
    for of_type in ("PERSON", "LOCATION"):
        desk = response(f'led by <ENA‸MEX TYPE="{of_type}">Ann today\n', "led by <P Ann> today\n")
        assert desk.after(title) == spelled("led by <P Ann> today\n")
    other = response('led by <ENA‸MEX TYPE="PERSON">Ann today\n', "led by Ann <D today>\n")
    assert 'Insert the missing TIMEX DATE "today"' in other.titles()


def test_crossing_tags_can_be_nested_in_three_ways() -> None:
    desk = alone('<TIMEX TYPE="DATE">the <ENAMEX TYPE="LOCATION">Vell</TIM‸EX> race</ENAMEX>\n')
    after = {title.removesuffix(" *"): "" for title in offered(desk, "crossing-tags")}
    assert {title: repaired(desk, title) for title in after} == {
        "Close </ENAMEX> here and </TIMEX> after it": (
            '<TIMEX TYPE="DATE">the <ENAMEX TYPE="LOCATION">Vell</ENAMEX> race</TIMEX>\n'
        ),
        "Move </ENAMEX> before </TIMEX>": (
            '<TIMEX TYPE="DATE">the <ENAMEX TYPE="LOCATION">Vell</ENAMEX></TIMEX> race\n'
        ),
        "Move </TIMEX> after </ENAMEX>": (
            '<TIMEX TYPE="DATE">the <ENAMEX TYPE="LOCATION">Vell race</ENAMEX></TIMEX>\n'
        ),
    }


PIECES = [
    '<ENAMEX TYPE="PERSON">', '<TIMEX TYPE="DATE">', '<ENAMEX TYPE="CITY">', "<ENAMEX>", "<COREF>",
    '<COREF ID="1">', '<COREF ID="2" REF="9">', '<ENAMEX TYPE="">', "</ENAMEX>", "</TIMEX>", "</COREF>",
    "Ann ", "said", ". ", "\n\n", '<ENAMEX TYPE="PERSN|CITY">',
]  # fmt: skip
BODIES = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(BODIES, st.sampled_from([Role.KEY, Role.RESPONSE]))
def test_each_repair_mends_its_finding_and_breaks_nothing(body: str, role: Role) -> None:
    desk = alone(body, role)
    for unit, offset in desk.snapshot.reading.units.between(0, len(desk.text)):
        for finding in unit.findings:
            at = offset + finding.start
            if finding.rule.name in {rule.name for rule in MENDED}:
                assert_sound(Desk(desk.snapshot, desk.text, at, at, desk.shift), finding.rule.name)


def test_a_guess_is_never_among_all_fixes() -> None:
    """A value that is one of several, and the end of a tag, are guesses."""
    desk = alone('in <ENAMEX TYPE="CITY">Rome</ENAMEX> <ENAMEX>Bo</ENAMEX> <TIMEX TYPE="DATE">now\n')
    assert all_fixes(desk.snapshot) == ()
    assert {fix.title for fix in quick_fixes(desk.snapshot, 0, len(desk.text))} >= {"Remove <TIMEX>"}


def test_the_only_value_that_there_can_be_is_sure() -> None:
    body = '<COREF ID="1">Ann</COREF> said <COREF ID="2" REF="1">she</COREF>\n'
    desk = alone(body, Role.KEY)
    assert ' TYPE="IDENT" ID="2" REF="1"' in applied(desk.text, all_fixes(desk.snapshot))
