"""The rules about chains: each planted defect is found at its place, by its rule, and nothing else is."""

from itertools import pairwise

import pytest

from keytally.families.contract import Role
from keytally.families.muc.sgml.language import sgml_language as plain_language
from keytally.findings.finding import Finding
from tests.families.muc.coreference_files import coreference
from tests.pictures import drawn, mended, normal, text_of

KEY, RESPONSE = Role.KEY, Role.RESPONSE
HEAD = "<DOC><DOCNO>1</DOCNO><TXT>\n"
FOOT = "</TXT></DOC>\n"
TASK = coreference()


def findings(body: str, role: Role = KEY) -> list[Finding]:
    """The findings in the TXT section of a document, placed as in the section."""
    unit = TASK.language(role).read(HEAD + body + FOOT)
    shift = len(HEAD)
    return [
        Finding(each.rule, each.start - shift, each.end - shift, each.arguments, each.edits)
        for each in unit.findings
    ]


def fixed(body: str, role: Role = KEY) -> str:
    """The body after the fixes of its findings."""
    text = HEAD + body + FOOT
    return mended(text, TASK.language(role).read(text).findings)[len(HEAD) : -len(FOOT)]


DUPLICATE_ID = [
    """
    <COREF ID="1">Noor</COREF> met <COREF ID="1">the master</COREF> of <COREF ID="2">Vell</COREF>
                                              ^ duplicate-id
    """,
    """
    <COREF ID="a"><COREF ID=" a ">Noor</COREF>'s boat</COREF> <COREF ID="a">sank</COREF>
                              ^ duplicate-id
                                                                         ^ duplicate-id
    """,
]
DANGLING = [
    """
    <COREF ID="1">Noor</COREF> said <COREF ID="2" TYPE="IDENT" REF="7">she</COREF> would
                                                                    ^ dangling-ref
    """,
    """
    <COREF ID="1" TYPE="IDENT" REF="">Noor</COREF> <COREF ID="x" TYPE="IDENT" REF="X">said</COREF>
                               ^^^^^^ dangling-ref
                                                                                   ^ dangling-ref
    """,
]
SELF = [
    """
    <COREF ID="1" TYPE="IDENT" REF="1">Noor</COREF>
                                    ^ self-ref
    """,
    """
    <COREF ID="1">Noor</COREF> <COREF ID=" 12" REF="12 " TYPE="IDENT">said</COREF>
                                                    ^^ self-ref
    """,
]
CYCLES = [
    """
    <COREF ID="1" TYPE="IDENT" REF="2">Noor</COREF> said <COREF ID="2" TYPE="IDENT" REF="1">she</COREF>
                                    ^ ref-cycle
    """,
    """
    <COREF ID="0" TYPE="IDENT" REF="1">it</COREF>
    <COREF ID="1" TYPE="IDENT" REF="3">a</COREF>
                                    ^ ref-cycle
    <COREF ID="2" TYPE="IDENT" REF="1">b</COREF>
    <COREF ID="3" TYPE="IDENT" REF="2">c</COREF>
    <COREF ID="4" TYPE="IDENT" REF="5">d</COREF>
                                    ^ ref-cycle
    <COREF ID="5" TYPE="IDENT" REF="4">e</COREF>
    """,
]
TWICE = [
    """
    <COREF ID="1"><COREF ID="2">Noor</COREF></COREF> met <COREF ID="3">the master</COREF>
                  ^^^^^^^^^^^^^^ duplicate-mention
    """,
    """
    <COREF ID="1"><COREF ID="2" TYPE="IDENT" REF="1"><COREF ID="3">Noor</COREF></COREF></COREF>
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ duplicate-mention
                                                     ^^^^^^^^^^^^^^ duplicate-mention
    """,
]
HEADS = [
    """
    <COREF ID="1" MIN="captain">the harbour master</COREF> <COREF ID="2" MIN="">she</COREF>
                       ^^^^^^^ min-not-in-text
                                                                         ^^^^^^ min-not-in-text
    """,
    """
    <COREF ID="1" MIN="the master">the harbour
                       ^^^^^^^^^^ min-not-in-text
    master</COREF>
    """,
]
GENERAL = [
    """
    <COREF>Noor</COREF> <COREF ID="">she</COREF>
    ^^^^^^^ missing-attribute
                               ^^^^^ missing-attribute
    """,
    """
    <COREF ID="1">Noor</COREF> <COREF ID="2" REF="1">she</COREF>
                               ^^^^^^^^^^^^^^^^^^^^^^ missing-attribute
    """,
    """
    <COREF ID="1" TYPE="PART" KIND="x">Noor</COREF> <COREF ID=2 ID="3">she</COREF>
                        ^^^^ attribute-value
                              ^^^^ unknown-attribute
                                                              ^ unquoted-attribute
                                                                ^^^^^^ duplicate-attribute
    """,
    """
    <COREF ID="1">Noor met <COREF ID="2">the master</COREF>
    ^^^^^^^^^^^^^^ unclosed-tag
    """,
    """
    <COREF ID="1">Noor</COREF></COREF>
                              ^^^^^^^^ unmatched-close-tag
    """,
    """
    <COREF ID="1" STATUS="MAYBE">Noor</COREF>
                          ^^^^^ attribute-value
    """,
]
ONE_DEFECT = [
    # The tag that others point to is broken, lacks its ID, or bears another's.
    """
    <COREF ID="1"Noor</COREF> and <COREF ID="2" TYPE="IDENT" REF="1">she</COREF>
    ^^^^^^^^^^^^^ unclosed-tag
    """,
    """
    <COREF ID="1">a</COREF> <COREF>b</COREF> <COREF ID="3" TYPE="IDENT" REF="2">c</COREF>
                            ^^^^^^^ missing-attribute
    """,
    """
    <COREF ID="1">a</COREF> <COREF ID="1">b</COREF> <COREF ID="3" TYPE="IDENT" REF="2">c</COREF>
                                       ^ duplicate-id
    """,
    """
    <COREF>a</COREF> <COREF ID="3" TYPE="IDENT" REF="2">c</COREF>
    ^^^^^^^ missing-attribute
    """,
    """
    <COREF ID="2">a</COREF> <COREF TYPE="IDENT" REF="3">c</COREF>
                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ missing-attribute
    """,
    """
    <COREF ID="1">a</COREF> <COREF>b</COREF> <COREF ID="8" TYPE="IDENT" REF="2">c</COREF>
                            ^^^^^^^ missing-attribute
                                                                             ^ dangling-ref
    """,
]


