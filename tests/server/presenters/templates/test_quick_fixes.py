"""The fixes of findings in template files and BNFs: the text with its cursor before, and after the fix."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.findings.all_rules import RULES
from keytally_server.requests.code_actions import all_fixes, quick_fixes
from tests.server.desk import applied, unpaired
from tests.server.template_desk import TEXTS, in_no_pair, in_response

KEY = '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n'
TEXTS_FILE = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nAnn came.\n</TXT>\n</DOC>\n"
FIRST = TEXTS_FILE.index("Ann")

PICTURES = {
    "malformed-header": ('<PERSON-1-1‸>\n  PER_NAME: "Ann"\n', "Change it to <PERSON-1-1> :=", KEY),
    "header-not-alone": (
        '<PERSON-1‸-1> := PER_NAME: "Ann"\n',
        "Put the header on its own line",
        '<PERSON-1-1> :=\n\tPER_NAME: "Ann"\n',
    ),
    "slot-not-first": (
        '<PERSON-1-1> :=\n  PER_NAME: "Ann" PER_AL‸IAS: "A"\n',
        "Put PER_ALIAS on a line of its own",
        '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n  PER_ALIAS: "A"\n',
    ),
    "multiple-fills-on-line": (
        '<PERSON-1-1> :=\n  PER_ALIAS: "Ann" "An‸nie"\n',
        "Put each fill on its own line",
        '<PERSON-1-1> :=\n  PER_ALIAS: "Ann"\n  \t"Annie"\n',
    ),
    "scattered-document": (
        "<PERSON-1-1> :=\n<PERSON-2-1> :=\n<PERSON‸-1-2> :=\n",
        "Move it to its document",
        "<PERSON-1-1> :=\n<PERSON-1-2> :=\n<PERSON-2-1> :=\n",
    ),
    "indented-comment": (
        "<PERSON-1-1> :=\n  ;‸ note\n",
        "Move the comment to the first column",
        "<PERSON-1-1> :=\n; note\n",
    ),
    "malformed-link": (
        '<PERSON-1-1> :=\n  PER_NAME: "Ann" #‸3#6#te.texts\n',
        "Change it to ##3#6#te.texts",
        '<PERSON-1-1> :=\n  PER_NAME: "Ann" ##3#6#te.texts\n',
    ),
    "link-text": (
        f'<PERSON-1-1> :=\n  PER_NAME: "Ann" ##1#‸4#{TEXTS.name}\n',
        f"Change them to {FIRST}#{FIRST + 3}",
        f'<PERSON-1-1> :=\n  PER_NAME: "Ann" ##{FIRST}#{FIRST + 3}#{TEXTS.name}\n',
    ),
    "unterminated-string": ('<PERSON-1-1> :=\n  PER_NAME: "An‸n\n', "Close the quote", KEY),
    "alternative-in-response": (
        '<PERSON-1-1> :=\n  PER_ALIAS: "A"\n    /‸ "Ann"\n',
        "Remove the slash",
        '<PERSON-1-1> :=\n  PER_ALIAS: "A"\n    "Ann"\n',
    ),
    "optional-in-response": ('<PERSON-1-1> :=\n  PER_NAME: /‸ "Ann"\n', "Remove the slash", KEY),
    "slot-without-colon": (
        '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n  PER_AL‸IAS : "A"\n',
        "Put the colon immediately after PER_ALIAS",
        '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n  PER_ALIAS: "A"\n',
    ),
    "unknown-slot": ('<PERSON-1-1> :=\n  PER_NAM‸: "Ann"\n', "Change it to PER_NAME", KEY),
    "set-fill-value": (
        "<ORGANIZATION-1-1> :=\n  ORG_TYPE: COMPANI‸\n",
        "Change it to COMPANY",
        "<ORGANIZATION-1-1> :=\n  ORG_TYPE: COMPANY\n",
    ),
    "fill-type": (
        "<EMPLOYEE_OF-1-1> :=\n  PERSON: '<PERS‸ON-1-1>'\n",
        "Remove its quotes",
        "<EMPLOYEE_OF-1-1> :=\n  PERSON: <PERSON-1-1>\n",
    ),
}


def test_every_rule_with_a_fix_is_shown_here() -> None:
    mendable = {rule.name for rule in RULES.values() if rule.fix and rule.family == "templates"}
    assert mendable == set(PICTURES)


@pytest.mark.parametrize("rule", PICTURES)
def test_the_fix_of_a_rule(rule: str) -> None:
    before, title, after = PICTURES[rule]
    desk = in_response(before, KEY, texts=TEXTS_FILE)
    found = [
        fix
        for fix in quick_fixes(desk.snapshot, desk.start, desk.end)
        if fix.located.finding.rule.name == rule
    ]
    assert [fix.title for fix in found if fix.is_preferred] == [title]
    assert applied(desk.text, found[0].edits) == after


def test_the_fix_of_a_bnf_rule() -> None:
    desk = in_no_pair("<PERSON> :=\n  KIND: {{KIND‸}}*\nKINDS :: {A, B}\n", "muc-bnf")
    (fix,) = quick_fixes(desk.snapshot, desk.start, desk.end)
    assert (fix.title, fix.located.finding.rule.name) == ("Change it to KINDS", "undefined-set")
    assert "{{KINDS}}" in applied(desk.text, fix.edits)


PIECES = [
    "<PERSON-1-1> :=", "\n<PERSON-1-2> :=\n", "<PERSON-2-1>", "\n PER_NAME:", "\n PERSON:", '"Ann"', '"', "/",
    "<", "##1#2#t", "##1#2", "#", ";", " ", "\n", "\r\n", "OPT", "\n OBJ_STATUS:", "\n PER_NAME",
    ":", ":=", "{{A}}", "A ::",
]  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES)).map("".join)


@given(TEXT, st.sampled_from(["muc-template", "muc-bnf"]))
def test_fixing_all_comes_to_an_end(text: str, language: str) -> None:
    """`applied` checks that the edits are in order and apart."""
    for _ in range(40):
        edits = all_fixes(unpaired(Path("/w/a"), text, language))
        if not edits:
            return
        text = applied(text, edits)
    raise AssertionError(f"there is always something more to fix: {text!r}")
