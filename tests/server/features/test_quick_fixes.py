"""The fixes of findings, as pictures: the text with its cursor before, and after the fix."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.findings.all_rules import RULES
from keytally_server.presenters.safe_fixes import QuickFix
from keytally_server.requests.code_actions import all_fixes, quick_fixes
from tests.server.desk import Desk, applied, config, document, response, spelled, unpaired

CLASSES = ':class_defs "enamex enamex scored 0"\n'

SGML = {
    "text-altered": ("met An‸m\n", "Restore the text", "met Ann\n"),
    "unclosed-tag": (
        'met <P Ann>, <ENAMEX TYPE="PERSON">Bo<ENA‸MEX>\n',
        "Insert /",
        "met <P Ann>, <P Bo>\n",
    ),
    "unmatched-close-tag": ("met Ann</ENA‸MEX>\n", "Remove </ENAMEX>", "met Ann\n"),
    "unknown-attribute": ('met <ENAMEX TIPE‸="PERSON">Ann</ENAMEX>\n', "Change it to TYPE", "met <P Ann>\n"),
    "attribute-value": ('met <ENAMEX TYPE="PERSN‸">Ann</ENAMEX>\n', 'Change it to "PERSON"', "met <P Ann>\n"),
    "unquoted-attribute": ("met <ENAMEX TYPE=PERS‸ON>Ann</ENAMEX>\n", "Quote it", "met <P Ann>\n"),
    "duplicate-attribute": (
        'met <ENAMEX TYPE="PERSON" TYPE‸="PERSON">Ann</ENAMEX>\n',
        "Remove the second TYPE",
        "met <P Ann>\n",
    ),
    "key-only-attribute": (
        'met <ENAMEX TYPE="PERSON" STA‸TUS="OPT">Ann</ENAMEX>\n',
        "Remove STATUS",
        "met <P Ann>\n",
    ),
}
OPTIONS = {
    "unknown-option": (":key_fil‸ a\n", "Change it to key_file", ":key_file a\n"),
    "bad-option-value": (
        ":scoring_task named_enti‸ti\n",
        "Change it to named_entity",
        ":scoring_task named_entity\n",
    ),
    "class-order": None,
    "undefined-class": (
        f'{CLASSES}:slot_defs "enamx‸ type type scored 4 set"\n',
        "Change it to enamex",
        f'{CLASSES}:slot_defs "enamex type type scored 4 set"\n',
    ),
}
"""Those of class-order move whole lines: tests/families/muc/rules/test_config.py shows them."""


CHAINS = {"missing-attribute", "duplicate-id", "self-ref", "ref-cycle", "duplicate-mention"}
"""Fixes of chains: tests/server/presenters/coreference/test_presenter.py shows them."""


def fixes_at(desk: Desk, rule: str) -> list[QuickFix]:
    return [
        fix
        for fix in quick_fixes(desk.snapshot, desk.start, desk.end)
        if fix.located.finding.rule.name == rule
    ]


def test_every_rule_with_a_fix_is_shown_here() -> None:
    mendable = {rule.name for rule in RULES.values() if rule.fix and rule.family in ("sgml", "config")}
    assert mendable == {*SGML, *OPTIONS, *CHAINS}


@pytest.mark.parametrize("rule", SGML)
def test_the_fix_of_an_sgml_rule(rule: str) -> None:
    before, title, after = SGML[rule]
    desk = response(before, after if rule == "text-altered" else None)
    check(desk, rule, title, spelled(after))


@pytest.mark.parametrize("rule", [rule for rule, picture in OPTIONS.items() if picture])
def test_the_fix_of_a_configuration_rule(rule: str) -> None:
    before, title, after = OPTIONS[rule] or ("", "", "")
    check(config(before), rule, title, after)


def check(desk: Desk, rule: str, title: str, after: str) -> None:
    fixes = fixes_at(desk, rule)
    assert [fix.title for fix in fixes if fix.is_preferred] == [title]
    text = applied(desk.text, fixes[0].edits)
    assert Desk(desk.snapshot, text, 0, 0, desk.shift).body == after


def test_a_finding_elsewhere_or_without_a_fix_offers_none() -> None:
    desk = response('m‸et <ENAMEX TYPE="PERSN">Ann</ENAMEX>\n')
    assert list(quick_fixes(desk.snapshot, desk.start, desk.end)) == []
    outside = response('met <ENAMEX TYPE="PERSON" ALT="B‸o">Ann</ENAMEX>\n', "met Ann\n")
    assert fixes_at(outside, "alt-not-in-text") == []


def test_a_fix_stands_where_its_document_does() -> None:
    body = 'met <ENAMEX TYPE="PERSN">Ann</ENAMEX>\n'
    text = document("none\n") + document(body).replace(" 1 ", " 2 ")
    snapshot = unpaired(Path("/w/a.sgml"), text, "muc-sgml")
    place = text.index("PERSN")
    fixes = list(quick_fixes(snapshot, place, place))
    assert {text[fix.edits[0].start : fix.edits[0].end] for fix in fixes} == {"PERSN"}
    assert len(fixes) == 3


def test_all_at_once_mends_everything_that_has_a_fix() -> None:
    before = 'met <ENAMEX TYPE="PERSN">Ann</ENAMEX>, <TIMEX TYPE=DATE>Monday</TIMEX>, Bo</ENAMEX>\n'
    desk = response(before)
    assert applied(desk.text, all_fixes(desk.snapshot)) == document(spelled("met <P Ann>, <D Monday>, Bo\n"))


def test_a_sound_file_has_nothing_to_fix() -> None:
    assert all_fixes(response("met <P Ann>\n").snapshot) == ()


SGML_PIECES = [
    "<ENAMEX", " TYPE=", '"PERSON"', "PERSN", '"', "'", ">", "<ENAMEX>", "</ENAMEX>", "</TIMEX",
    ' STATUS="OPT"', " X=1", "<", "x", " ", "\n",
]  # fmt: skip
CONFIG_PIECES = [
    ":scoring_task ", "named_entiti", ":class_defs ", ":slot_defs ", '"a a scored 0"', '"b b scored 0"',
    '"a s s scored 4 b"', '"c s s scored 4 set"', '"', ":key_fil ", "x", " ", "\n",
]  # fmt: skip
FILES = st.one_of(
    st.tuples(st.lists(st.sampled_from(SGML_PIECES)).map("".join).map(document), st.just("muc-sgml")),
    st.tuples(st.lists(st.sampled_from(CONFIG_PIECES)).map("".join), st.just("muc-config")),
)


@given(FILES)
def test_fixing_all_comes_to_an_end(file: tuple[str, str]) -> None:
    """`applied` checks that the edits are in order and apart."""
    text, language = file
    for _ in range(20):
        edits = all_fixes(unpaired(Path("/w/a"), text, language))
        if not edits:
            return
        text = applied(text, edits)
    raise AssertionError(f"there is always something more to fix: {text!r}")