@pytest.mark.parametrize(
    "picture",
    [*DUPLICATE_ID, *DANGLING, *SELF, *CYCLES, *TWICE, *HEADS, *GENERAL, *ONE_DEFECT],
    ids=lambda picture: picture.split("\n")[1].strip()[:60],
)
def test_a_defect_is_found_where_it_is(picture: str) -> None:
    body = text_of(picture)
    assert drawn(body, findings(body)) == normal(picture)


@pytest.mark.parametrize(
    "body",
    [
        # Forward and backward REFs, nesting, a REF to an outer mention, blanks, entities, odd IDs.
        '<COREF ID="1" TYPE="IDENT" REF="2">She</COREF> said <COREF ID="2">Noor</COREF> would.\n',
        '<COREF ID="1"><COREF ID="2" TYPE="IDENT" REF="1">her</COREF> own boat</COREF>\n',
        '<COREF ID="n-1" MIN="BOAT">the  old\nboat</COREF> & <COREF ID="2">a\n</COREF>\n',
        "<COREF ID='#2' TYPE='ident' REF=\"n-1\">it</COREF> <COREF ID=\"n-1\">a</COREF>\n",
        '<COREF ID="1" MIN="the *old* boat" STATUS="OPT">the "Old" boat</COREF>\n',
        '<COREF ID="1"><COREF ID="2">Noor</COREF> </COREF>\n',
        '<COREF ID="007">a</COREF><COREF ID="7">a</COREF>\n',
        '<COREF ID="1" MIN="old boat">the <COREF ID="2">old</COREF>\nboat</COREF>\n',
    ],
)
def test_what_is_sound_has_no_findings(body: str) -> None:
    assert findings(body) == []


