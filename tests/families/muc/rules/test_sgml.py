"""The SGML rules: each planted defect is found at its place, by its rule, and nothing else is."""

import pytest

from keytally.families.contract import Role
from keytally.families.muc.sgml.language import sgml_language as plain_language
from keytally.findings.finding import Finding
from keytally.findings.table import sgml as table
from tests.families.muc.sgml_files import document, language, read_file
from tests.pictures import drawn, mended, normal, text_of

KEY, RESPONSE = Role.KEY, Role.RESPONSE
HEAD = "<DOC><DOCNO>1</DOCNO><TXT>\n"
FOOT = "</TXT></DOC>\n"


def findings(body: str, role: Role = KEY, **changes: object) -> tuple[Finding, ...]:
    """The findings in the TXT section of a document, placed as in the section."""
    unit = language(role, **changes).read(HEAD + body + FOOT)
    return tuple(
        Finding(each.rule, each.start - len(HEAD), each.end - len(HEAD), each.arguments, each.edits)
        for each in unit.findings
    )


def shifted(body: str, role: Role = KEY) -> str:
    """The body after the fixes of its findings."""
    text = HEAD + body + FOOT
    return mended(text, language(role).read(text).findings)[len(HEAD) : -len(FOOT)]


def check(picture: str, role: Role = KEY, **changes: object) -> None:
    body = text_of(picture)
    assert drawn(body, findings(body, role, **changes)) == normal(picture)


UNCLOSED = [
    """
    <ENAMEX TYPE="PERSON">Dingell met <ENAMEX TYPE="PERSON">Wirth</ENAMEX>.
    ^^^^^^^^^^^^^^^^^^^^^^ unclosed-tag
    <ENAMEX TYPE="LOCATION">UK</ENAMEX>
    """,
    """
    in <TIMEX TYPE="DATE">1993, <ENAMEX TYPE="PERSON">Carter</ENAMEX> said
       ^^^^^^^^^^^^^^^^^^^ unclosed-tag
    """,
    """
    <ENAMEX TYPE="PERSON"Dingell</ENAMEX> & <ENAMEX TYPE="PERSON">Wirth</ENAMEX>
    ^^^^^^^^^^^^^^^^^^^^^ unclosed-tag
    """,
    """
    <ENAMEX TYPE="PERSON">Dingell</ENAMEX left, <ENAMEX TYPE="PERSON">Wirth</ENAMEX> not
                                 ^^^^^^^^ unclosed-tag
    """,
    """
    <ENAMEX TYPE="PERSON">Dingell<ENAMEX> met <ENAMEX TYPE="PERSON">Wirth</ENAMEX>
                                 ^^^^^^^^ unclosed-tag
    """,
    """
    <ENAMEX TYPE="PERSON Dingell</ENAMEX> left
    ^^^^^^^^^^^^^^^^^^^^ unclosed-tag
    """,
    """
    <ENAMEX Dingell</ENAMEX> left
    ^^^^^^^ unclosed-tag
    """,
    """
    <ENAMEX TYPE="PERSONDingell</ENAMEX, <ENAMEX TYPE="PERSON">Wirth</ENAMEX.
    ^^^^^^^^^^^^^^^^^^^^ unclosed-tag
                               ^^^^^^^^ unclosed-tag
                                                                    ^^^^^^^^ unclosed-tag
    """,
]
UNMATCHED = [
    """
    Dingell</ENAMEX> met <ENAMEX TYPE="PERSON">Wirth</ENAMEX>
           ^^^^^^^^^ unmatched-close-tag
    """,
    """
    <ENAMEX TYPE="PERSON">Wirth</ENAMEX></TIMEX >
                                        ^^^^^^^^^ unmatched-close-tag
    """,
    """
    <ENAMEX TYPE="PERSON">Wirth</TIMEX> met <ENAMEX TYPE="PERSON">Dingell</ENAMEX>
                               ^^^^^^^^ unmatched-close-tag
    """,
    """
    <TIMEX TYPE="PERSON">Wirth</ENAMEX> met <ENAMEX TYPE="PERSON">Dingell</ENAMEX>
                              ^^^^^^^^^ unmatched-close-tag
    """,
]
CROSSING = [
    """
    <ENAMEX TYPE="PERSON">Carter in <TIMEX TYPE="DATE">1978</ENAMEX>, 1979</TIMEX>
                                                           ^^^^^^^^^ crossing-tags
    """,
    """
    <TIMEX TYPE="DATE">1978 <NUMEX TYPE="MONEY">$5</TIMEX> gold</NUMEX> <NUMEX TYPE="MONEY">$6</NUMEX>
                                                  ^^^^^^^^ crossing-tags
    """,
]
FAR_APART = f"""
    <ENAMEX TYPE="PERSON">Wirth {"x" * 99}</TIMEX>
    ^^^^^^^^^^^^^^^^^^^^^^ unclosed-tag
    {" " * 27 + " " * 99} ^^^^^^^^ unmatched-close-tag
    """
