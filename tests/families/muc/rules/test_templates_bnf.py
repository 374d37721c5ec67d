"""The rules that need a BNF: each planted defect is found at its place, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.muc.bnf import Bnf, bnf_of
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.unit import TemplateSyntax
from keytally.findings.finding import Edit, apply_edits
from keytally.runs.check import apply_fixes
from tests.families.muc.template_files import template_element
from tests.pictures import drawn_spans, normal, text_of

BNF = """
<TEMPLATE> :=
    DOC_NR:         "NUMBER"^
    CONTENT:        <scenario-specific-object>*
<ORGANIZATION> :=
    ORG_NAME:       "NAME"-
    ORG_TYPE:       {GOVERNMENT, COMPANY, OTHER}^
    ORG_LOCALE:     LOCALE-STRING {{LOC_TYPE}} *
    ORG_COUNTRY:    NORMALIZED-COUNTRY | COUNTRY-STRING *
    ORG_LEADER:     <PERSON> | <ORGANIZATION> *
    ORG_STAGE:      {SUSPECTED OR ACCUSED, ACQUITTED} | {{LOC_TYPE}} *
<PERSON> :=
    PER_NAME:       "NAME"+
    PER_TITLE:      "TITLE"*
LOC_TYPE :: {CITY, COUNTRY, UNK}
"""


def found_in(text: str, role: Role = Role.KEY) -> list[Located]:
    syntax = TemplateSyntax.of(None, bnf_of(BNF))
    return list(Reading(TemplateLanguage(syntax, role), text).findings)


def check(picture: str) -> None:
    text = text_of(picture)
    spans = ((each.start, each.end, each.finding.rule.name) for each in found_in(text))
    assert drawn_spans(text, spans) == normal(picture)


PICTURES = [
    """
    <PERSN-1-1> :=
     ^^^^^ unknown-class
      PER_NAME: x
    <PERSON-1-2> :=
      PER_NAMES: x
      ^^^^^^^^^ unknown-slot
    <PERSON-1-3> :=
      PER_NAME: x
      AGE: 9
      ^^^ unknown-slot
    """,
    """
    <ORGANIZATION-1-1> :=
      ORG_TYPE: COMPNY
                ^^^^^^ set-fill-value
      ORG_LOCALE: Chicago CTY
                          ^^^ set-fill-value
        CITY
        ^^^^ set-fill-value
      ORG_STAGE: suspected or acused
                 ^^^^^^^^^^^^^^^^^^^ set-fill-value
        ""
        ^^ set-fill-value
    """,
    """
    <ORGANIZATION-1-1> :=
      ORG_NAME: <PERSON-1-1>
                ^^^^^^^^^^^^ fill-type
      ORG_TYPE: <ORGANIZATION-1-1>
                ^^^^^^^^^^^^^^^^^^ fill-type
      ORG_LEADER: "Noor"
                  ^^^^^^ fill-type
        "<PERSON-1-1>"
        ^^^^^^^^^^^^^^ fill-type
    <PERSON-1-1> :=
      PER_NAME: x
    """,
    """
    <ORGANIZATION-1-1> :=
    ^^^^^^^^^^^^^^^^^^^^^ cardinality
      ORG_NAME: "x"
        "y"
        ^^^ cardinality
        /"x"
    <ORGANIZATION-1-2> :=
      ORG_TYPE: /OTHER
        / COMPANY
          GOVERNMENT
          ^^^^^^^^^^ cardinality
    <PERSON-1-1> :=
      PER_NAME:
      ^^^^^^^^ cardinality
    <PERSON-1-2> :=
    ^^^^^^^^^^^^^^^ cardinality
    """,
    """
    <TEMPLATE-1-1> :=
      DOC_NR: 1
      CONTENT: <PERSON-1-1>
    <ORGANIZATION-1-1> :=
      ORG_TYPE: OTHER
      ORG_LEADER: <TEMPLATE-1-1>
                   ^^^^^^^^ pointer-class
        <PLACE-1-1>
         ^^^^^ pointer-class
        <PERSON-1-7>
        ^^^^^^^^^^^^ dangling-pointer
    <PERSON-1-1> :=
      PER_NAME: x
    """,
]


@pytest.mark.parametrize("picture", PICTURES)
def test_each_defect_is_one_finding_at_its_place(picture: str) -> None:
    check(picture)


def test_a_sound_object_has_no_finding() -> None:
    """Case does not count in sets, labels and bare words restrict nothing, and fills may be quoted."""
    text = """\
