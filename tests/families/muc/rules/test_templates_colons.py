"""The rule about slots that lost their colon: what is told of, what stays a fill, and what the fix writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.model import Configuration
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.unit import TemplateSyntax
from keytally.runs.check import apply_fixes
from tests.families.muc.template_files import template_element
from tests.pictures import drawn_spans, normal, text_of

BNF = """
<ORGANIZATION> :=
    ORG_NAME:       "NAME"-
    ORG_TYPE:       {COMPANY, OTHER, POST}-
    ORG_LOCALE:     LOCALE-STRING {{LOC_TYPE}} *
    ORG_LEADER:     <PERSON>*
    POST:           "POST"*
    COUNTRY:        "COUNTRY"-
<PERSON> :=
    PER_NAME:       "NAME"+
    PER_TITLE:      "TITLE"+
LOC_TYPE :: {CITY, COUNTRY}
"""
BY_BNF = TemplateSyntax.of(None, bnf_of(BNF))


def found_in(text: str, syntax: TemplateSyntax = BY_BNF) -> list[Located]:
    return list(Reading(TemplateLanguage(syntax, Role.KEY), text).findings)


def check(picture: str, syntax: TemplateSyntax = BY_BNF) -> None:
    text = text_of(picture)
    spans = ((each.start, each.end, each.finding.rule.name) for each in found_in(text, syntax))
    assert drawn_spans(text, spans) == normal(picture)


PICTURES = {
    "no colon, or a blank before it": """
    <PERSON-1-1> :=
      PER_NAME: "x"
      PER_TITLE "Mr."
      ^^^^^^^^^ slot-without-colon
    <PERSON-1-2> :=
      PER_NAME: "x"
      PER_TITLE : "Mr."
      ^^^^^^^^^ slot-without-colon
    <PERSON-1-3> :=
      PER_NAME: "x"
      per_title Mr.
      ^^^^^^^^^ slot-without-colon
    <PERSON-1-4> :=
      PER_NAME: "x"
      PER_TITLE
      ^^^^^^^^^ slot-without-colon
        "Mr."
    """,
    "something else for the colon": """
    <PERSON-1-1> :=
      PER_NAME: "x"
      PER_TITLE; "Mr."
      ^^^^^^^^^ slot-without-colon
    <PERSON-1-2> :=
      PER_NAME: "x"
      PER_TITLE = "Mr."
      ^^^^^^^^^ slot-without-colon
    <PERSON-1-3> :=
      PER_NAME: "x"
      PER_TITLE:= "Mr."
      ^^^^^^^^^ slot-without-colon
    """,
    "the first slot of an object": """
    <PERSON-1-1> :=
      PER_NAME "x"
      ^^^^^^^^ slot-without-colon
        "y"
      PER_TITLE: "Mr."
    """,
    "behind slots that take no such fill": """
    <ORGANIZATION-1-1> :=
      ORG_TYPE: COMPANY
      ORG_LOCALE Vellmark CITY
      ^^^^^^^^^^ slot-without-colon
        Port Anselm CITY
      ORG_LEADER: <PERSON-1-1>
      POST chairman
      ^^^^ slot-without-colon
      ORG_TYPE: OTHER
      ^^^^^^^^ duplicate-slot
    <PERSON-1-1> :=
      PER_NAME: "x"
      PER_TITLE: "y"
    """,
    "plain words behind slots that take any text": """
    <ORGANIZATION-1-1> :=
      ORG_NAME: "x"
      POST "chairman"
      ^^^^ slot-without-colon
      COUNTRY: Vellmark
      POST : chairman
      ^^^^ slot-without-colon
    """,
}
CLEAN = {
    "a value of the set": "<ORGANIZATION-1-1> :=\n  ORG_TYPE:\n    POST\n",
    "a value with a string": "<ORGANIZATION-1-1> :=\n  ORG_LOCALE:\n    COUNTRY CITY\n    Post CITY\n",
    "words of a text": "<ORGANIZATION-1-1> :=\n  POST: x\n    post master\n    Country\n    COUNTRY CLUB\n",
    "quoted": '<PERSON-1-1> :=\n  PER_NAME: "x"\n    "PER_TITLE"\n  PER_TITLE: y\n',
    "behind a slot's name": "<PERSON-1-1> :=\n  PER_NAME: PER_NAME\n  PER_TITLE: PER_TITLE x\n",
    "a slot of another class": "<PERSON-1-1> :=\n  PER_NAME: x\n    ORG_NAME y\n  PER_TITLE: z\n",
    "a longer word": "<PERSON-1-1> :=\n  PER_NAME: x\n    PER_NAMES\n    PER_NAME-y\n  PER_TITLE: z\n",
    "a comment": "<PERSON-1-1> :=\n# PER_NAME x\n  PER_NAME: x\n  PER_TITLE: z\n",
}
REPAIRS = [
    ('PER_TITLE "Mr."', 'PER_TITLE: "Mr."'),
    ('PER_TITLE"Mr."', 'PER_TITLE:"Mr."'),
    ('PER_TITLE : "Mr." ##1#2#t', 'PER_TITLE: "Mr." ##1#2#t'),
    ("per_title\t:\tMr.", "per_title:\tMr."),
    ("PER_TITLE :Mr.", "PER_TITLE:Mr."),
    ("PER_TITLE = /x", "PER_TITLE: /x"),
    ('PER_TITLE:= "Mr."', 'PER_TITLE: "Mr."'),
    ('PER_TITLE\n    "Mr."', 'PER_TITLE:\n    "Mr."'),
]


@pytest.mark.parametrize("picture", PICTURES.values(), ids=PICTURES)
def test_a_slot_that_lost_its_colon_is_one_finding(picture: str) -> None:
    check(picture)


@pytest.mark.parametrize("text", CLEAN.values(), ids=CLEAN)
def test_fills_that_only_look_like_it_are_clean(text: str) -> None:
    assert [(each.finding.rule.name, text[each.start : each.end]) for each in found_in(text)] == []


@pytest.mark.parametrize(("before", "after"), REPAIRS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_fix_puts_the_colon_right_behind_the_name(before: str, after: str, end: str) -> None:
    frame = '<PERSON-1-1> :=\n  PER_NAME: "x"\n  {}\n'
    text, wanted = (frame.format(each).replace("\n", end) for each in (before, after))
    assert [each.finding.rule.name for each in found_in(text)] == ["slot-without-colon"]
    assert apply_fixes(text, found_in).text == wanted
    assert found_in(wanted) == []


def test_a_configuration_tells_the_names_too() -> None:
    text = "<ORGANIZATION-1-1> :=\n  ORG_NAME: x\n  ORG_LEADER <ORGANIZATION-1-1>\n"
    assert [each.finding.rule.name for each in found_in(text, by(template_element()))] == [
        "slot-without-colon"
    ]
    assert found_in(text, by(None)) == []


def test_a_pointer_slot_of_a_configuration_takes_no_words() -> None:
    slots = {"event": {"who": "pointer", "post": "string", "kind": "set"}}
    syntax = by(template_element(slots))
    text = "<EVENT-1-1> :=\n  WHO: <EVENT-1-1>\n  {}\n"
    assert [each.finding.rule.name for each in found_in(text.format("POST x"), syntax)] == [
        "slot-without-colon"
    ]
    assert found_in("<EVENT-1-1> :=\n  KIND: x\n    POST\n", syntax) == []


def by(configuration: Configuration | None) -> TemplateSyntax:
    return TemplateSyntax.of(configuration)


WORDS = [
    "PER_NAME",
    "PER_TITLE",
    "ORG_TYPE",
    "POST",
    "post",
    "COUNTRY",
    "COMPANY",
    ":",
    "=",
    " ",
    '"x"',
    "CITY",
]
LINES = st.lists(st.sampled_from(WORDS), max_size=5).map("".join)


@given(st.sampled_from(["PERSON", "ORGANIZATION"]), st.lists(LINES, max_size=5))
def test_fixes_of_the_rule_leave_it_nothing_to_find(name: str, lines: list[str]) -> None:
    text = f"<{name}-1-1> :=\n" + "".join(f"  {line}\n" for line in lines)

    def of_rule(now: str) -> list[Located]:
        return [each for each in found_in(now) if each.finding.rule.name == "slot-without-colon"]

    assert not of_rule(apply_fixes(text, of_rule).text)