UNKNOWN = [
    """
    <ENAMEX TYPE="PERSON" SUBTYPE="X">Carter</ENAMEX>
                          ^^^^^^^ unknown-attribute
    """,
    """
    <ENAMEX TPYE="PERSON">Carter</ENAMEX>
            ^^^^ unknown-attribute
    """,
    """
    <ENAMEX PERSON>Carter</ENAMEX>
            ^^^^^^ unknown-attribute
    """,
    """
    <ENAMEX TYPE="PERSON">Carter</ENAMEX PERSON>
                                         ^^^^^^ unknown-attribute
    """,
]
VALUES = [
    """
    <ENAMEX TYPE="PERSN">Carter</ENAMEX> <ENAMEX TYPE="other">Ada</ENAMEX>
                  ^^^^^ attribute-value
                                                       ^^^^^ attribute-value
    """,
    """
    <ENAMEX TYPE="PERSON|LOCAL" STATUS="MAYBE">Carter</ENAMEX>
                         ^^^^^ attribute-value
                                        ^^^^^ attribute-value
    """,
    """
    <TIMEX TYPE="">1978</TIMEX>
           ^^^^^^^ attribute-value
    """,
]
MISSING = [
    """
    <ENAMEX>Carter</ENAMEX> and <ENAMEX TYPE="PERSON">Dingell</ENAMEX>
    ^^^^^^^^ missing-attribute
    """,
    """
    <NUMEX STATUS="OPT">5 percent</NUMEX>
    ^^^^^^^^^^^^^^^^^^^^ missing-attribute
    """,
]
UNQUOTED = [
    """
    <ENAMEX TYPE=PERSON>Carter</ENAMEX>
                 ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE="PERSON>Carter</ENAMEX> said "yes" to <ENAMEX TYPE="PERSON">Wirth</ENAMEX>
                  ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE="PERSON STATUS="OPT">Carter</ENAMEX>
                  ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE=PERSON" STATUS='OPT'>Carter</ENAMEX>
                 ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE="PERSON" ALT="Jimmy "J" Carter">Jimmy "J" Carter</ENAMEX>
                               ^^^^^^^^^^^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE="PERSON'>Carter</ENAMEX>
                  ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE"PERSON" STATUS="OPT">Carter</ENAMEX>
                 ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE="PERSON" ALT=Ada C>Ms. Ada C</ENAMEX>
                              ^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE=>Carter</ENAMEX>
            ^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE=""PERSON"">Carter</ENAMEX>
                   ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE=“PERSON” STATUS=‘OPT’>Carter</ENAMEX>
                  ^^^^^^ unquoted-attribute
                                  ^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE "PERSON" STATUS = "OPT">Carter</ENAMEX>
                  ^^^^^^ unquoted-attribute
    """,
    """
    <ENAMEX TYPE="PERSON" STATUS>Carter</ENAMEX>
                          ^^^^^^ unquoted-attribute
    """,
]
DUPLICATE = [
    """
    <ENAMEX TYPE="PERSON" TYPE="LOCATION">Carter</ENAMEX>
                          ^^^^^^^^^^^^^^^ duplicate-attribute
    """,
    """
    <ENAMEX TYPE="PERSON" STATUS="OPT" status='nonsense'>Carter</ENAMEX>
                                       ^^^^^^^^^^^^^^^^^ duplicate-attribute
    """,
]
ALTERNATIVES = [
    """
    <ENAMEX TYPE="PERSON" ALT="Jimmy Carter">President Carter</ENAMEX>
                               ^^^^^^^^^^^^ alt-not-in-text
    """,
    """
    <TIMEX TYPE="DATE" ALT="1994|FISCAL 1994| fiscal 1994">the first six months of fiscal
    1994</TIMEX>
    """,
    """
    <TIMEX TYPE="DATE" ALT="1994|fiscal 1995">fiscal 1994</TIMEX>
                                 ^^^^^^^^^^^ alt-not-in-text
    """,
]
RULES = {
    table.UNCLOSED_TAG: UNCLOSED,
    table.UNMATCHED_CLOSE_TAG: UNMATCHED,
    table.CROSSING_TAGS: CROSSING,
    table.UNKNOWN_ATTRIBUTE: UNKNOWN,
    table.ATTRIBUTE_VALUE: VALUES,
    table.MISSING_ATTRIBUTE: MISSING,
    table.UNQUOTED_ATTRIBUTE: UNQUOTED,
    table.DUPLICATE_ATTRIBUTE: DUPLICATE,
    table.ALT_NOT_IN_TEXT: ALTERNATIVES,
}


