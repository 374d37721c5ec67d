"""The rules about template files: each planted defect is found at its place, and nothing else is."""

import pytest

from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.muc.model import Configuration
from keytally.runs.check import apply_fixes
from tests.families.muc.template_files import language, template_element
from tests.pictures import drawn_spans, normal, text_of

KEY, RESPONSE = Role.KEY, Role.RESPONSE


def found_in(text: str, role: Role = KEY, configuration: Configuration | None = None) -> list[Located]:
    return list(Reading(language(role, configuration), text).findings)


def check(picture: str, role: Role = KEY, configuration: Configuration | None = None) -> None:
    text = text_of(picture)
    spans = ((each.start, each.end, each.finding.rule.name) for each in found_in(text, role, configuration))
    assert drawn_spans(text, spans) == normal(picture)


def mended(text: str, role: Role = KEY, configuration: Configuration | None = None) -> str:
    return apply_fixes(text, lambda now: found_in(now, role, configuration)).text


HEADERS = [
    """
    <PERSON-1-1>
    ^^^^^^^^^^^^ malformed-header
      PER_NAME: "x"
    """,
    """
    <PERSON-1-1> :=
    PER_NAME: "x"

    <PERSON-1-2>
    ^^^^^^^^^^^^ malformed-header
    PER_NAME: "y"
    <PERSON-1-3>
    ^^^^^^^^^^^^ malformed-header
    PER_NAME: "z"
    """,
    """
    <PERSON-1-1> =
    ^^^^^^^^^^^^^^ malformed-header
      PER_NAME: "x"
    <PERSON-1-2> ::=
    ^^^^^^^^^^^^^^^^ malformed-header
      PER_NAME: "x"
    <PERSON-1-3>:
    ^^^^^^^^^^^^^ malformed-header
      PER_NAME: "x"
    """,
    """
    <PERSON-1-1 :=
    ^^^^^^^^^^^^^^ malformed-header
    PERSON-1-2> :=
    ^^^^^^^^^^^^^^ malformed-header
    PERSON-1-3 :=
    ^^^^^^^^^^^^^ malformed-header
    <<PERSON-1-4>> :=
    ^^^^^^^^^^^^^^^^^ malformed-header
    """,
    """
    <PERSON-1> :=
    ^^^^^^^^^^^^^ malformed-header
    <PERSON--1> :=
    ^^^^^^^^^^^^^^ malformed-header
    <-1-1> :=
    ^^^^^^^^^ malformed-header
    <PERSON-1-> :=
    ^^^^^^^^^^^^^^ malformed-header
    <> :=
    ^^^^^ malformed-header
    <PERSON> :=
    ^^^^^^^^^^^ malformed-header
    """,
    """
    < PERSON-1-1> :=
    ^^^^^^^^^^^^^^^^ malformed-header
    <PERSON-1 2-3> :=
    ^^^^^^^^^^^^^^^^^ malformed-header
    <PERSON-<1>-4> :=
    ^^^^^^^^^^^^^^^^^ malformed-header
    <PERSON-"1"-5> :=
    ^^^^^^^^^^^^^^^^^ malformed-header
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: "x"
    <PERSON-1-2> : =
    ^^^^^^^^^^^^^^^^ malformed-header
      PER_NAME: "y"
    <PERSON-1-3> ;=
    ^^^^^^^^^^^^^^^ malformed-header
      PER_NAME: "z"
    <PERSON-1-4>  := =
    ^^^^^^^^^^^^^^^^^^ malformed-header
    <PERSON-1-5> : :=
    ^^^^^^^^^^^^^^^^^ malformed-header
    <PERSON-1-6>;
    ^^^^^^^^^^^^^ malformed-header
      <PERSON-1-7> ; :
      ^^^^^^^^^^^^^^^^ malformed-header
    """,
]
NOT_ALONE = [
    """
    <PERSON-1-1> := PER_NAME: "x" PER_ALIAS: "y"
    ^^^^^^^^^^^^^^^ header-not-alone
                                  ^^^^^^^^^^ slot-not-first
    <PERSON-1-2> := "x"
    ^^^^^^^^^^^^^^^ header-not-alone
    <PERSON-1-3> := ##1#2#x
    ^^^^^^^^^^^^^^^ header-not-alone
    <PERSON-1-4> := ##1#2
    ^^^^^^^^^^^^^^^ header-not-alone
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: "x" <PERSON-1-2> :=
                    ^^^^^^^^^^^^^^^ header-not-alone
      PER_NAME: "y"
    """,
    """
    <PERSON-1-1> :=
      PER_TITLE: Dr <PERSON-1-2> := PER_NAME: "y"
                    ^^^^^^^^^^^^^^^ header-not-alone
      PER_TITLE: Prof
    """,
]
LINES = [
    """
    <PERSON-1-1> :=
      PER_NAME: "x" PER_ALIAS: "y"
                    ^^^^^^^^^^ slot-not-first
      PER_TITLE: Dr PER_AGE: 9
                    ^^^^^^^^ slot-not-first
    """,
    """
    <ORGANIZATION-1-1> :=
      /ORG_NAME: "x"
       ^^^^^^^^^ slot-not-first
      - ORG_TYPE: COMPANY
        ^^^^^^^^^ slot-not-first
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: "x" "y" "z"
                    ^^^^^^^ multiple-fills-on-line
      PER_ALIAS: "x"
        "y" 'z'
            ^^^ multiple-fills-on-line
    """,
    """
    <INCIDENT-1-1> :=
      TARGET: <HUM_TGT-1-1> <HUM_TGT-1-2>
                            ^^^^^^^^^^^^^ multiple-fills-on-line
      STAGE: "x" y z
                 ^^^ multiple-fills-on-line
      PLACE: "x" ##1#2#t "y" ##3#4#t
                         ^^^ multiple-fills-on-line
      WHO: "x" / "y"
               ^^^^^ multiple-fills-on-line
    <HUM_TGT-1-1> :=
    <HUM_TGT-1-2> :=
    """,
    """
    <PERSON-1-1> :=
      ; the first
      ^ indented-comment
      PER_NAME: "x"
     # the second: "x"
     ^ indented-comment
      ## the third
      ^ indented-comment
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: "x" ##1#2
                    ^^^^^ malformed-link
      PER_ALIAS: "y" #1#2#t
                     ^^^^^^ malformed-link
        "z" ##a#b#t
            ^^^^^^^ malformed-link
        z z ##1##2#t
            ^^^^^^^^ malformed-link
      PER_TITLE: ##1#2#t
                 ^^^^^^^ malformed-link
      PER_AGE: 9 ##4#3#t
                 ^^^^^^^ malformed-link
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: "x" ##1#2#my file.txt
                    ^^^^^^^^^^^^^^^^^ malformed-link
      PER_ALIAS: y z ##1#2#my file.txt
                     ^^^^^^^^^^^^^^^^^ malformed-link
      PER_TITLE: "x" ##1#2#my file PER_AGE: 9
                     ^^^^^^^^^^^^^ malformed-link
                                   ^^^^^^^^ slot-not-first
      PER_TAG: "x" ##1#2#t "y"
                           ^^^ multiple-fills-on-line
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: "x
                ^^ unterminated-string
      PER_ALIAS: "y' ##1#2#t
                 ^^^ unterminated-string
        'can't
        ^^^^^^ unterminated-string
        "z", Jr.
        ^^^^^^^^ unterminated-string
      PER_TITLE: "
                 ^ unterminated-string
    """,
    """
    <PERSON-1-1> :=
      "x"
      ^^^ fill-without-slot
      y
      PER_ALIAS: "y"
    <PERSON-1-2> :=
      <PERSON-1-1>
      ^^^^^^^^^^^^ fill-without-slot
    """,
    """
    # a comment
      PER_NAME: "x"
      ^^^^^^^^ fill-without-slot
      PER_ALIAS: "y"

    <PERSON-1-1> :=
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: "x"
      PER_ALIAS: "y"
      per_name: "z"
      ^^^^^^^^ duplicate-slot
      PER_ALIAS: "z"
      ^^^^^^^^^ duplicate-slot
    """,
]
IN_RESPONSES = [
    """
    <PERSON-1-1> :=
      PER_ALIAS: "x"
        /"y"
        ^ alternative-in-response
        / "z"
        ^ alternative-in-response
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: / "x"
                ^ optional-in-response
      PER_ALIAS:
        /"y"
        ^ optional-in-response
      OBJ_STATUS: OPTIONAL
      ^^^^^^^^^^ optional-in-response
    """,
]
IN_DOCUMENTS = [
    """
    <PERSON-1-1> :=
    <PERSON-1-2> :=
    <PERSON-2-1> :=
    <PERSON-1-3> :=
    ^^^^^^^^^^^^^^^ scattered-document
    <PERSON-1-4> :=
    <PERSON-3-1> :=
    """,
    """
    <PERSON-1-1> :=
    <PERSON-2-1> :=
    <PERSON-1-2> :=
    ^^^^^^^^^^^^^^^ scattered-document
    <PERSON-2-2> :=
    <PERSON-3-1> :=
    <PERSON-2-3> :=
    ^^^^^^^^^^^^^^^ scattered-document
    """,
    """
    <PERSON-1-1> :=
    <PERSON-1-01> :=
    <person-1-1> :=
    ^^^^^^^^^^^^^^^ duplicate-object
    <PERSON-1-1A> :=
    <PERSON-1-1a> :=
    <PERSON-1-1A> :=
    ^^^^^^^^^^^^^^^^ duplicate-object
    """,
    """
    <ORGANIZATION-1-1> :=
      ORG_LEADER: <PERSON-1-2>
        <PERSON-1-1>
        <PERSON-2-1>
        ^^^^^^^^^^^^ dangling-pointer
        <person-1-01>
        ^^^^^^^^^^^^^ dangling-pointer
        <somebody>
        ^^^^^^^^^^ dangling-pointer
    <PERSON-1-1> :=
    <PERSON-1-2> :=
    <PERSON-2-1> :=
      FRIEND: <PERSON-2-9>
              ^^^^^^^^^^^^ dangling-pointer
    """,
]