<organization-1-1> :=
    org_name: Harbour Trust
    ORG_TYPE: /"company"
        /GOVERNMENT
    ORG_LOCALE: New York City CITY
        "Vellmark unk"
    ORG_COUNTRY: "anything" ##1#9#texts
    ORG_LEADER: <PERSON-1-1>
        <ORGANIZATION-1-1>
    ORG_STAGE: suspected  or accused
        Country
    OBJ_STATUS: OPTIONAL
<PERSON-1-1> :=
    PER_NAME: 99
        "x"
"""
    assert not found_in(text)


REPAIRS = [
    ("ORG_TYPE: GOVERMENT", "ORG_TYPE: GOVERNMENT"),
    ("ORG_TYPE: 'GOVERMENT'", "ORG_TYPE: 'GOVERNMENT'"),
    ("ORG_TYPE: OTHER\n  ORG_STAGE: ACQUITED", "ORG_TYPE: OTHER\n  ORG_STAGE: ACQUITTED"),
    ("ORG_TYP: OTHER", "ORG_TYPE: OTHER"),
    ("ORG_TYPE: OTHER\n  ORG_NAME: <A-1-1>", 'ORG_TYPE: OTHER\n  ORG_NAME: "<A-1-1>"'),
    (
        'ORG_TYPE: OTHER\n  ORG_LEADER: "<ORGANIZATION-1-1>"',
        "ORG_TYPE: OTHER\n  ORG_LEADER: <ORGANIZATION-1-1>",
    ),
]


@pytest.mark.parametrize(("before", "after"), REPAIRS)
def test_fixes_leave_nothing_to_find(before: str, after: str) -> None:
    head = "<ORGANIZATION-1-1> :=\n  "
    assert apply_fixes(head + before, found_in).text == head + after
    assert not found_in(head + after)


IGNORED = """\
<ORGANIZATION-1-1> :=
  ORG_TYPE: COMPANY
  ORG_NAME: Acme
  ORG_FOUNDED: 1990
  ORG_NATION: France
  ORG_HEADQUARTERS: Oslo CITY
  ORG_NAMES: Acme
  ORG_STAGES: ACQUITTED