@pytest.mark.parametrize(
    "picture",
    [pytest.param(picture, id=rule.name) for rule, pictures in RULES.items() for picture in pictures],
)
def test_a_planted_defect_is_found_at_its_place_and_nothing_else(picture: str) -> None:
    check(picture)


def test_tags_far_apart_are_two_defects() -> None:
    check(FAR_APART)


def test_a_name_that_a_close_tag_has_wrong_is_mended_where_it_is_wrong() -> None:
    assert shifted('<ENAMEX TYPE="PERSON">a</TIMEX>') == '<ENAMEX TYPE="PERSON">a</ENAMEX>'
    assert shifted('<TIMEX TYPE="PERSON">a</ENAMEX>') == '<ENAMEX TYPE="PERSON">a</ENAMEX>'
    (finding,) = language(KEY).read(f'{HEAD}<ENAMEX TYPE="PERSON">a</TIMEX>{FOOT}').findings
    assert finding.message == "</TIMEX> has no matching opening tag; <ENAMEX> is open"
    assert finding.fix_title == "change it to </ENAMEX>"


KEY_ONLY = [
    """
    <ENAMEX TYPE="PERSON|LOCATION">Carter</ENAMEX> <ENAMEX TYPE="PERSON" STATUS="OPT">Ada</ENAMEX>
                  ^^^^^^^^^^^^^^^ key-only-attribute
                                                                         ^^^^^^^^^^^^ key-only-attribute
    """,
    """
    <ENAMEX TYPE="PERSON" ALT="Jimmy">Carter</ENAMEX> <ENAMEX STATUS="maybe" TYPE="PERSON">Ada</ENAMEX>
                          ^^^^^^^^^^^ key-only-attribute
                                                              ^^^^^^^^^^^^^^ key-only-attribute
    """,
]


@pytest.mark.parametrize("picture", KEY_ONLY)
def test_a_response_may_not_use_the_marks_of_keys(picture: str) -> None:
    check(picture, RESPONSE)


def test_the_marks_of_keys_are_not_judged_where_the_role_is_unknown() -> None:
    check('<ENAMEX TYPE="PERSON|LOCATION" STATUS="OPT" ALT="Ada">Ada Carter</ENAMEX>\n', Role.UNKNOWN)


def test_in_the_texts_no_rule_is_judged_but_the_number() -> None:
    check('<ENAMEX TYPE="PERSN" X>Ada</TIMEX>\n', Role.TEXTS)
    unit = language(Role.TEXTS).read("<DOC>\n<DOCNO> none </DOCNO>\n</DOC>\n")
    assert [finding.rule for finding in unit.findings] == [table.MISSING_DOCNO]