@pytest.mark.parametrize("picture", [*HEADERS, *NOT_ALONE, *LINES, *IN_DOCUMENTS])
def test_each_defect_of_a_key_is_one_finding_at_its_place(picture: str) -> None:
    check(picture)


@pytest.mark.parametrize("picture", IN_RESPONSES)
def test_what_only_keys_may_say_is_found_in_responses(picture: str) -> None:
    check(picture, RESPONSE)
    assert not found_in(text_of(picture), KEY)


@pytest.mark.parametrize("picture", [each for each in (*NOT_ALONE, *LINES, *IN_DOCUMENTS) if "/" not in each])
def test_other_defects_are_found_in_responses_as_well(picture: str) -> None:
    check(picture, RESPONSE)


CLEAN = {
    "a fill ends at the quote before a blank": '<P-1-1> :=\n  A: \'can\'t\' ##1#2#t\n  B: "say "no""\n',
    "quotes within other quotes": '<P-1-1> :=\n  A: \'"THE EXTRADITABLES"\'\n  B: "d\'Ettorre"\n',
    "an empty fill": '<P-1-1> :=\n  A: ""\n',
    "line ends of other systems": '<P-1-1> :=\r\n  A: "x"\r\n    "y"\r\n\r\n<P-1-2> :=\r\n  A: x\r\n',
    "old line ends": '<P-1-1> :=\r  A: "x"\r<P-1-2> :=\r  A: x y\r',
    "one-ups that are no numbers": "<P-1-1A> :=\n<P-1-01> :=\n<P-D1-1-2> :=\n",
    "several words": "<P-1-1> :=\n  LOCALE: New York CITY\n  STAGE: SUSPECTED OR ACCUSED\n",
    "colons in fills": '<P-1-1> :=\n  A: "x: y"\n  B: HONDURAS: TEGUCIGALPA\n    "C: d"\n    07:30\n    http://x/y\n',
    "headers in quotes": '<P-1-1> :=\n  A: "<P-1-2> :="\n  B: "see A_B: there"\n',
    "comments of all sorts": "# <P-9-9> :=\n;A: x\n<P-1-1> :=\n# x\n;\n  A: x\n#",
    "a forward pointer in column 1": "<P-1-1> :=\nA:\n<P-1-2>\nB: x\n<P-1-2> :=\n",
    "pointers below each other": "<P-1-1> :=\nA: <P-1-2>\n<P-1-1>\nB: x\n<P-1-2> :=\n",
    "slashes and pound signs in fills": '<P-1-1> :=\n  A: and/or\n  B: "#1 ##"\n  C: No. #1\n',
    "no blank behind the colon": '<P-1-1>:=\n  A:"x"\n  B:<P-1-1>\n  C:/y\n',
    "accented letters": "<P-1-1> :=\n  A: Łódź é\U0001f600\n",
    "nothing": "",
    "blank lines": "\n \n\t\n",
}