"""


def test_only_clear_misspellings_of_slots_are_mended_and_never_to_one_that_is_there() -> None:
    """A slot that is ignored does no harm; one that takes a wrong name is scored as spurious."""
    assert [each.finding.fix_title for each in found_in(IGNORED)] == [
        *[None] * 4,
        "change it to ORG_STAGE",
    ]
    assert apply_fixes(IGNORED, found_in).text == IGNORED.replace("ORG_STAGES", "ORG_STAGE")


def test_of_two_misspellings_of_one_slot_only_the_first_is_mended() -> None:
    text = "<PERSON-1-1> :=\n  PER_NAM: x\n  PER_NMAE: y\n"
    assert apply_fixes(text, found_in) == (text.replace("PER_NAM:", "PER_NAME:"), 1)


@pytest.mark.parametrize(
    "fills",
    [
        "ORG_TYPE: COMPNY",
        "ORG_TYPE: GOVERNOR",
        "ORG_TYPE: OTHER\n  ORG_LOCALE: Kent COUNTY",
        "ORG_TYPE: OTHER\n  ORG_LEADERS_NAME: x",
        "ORG_TYPE: OTHER\n  ORG_CNTRY: x",
    ],
)
def test_what_may_be_meant_otherwise_is_left_to_a_person(fills: str) -> None:
    text = f"<ORGANIZATION-1-1> :=\n  {fills}\n"
    (found,) = found_in(text)
    assert found.finding.message
    assert apply_fixes(text, found_in) == (text, 0)


@pytest.mark.parametrize(
    ("fill", "title"), [("Kent COUNTY", "change it to COUNTRY"), ("Oslo CTY", "change it to CITY")]
)
def test_a_person_may_take_the_nearest_value(fill: str, title: str) -> None:
    (found,) = found_in(f"<ORGANIZATION-1-1> :=\n  ORG_TYPE: OTHER\n  ORG_LOCALE: {fill}\n")
    assert (found.finding.fix_title, found.finding.guessed) == (title, True)


def test_a_lost_name_of_a_slot_is_not_a_missing_slot_too() -> None:
    assert [each.finding.rule.name for each in found_in("<PERSON-1-1> :=\n  x\n")] == ["fill-without-slot"]


def test_with_a_configuration_and_a_bnf_both_have_to_know_a_slot() -> None:
    syntax = TemplateSyntax.of(template_element(), bnf_of(BNF))
    text = "<PERSON-1-1> :=\n PER_NAME: x\n PER_ALIAS: y\n<TEMPLATE-1-1> :=\n DOC_NR: 1\n"
    found = Reading(TemplateLanguage(syntax, Role.KEY), text).findings
    assert [(each.finding.rule.name, text[each.start : each.end]) for each in found] == [
        ("unknown-slot", "PER_ALIAS"),
        ("unknown-class", "TEMPLATE"),
    ]


def test_messages_say_what_the_task_takes() -> None:
    text = "<ORGANIZATION-1-1> :=\n ORG_TYPE: X\n  OTHER\n ORG_LEADER: y\n  <TEMPLATE-1-1>\n"
    assert [each.finding.message for each in found_in(text)] == [
        "ORG_TYPE takes GOVERNMENT, COMPANY or OTHER, not X",
        "ORG_TYPE takes exactly one fill, but has 2",
        "ORG_LEADER takes a pointer to PERSON or ORGANIZATION, but this is a string",
        "ORG_LEADER must point to PERSON or ORGANIZATION, not to TEMPLATE",
    ]


def test_a_comment_that_is_indented_is_no_fill_too_many() -> None:
    text = "<ORGANIZATION-1-1> :=\n  ORG_TYPE: OTHER\n  ; not sure\n"
    assert [each.finding.rule.name for each in found_in(text)] == ["indented-comment"]


@pytest.mark.parametrize("value", ["OPT", "optional", "'Opt'"])
def test_the_status_takes_what_the_scorer_takes(value: str) -> None:
    """`OBJ_STATUS: OPTIONAL`: "fill `OPTIONAL` or `OPT`, any case", whichever of them a BNF lists."""
    syntax = TemplateSyntax.of(None, bnf_of("<CLUB> :=\n  OBJ_STATUS: {OPTIONAL}-\n"))
    for role, rules in ((Role.KEY, []), (Role.RESPONSE, ["optional-in-response"])):
        found = Reading(TemplateLanguage(syntax, role), f"<CLUB-1-1> :=\n  OBJ_STATUS: {value}\n").findings
        assert [each.finding.rule.name for each in found] == rules


PARTS = "STRING-A {NEW YORK, YORK} {CITY} | {A, A B} {B C, C}"


@pytest.mark.parametrize(
    ("fill", "is_sound"),
    [
        ("x york city", True),
        ("x new york city", True),
        ("new york city", True),
        ("york city", False),
        ("x york", False),
        ("x york city city", False),
        ("a b c", True),
        ("a b b c", True),
        ("a c", True),
        ("a b", False),
    ],
)
def test_a_fill_of_several_parts_is_cut_in_any_way_that_fits(fill: str, is_sound: bool) -> None:
    syntax = TemplateSyntax.of(None, bnf_of(f"<CLUB> :=\n  PLACE: {PARTS}*\n"))
    found = Reading(TemplateLanguage(syntax, Role.KEY), f"<CLUB-1-1> :=\n  PLACE: {fill}\n").findings
    assert [each.finding.rule.name for each in found] == ([] if is_sound else ["set-fill-value"])


THREE = '"PLACE" {CITY, OTHER AREA} {{CONF}} | {NONE} {YET}'
PLACE = "WHERE takes PLACE, then CITY or OTHER AREA, then HIGH or LOW"
FAULTS = [
    ("Port LOW", f"{PLACE}; CITY or OTHER AREA is missing", "Port LOW"),
    ("Port OTHER AREA", f"{PLACE}; HIGH or LOW is missing", "Port OTHER AREA"),
    ("OTHER AREA LOW", f"{PLACE}; PLACE is missing", "OTHER AREA LOW"),
    ("LOW", f"{PLACE}; PLACE and CITY or OTHER AREA are missing", "LOW"),
    ("'Port'", f"{PLACE}; CITY or OTHER AREA and HIGH or LOW are missing", "'Port'"),
    ("Port CITY LWO", "WHERE takes HIGH, LOW or YET, not LWO", "LWO"),
    ("Port Sund TOWN", "WHERE takes HIGH, LOW or YET, not TOWN", "TOWN"),
    ("none", "WHERE takes NONE, then YET; YET is missing", "none"),
    ('""', "WHERE takes HIGH, LOW or YET, not nothing", '""'),
]


def of_three_parts(text: str) -> list[Located]:
    syntax = TemplateSyntax.of(None, bnf_of(f"<CLUB> :=\n  WHERE: {THREE}*\nCONF :: {{HIGH, LOW}}\n"))
    return list(Reading(TemplateLanguage(syntax, Role.KEY), text).findings)


@pytest.mark.parametrize(("fill", "message", "place"), FAULTS)
def test_of_a_fill_of_several_parts_the_missing_or_wrong_one_is_told(
    fill: str, message: str, place: str
) -> None:
    text = f"<CLUB-1-1> :=\n  WHERE: {fill}\n"
    (found,) = of_three_parts(text)
    assert (found.finding.message, text[found.start : found.end]) == (message, place)


@pytest.mark.parametrize(
    ("fill", "title"),
    [("Port CITY HIHG", "change it to HIGH"), ("Port CTY HIHG", None), ("Port LOW", None), ("YET", None)],
)
def test_a_fix_of_one_part_makes_the_whole_fill_right(fill: str, title: str | None) -> None:
    (found,) = of_three_parts(f"<CLUB-1-1> :=\n  WHERE: {fill}\n")
    assert found.finding.fix_title == title


TORN = "a line takes one fill; this one has 2, none of which WHERE takes on its own"


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("'New Port' CITY LOW", '"New Port CITY LOW"'),
        ('"Port" "OTHER AREA LOW" ##1#5#texts', '"Port OTHER AREA LOW" ##1#5#texts'),
        ("New 'Port' CITY LOW", "New 'Port' CITY LOW"),
        ("'New Port' CTY LOW", None),
        ("'Port' ##1#5#texts 'CITY LOW'", None),
        ("'a\"b' CITY LOW", None),
        ("'NONE' YET", '"NONE YET"'),
    ],
)
def test_parts_of_a_fill_that_stand_apart_are_one_finding(line: str, mended: str | None) -> None:
    text = f"<CLUB-1-1> :=\n  WHERE: {line}\n"
    if mended == line:
        assert not of_three_parts(text)
        return
    (found,) = of_three_parts(text)
    assert (found.finding.rule.name, found.finding.message) == ("multiple-fills-on-line", TORN)
    assert apply_fixes(text, of_three_parts).text == text.replace(line, mended or line)


def test_several_fills_are_told_apart_from_the_parts_of_one() -> None:
    for line in ("'Port CITY LOW' NONE YET", "'Port CITY LOW' 'Sund OTHER AREA HIGH'"):
        text = f"<CLUB-1-1> :=\n  WHERE: {line}\n"
        (found,) = of_three_parts(text)
        assert found.finding.fix_title == "put each fill on its own line"
        assert not of_three_parts(apply_fixes(text, of_three_parts).text)


def test_the_name_of_a_slot_without_its_colon_is_no_part_of_a_fill() -> None:
    text = "<CLUB-1-1> :=\n  WHERE: NONE YET\n  WHERE 'Port' CITY LOW\n"
    assert all("none of which" not in each.finding.message for each in of_three_parts(text))


def test_parts_that_stand_apart_are_counted_as_one_fill() -> None:
    syntax = TemplateSyntax.of(None, bnf_of("<CLUB> :=\n  PLACE: PLACE-STRING {CITY}^\n"))
    found = Reading(TemplateLanguage(syntax, Role.KEY), '<CLUB-1-1> :=\n  PLACE: "Port" CITY\n').findings
    assert [each.finding.rule.name for each in found] == ["multiple-fills-on-line"]


def test_values_that_fit_no_choice_are_told_whole() -> None:
    syntax = TemplateSyntax.of(None, bnf_of("<CLUB> :=\n  BOTH: {A} {B} | {C}*\n  MIX: {A} <CLUB>*\n"))
    language = TemplateLanguage(syntax, Role.KEY)
    found = Reading(language, "<CLUB-1-1> :=\n  BOTH: X B\n  MIX: A\n").findings
    assert [each.finding.message for each in found] == [
        "BOTH takes A, then B, or C, not X B",
        "MIX takes A, then <CLUB>, not A",
    ]


WORDS = ["Port", "OTHER", "AREA", "CITY", "LOW", "hgih", "NONE", "YET", "LWO"]


@given(st.lists(st.sampled_from(WORDS), max_size=5))
def test_no_fix_writes_what_is_there(fill: list[str]) -> None:
    text = f"<CLUB-1-1> :=\n  WHERE: {' '.join(fill)}\n"
    for found in of_three_parts(text):
        edits = [Edit(found.offset + e.start, found.offset + e.end, e.text) for e in found.finding.edits]
        assert not edits or not of_three_parts(apply_edits(text, edits))


def test_many_parts_and_many_words_are_judged_without_trying_every_cut() -> None:
    bnf = f"<CLUB> :=\n  PLACE: {'A-STRING ' * 40} {{END}}*\n"
    text = f"<CLUB-1-1> :=\n  PLACE: {'word ' * 400}\n    {'word ' * 400} end\n"
    found = Reading(TemplateLanguage(TemplateSyntax.of(None, bnf_of(bnf)), Role.KEY), text).findings
    assert [each.finding.rule.name for each in found] == ["set-fill-value"]


LISTS = [
    ('ORG_NAME: "Ann Noor", "Noor"', 'ORG_NAME: "Ann Noor"\n    "Noor"', '"Noor"', "2"),
    (
        "ORG_COUNTRY: 'a','b',  'c' ##1#2#texts",
        "ORG_COUNTRY: 'a'\n    'b'\n    'c' ##1#2#texts",
        "'b',  'c'",
        "3",
    ),
    ('ORG_STAGE: "CITY", "ACQUITTED"', 'ORG_STAGE: "CITY"\n    "ACQUITTED"', '"ACQUITTED"', "2"),
]


@pytest.mark.parametrize(("before", "after", "marked", "count"), LISTS)
@pytest.mark.parametrize("bnf", [bnf_of(BNF), None])
def test_quoted_fills_with_commas_between_them_are_several(
    bnf: Bnf | None, before: str, after: str, marked: str, count: str
) -> None:
    """With a BNF and without: one finding, whose fix puts each on its own line."""
    head = "<ORGANIZATION-1-1> :=\n  ORG_TYPE: OTHER\n  "
    language = TemplateLanguage(TemplateSyntax.of(None, bnf), Role.KEY)
    (found,) = Reading(language, f"{head}{before}\n").findings
    assert (found.finding.rule.name, found.finding.arguments["count"]) == ("multiple-fills-on-line", count)
    assert f"{head}{before}\n"[found.start : found.end] == marked
    assert apply_edits(f"{head}{before}\n", found.finding.edits) == f"{head}{after}\n".replace(
        "\n    ", "\n  \t"
    )


@pytest.mark.parametrize("fill", ['"Ann, Noor"', '"Ann", Noor'])
def test_other_commas_and_quotes_are_part_of_a_fill(fill: str) -> None:
    text = f"<ORGANIZATION-1-1> :=\n  ORG_TYPE: OTHER\n  ORG_NAME: {fill}\n"
    assert "multiple-fills-on-line" not in [each.finding.rule.name for each in found_in(text)]