def test_other_is_a_value_where_the_configuration_lists_it() -> None:
    given = {"ne_subtask_names": ("enamex type other",)}
    check('<ENAMEX TYPE="OTHER">Ada</ENAMEX>\n', given=given)


@pytest.mark.parametrize(
    "picture",
    [
        """
        <DOC>
        <DOCNO> 930119-0001 </DOCNO>
        <SO> <ENAMEX TYPE="ORGANIZATION">Wall Street Journal</ENAMEX> </SO>
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ tag-outside-section
        <TXT> <ENAMEX TYPE="PERSON">Carter</ENAMEX> </TXT>
        </DOC>
        """,
        """
        <DOC>
        <DOCNO> 930119-0001 </DOCNO>
        <TXT> <ENAMEX TYPE="PERSON">Carter</ENAMEX> </TXT>
        </DOC>
        <TIMEX TYPE="DATE">1993</TIMEX>
        ^^^^^^^^^^^^^^^^^^^ tag-outside-section
        """,
        """
        <DOC>
        ^^^^ missing-docno
        <TXT> 1993 </TXT>
        </DOC>
        """,
        """
        <DOC id="7">
        ^^^^ missing-docno
        <DOCNO> <TIMEX TYPE="1993">none</TIMEX> </DOCNO>
        </DOC>
        """,
    ],
)
def test_sections_and_numbers(picture: str) -> None:
    text = text_of(picture)
    reader = language(Role.TEXTS if "none" in picture else KEY, doc_sections=("HL", "TXT"))
    assert drawn(text, reader.read(text).findings) == normal(picture)


def test_without_a_configuration_a_tag_must_stand_inside_a_document() -> None:
    text = (
        '<DOC>\n<DOCID> 1 </DOCID>\n<SO> <COREF ID="1">it</COREF> </SO></DOC>\n<TIMEX TYPE="DATE">1</TIMEX>\n'
    )
    found = plain_language(Role.UNKNOWN).read(text).findings
    assert [finding.message for finding in found] == ["<TIMEX> is outside <DOC> and is not scored"]


def test_a_number_stands_once_in_a_file() -> None:
    reader = language()
    text = (
        document("", "1") + document("", "2") + document("", "0 1") + document("", "-1-") + document("", "1")
    )
    units = read_file(reader, text)
    found = reader.compare_duplicates(units)
    assert [len(each) for each in found] == [0, 0, 0, 1, 1]
    assert [units[3].text[each.start : each.end] for each in found[3]] == ["-1-"]
    assert found[4][0].message == "duplicate document number 1"
    assert found[4][0].related[0].unit is units[0]