@pytest.mark.parametrize("text", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_wrong_has_no_finding(text: str) -> None:
    assert [(each.finding.rule.name, text[each.start : each.end]) for each in found_in(text)] == []


def test_indented_pointers_that_semicolons_part_are_no_headers() -> None:
    found = found_in("<P-1-1> :=\n  A: <P-1-2> ;\n    <P-1-1>;\n<P-1-2> :=\n")
    assert [each.finding.rule.name for each in found] == ["multiple-fills-on-line"] * 2


def test_a_pointer_to_an_object_with_a_malformed_header_is_not_a_second_finding() -> None:
    text = "<ORG-1-1> :=\n  ORG_LEADER: <PERSON-1-1>\n<PERSON-1> :=\n"
    assert [each.finding.rule.name for each in found_in(text)] == ["malformed-header"]


DECLARED = [
    """
    <PERSON 1 1> :=
    ^^^^^^^^^^^^^^^ malformed-header
      PER_NAM: "x"
      ^^^^^^^ unknown-slot
    <PERSON 1-2> :=
    ^^^^^^^^^^^^^^^ malformed-header
    < PERSON -1 3> :=
    ^^^^^^^^^^^^^^^^^ malformed-header
    <PER SON-1-4> :=
    ^^^^^^^^^^^^^^^^ malformed-header
    <PERSON 1> :=
    ^^^^^^^^^^^^^ malformed-header
      PER_NAM: "x"
      ^^^^^^^ unknown-slot
    <PERSN 1 5> :=
    ^^^^^^^^^^^^^^ malformed-header
     ^^^^^ unknown-class
    <ORGANIZATION-1-1> :=
      ORG_LEADER: <PERSON-1-1>
        <PERSON-1-2>
    """,
    """
    <PERSN-1-1> :=
     ^^^^^ unknown-class
      PER_NAME: "x"
    <PLACE-1-1> :=
     ^^^^^ unknown-class
    """,
    """
    <PERSON-1-1> :=
      PER_NAM: "x"
      ^^^^^^^ unknown-slot
      ORG_NAME: "x"
      ^^^^^^^^ unknown-slot
      obj_status: OPT
    """,
    """
    <PERSON-1-1> :=
      PER_NAME: <PERSON-9-9>
      per_title: Dr per_alias: x
                    ^^^^^^^^^^ slot-not-first
    """,
]


@pytest.mark.parametrize("picture", DECLARED)
def test_a_configuration_tells_classes_and_slots(picture: str) -> None:
    check(picture, KEY, template_element())


REPAIRS = [
    ("<P-1-1> :=\n  A: x\n<P-1-2> : =\n  A: y\n", "<P-1-1> :=\n  A: x\n<P-1-2> :=\n  A: y\n"),
    ("<P-1-1> :=\n  A: x\n<P-1-2> ;=\n  A: y\n", "<P-1-1> :=\n  A: x\n<P-1-2> :=\n  A: y\n"),
    ("<P-1-1>  := =\n  A: x\n", "<P-1-1> :=\n  A: x\n"),
    ("<PERSON-1-1>\n  A: x\n", "<PERSON-1-1> :=\n  A: x\n"),
    ("PERSON-1-1> :=\n", "<PERSON-1-1> :=\n"),
    ("< PERSON - 1 - 1 > :=\n", "<PERSON-1-1> :=\n"),
    ("<P-1-1> := A: x B_C: y\n", "<P-1-1> :=\n\tA: x\n\tB_C: y\n"),
    ("<P-1-1> := ; why\n", "<P-1-1> :=\n; why\n"),
    ("<P-1-1> :=\n  A: x <P-1-2> := A: y\n", "<P-1-1> :=\n  A: x\n<P-1-2> :=\n\tA: y\n"),
    ('<P-1-1> :=\r\n  A: "x" "y"\r\n', '<P-1-1> :=\r\n  A: "x"\r\n  \t"y"\r\n'),
    ('<P-1-1> :=\n\tA: "x" / "y" "z"\n', '<P-1-1> :=\n\tA: "x"\n\t\t/ "y"\n\t\t"z"\n'),
    ("<P-1-1> :=\n\tA: x\n\t# why\n", "<P-1-1> :=\n\tA: x\n# why\n"),
    ('<P-1-1> :=\n\tA: "x" # 1 # 2 # t\n', '<P-1-1> :=\n\tA: "x" ##1#2#t\n'),
    ('<P-1-1> :=\n\tA: "x ##1#2#t\n', '<P-1-1> :=\n\tA: "x" ##1#2#t\n'),
]
RESPONSE_REPAIRS = [
    ('<P-1-1> :=\n\tA: "x"\n\t\t/ "y"\n', '<P-1-1> :=\n\tA: "x"\n\t\t"y"\n'),
    ("<P-1-1> :=\n\tA: /x\n\tOBJ_STATUS: OPT\n\tB: y\n", "<P-1-1> :=\n\tA: x\n\tB: y\n"),
]


@pytest.mark.parametrize(("before", "after"), REPAIRS)
def test_fixes_leave_nothing_to_find(before: str, after: str) -> None:
    assert mended(before) == after
    assert not found_in(after)


@pytest.mark.parametrize(("before", "after"), RESPONSE_REPAIRS)
def test_fixes_of_responses_take_the_marks_of_keys_away(before: str, after: str) -> None:
    assert mended(before, RESPONSE) == after


def test_the_fix_of_a_scattered_document_moves_objects_with_their_comments() -> None:
    before = (
        "# one\n<P-1-1> :=\n  A: x\n\n# two\n<P-2-1> :=\n  A: x\n\n# of it\n<P-1-2> :=\n  A: y\n\n"
        "<P-1-3> :=\n  A: z\n\n# three\n<P-3-1> :=\n  A: x"
    )
    after = (
        "# one\n<P-1-1> :=\n  A: x\n\n# of it\n<P-1-2> :=\n  A: y\n\n<P-1-3> :=\n  A: z\n\n"
        "# two\n<P-2-1> :=\n  A: x\n\n# three\n<P-3-1> :=\n  A: x"
    )
    assert mended(before) == after


def test_an_object_at_the_end_of_the_file_gets_the_line_end_that_it_lacks() -> None:
    assert mended("<P-1-1> :=\n<P-2-1> :=\n<P-1-2> :=") == "<P-1-1> :=\n<P-1-2> :=\n<P-2-1> :=\n"


def test_a_duplicate_leads_to_the_first() -> None:
    (found,) = found_in("<P-1-1> :=\n  A: x\n<P-1-1> :=\n")
    (related,) = found.finding.related
    assert related.unit.text[related.start : related.end] == "<P-1-1> :="
    assert related.unit is not found.unit


def test_a_header_behind_a_pointer_is_no_part_of_one_that_is_malformed() -> None:
    text = "<A-1-1> :=\n  B: <C-1-1>\n     <C-1-2>\t<C-1-1> :=\n<C-1-2> :=\n"
    found = Reading(language(), text).findings
    assert [(each.finding.rule.name, text[each.start : each.end]) for each in found] == [
        ("header-not-alone", "<C-1-1> :=")
    ]