def test_ids_are_those_of_one_document() -> None:
    documents = "".join(
        f'<DOC><DOCNO>{number}</DOCNO><TXT><COREF ID="1">a</COREF></TXT></DOC>\n' for number in (1, 2)
    )
    reader = TASK.language(KEY)
    cuts = [0, *reader.boundaries(documents), len(documents)]
    assert not [each for start, end in pairwise(cuts) for each in reader.read(documents[start:end]).findings]


def test_a_response_needs_no_type_and_no_ref_and_has_no_status() -> None:
    sound = '<COREF ID="1">Noor</COREF> <COREF ID="2" REF="1">she</COREF> <COREF ID="3">it</COREF>\n'
    assert findings(sound, RESPONSE) == []
    assert findings(sound.replace("it<", "it <"), RESPONSE) == []
    optional = '<COREF ID="1" STATUS="OPT">Noor</COREF>\n'
    assert [each.rule.name for each in findings(optional, RESPONSE)] == ["key-only-attribute"]
    assert fixed(optional, RESPONSE) == '<COREF ID="1">Noor</COREF>\n'


def test_a_tag_outside_the_sections_keeps_its_id() -> None:
    text = (
        '<DOC><DOCNO>1</DOCNO><AUTHOR><COREF ID="1">Noor</COREF></AUTHOR>\n'
        '<TXT><COREF ID="2" TYPE="IDENT" REF="1">she</COREF></TXT></DOC>\n'
    )
    assert [each.rule.name for each in TASK.language(KEY).read(text).findings] == ["tag-outside-section"]


def test_the_texts_have_no_findings() -> None:
    assert findings('<COREF ID="1" REF="1">Noor</COREF>\n', Role.TEXTS) == []


def test_without_a_configuration_the_same_rules_hold() -> None:
    body = '<COREF ID="1">a</COREF> <COREF ID="1" TYPE="IDENT" REF="2">b</COREF>\n'
    unit = plain_language(Role.UNKNOWN).read(HEAD + body + FOOT)
    assert [each.rule.name for each in unit.findings] == ["duplicate-id"]


@pytest.mark.parametrize(
    ("body", "mended_body"),
    [
        (
            '<COREF ID="4">a</COREF> <COREF ID="4">b</COREF> <COREF ID="4">c</COREF>\n',
            '<COREF ID="4">a</COREF> <COREF ID="5">b</COREF> <COREF ID="6">c</COREF>\n',
        ),
        ('<COREF ID="1" TYPE="IDENT" REF="1">a</COREF>\n', '<COREF ID="1" TYPE="IDENT">a</COREF>\n'),
        (
            '<COREF ID="1" TYPE="IDENT" REF="2">a</COREF> <COREF ID="2" TYPE="IDENT" REF="1">b</COREF>\n',
            '<COREF ID="1" TYPE="IDENT">a</COREF> <COREF ID="2" TYPE="IDENT" REF="1">b</COREF>\n',
        ),
        (
            '<COREF ID="1"><COREF ID="2" TYPE="IDENT" REF="1">a</COREF></COREF>\n',
            '<COREF ID="1">a</COREF>\n',
        ),
    ],
)
def test_a_fix_mends_and_leaves_the_chains(body: str, mended_body: str) -> None:
    assert fixed(body) == mended_body
    assert findings(mended_body) == []


@pytest.mark.parametrize(
    "body",
    [
        # The inner mention is pointed to, points elsewhere, or points to nothing.
        '<COREF ID="1"><COREF ID="2">a</COREF></COREF> <COREF ID="3" TYPE="IDENT" REF="2">b</COREF>\n',
        '<COREF ID="3">b</COREF> <COREF ID="1"><COREF ID="2" TYPE="IDENT" REF="3">a</COREF></COREF>\n',
    ],
)
def test_a_duplicate_mention_that_holds_links_is_left(body: str) -> None:
    assert fixed(body) == body


def test_a_circle_of_thousands_is_one_short_finding() -> None:
    size = 3000
    body = "".join(f'<COREF ID="{n}" TYPE="IDENT" REF="{(n + 1) % size}">x</COREF>\n' for n in range(size))
    [finding] = findings(body)
    assert finding.message == "these REFs form a cycle: 0 → 1 → 2 → 3 → 4 → 5 → 6 → 7 → … → 0"