def test_documents_without_a_number_are_no_duplicates() -> None:
    reader = language()
    units = read_file(reader, "<DOC>\n</DOC>\n<DOC>\n</DOC>\n")
    assert [len(each) for each in reader.compare_duplicates(units)] == [0, 0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<ENAMEX TYPE="PERSN">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ("<ENAMEX TYPE=PERSON>a</ENAMEX>", '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSON>a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE=PERSON">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE=""PERSON"">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ("<ENAMEX TYPE=“PERSON”>a</ENAMEX>", '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE "PERSON">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSON"">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ("<ENAMEX TYPE=\"PERSON'>a</ENAMEX>", '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSON STATUS="OPT">a</ENAMEX>', '<ENAMEX TYPE="PERSON" STATUS="OPT">a</ENAMEX>'),
        ('<ENAMEX TPYE="PERSON">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ("<ENAMEX PERSON>a</ENAMEX>", '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSON" X="1">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSON" TYPE="DATE">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSON"a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSON</ENAMEX>', '<ENAMEX TYPE="PERSON"></ENAMEX>'),
        ('<ENAMEX TYPE="PERSON">a</ENAMEX b', '<ENAMEX TYPE="PERSON">a</ENAMEX> b'),
        ('<ENAMEX TYPE="PERSON">a<ENAMEX> b', '<ENAMEX TYPE="PERSON">a</ENAMEX> b'),
        ("a</ENAMEX> b", "a b"),
        ('<ENAMEX TYPE"PERSON">a</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        ('<ENAMEX TYPE="PERSONa</ENAMEX>', '<ENAMEX TYPE="PERSON">a</ENAMEX>'),
        (
            '<ENAMEX TYPE="PERSON" ALT="a "b"">a "b"</ENAMEX>',
            '<ENAMEX TYPE="PERSON" ALT="a *b*">a "b"</ENAMEX>',
        ),
    ],
)
def test_a_fix_leaves_nothing_to_find(before: str, after: str) -> None:
    assert shifted(before) == after
    assert findings(after) == ()


def test_a_fix_takes_the_marks_of_keys_out_of_a_response() -> None:
    before = '<ENAMEX TYPE="PERSON|LOCATION" STATUS="OPT" ALT="A">A</ENAMEX>'
    assert shifted(before, RESPONSE) == '<ENAMEX TYPE="PERSON">A</ENAMEX>'


@pytest.mark.parametrize(
    "body",
    [
        "R&D at AT&T, &UR; and a < b > c <- d <3 & <\n",
        "<p>\n<PAGE>\n<STORYID cat=f pri=u> <s> unclosed, <b fv=taf-z>bold</i>\n",
        "<ENAMEX\n  TYPE='PERSON'\n  ALT=\"Ada\"\n>Ada\nCarter</ENAMEX\n>\n",
        '<enamex type = "person">Ada</Enamex> <ENAMEXES> </ENAMEXES> <ENAMEX-OLD>\n',
        '<ENAMEX TYPE="ORGANIZATION">Bank of <ENAMEX TYPE="LOCATION">England</ENAMEX></ENAMEX>\n',
        '<ENAMEX TYPE="ORGANIZATION" ALT="a < b|R > D">R > D and a < b</ENAMEX>\n',
        '<ENAMEX TYPE="PERSON" ALT="Jimmy *J* Carter">Mr. Jimmy "J" Carter</ENAMEX>\n',
        '<ENAMEX TYPE="PERSON"STATUS="opt">Ada</ENAMEX>\n',
        '<ENAMEX\r\nTYPE="PERSON">Ada\r\nCarter</ENAMEX>\r\n',
        "",
    ],
)
def test_what_only_looks_wrong_is_clean(body: str) -> None:
    assert findings(body) == ()


def test_two_datelines_are_clean() -> None:
    text = '<DOC><DOCNO>1</DOCNO><DD> = 1 </DD><DD> <TIMEX TYPE="DATE">1</TIMEX> </DD></DOC>'
    assert language().read(text).findings == ()


def nested(depth: int) -> str:
    return '<ENAMEX TYPE="PERSON">Ann ' * depth + "</ENAMEX>" * depth


def test_elements_within_too_many_tags_are_left_out_and_told_of_once() -> None:
    assert findings(nested(501)) == ()
    (found,) = findings(nested(504))
    assert found.rule is table.TAG_NESTED
    assert (found.start, found.end) == (26 * 500, 26 * 500 + 22)
    assert found.message == "<ENAMEX> is nested in 500 or more open tags and is not scored, nor are 2 others"
    (single,) = findings(nested(502))
    assert single.message == "<ENAMEX> is nested in 500 or more open tags and is not scored"


def test_only_the_elements_that_lie_too_deep_are_left_out() -> None:
    read = language(KEY)
    deep = read.read(HEAD + nested(504) + ' <ENAMEX TYPE="PERSON">Ann</ENAMEX>' + FOOT)
    assert len(deep.elements) == 500 + 1 + 1, "those around, the innermost, and the one behind"
    assert list(read.suspects([deep])) == [deep]
    assert list(read.suspects([read.read(HEAD + nested(500) + FOOT)])) == []


@pytest.mark.parametrize("depth", [600, 2400])
def test_what_is_read_of_nested_elements_grows_with_their_number_only(depth: int) -> None:
    unit = language(KEY).read(HEAD + nested(depth) + FOOT)
    held = sum(element.stripped_end - element.stripped_start for element in unit.elements)
    assert held <= 501 * 4 * depth
