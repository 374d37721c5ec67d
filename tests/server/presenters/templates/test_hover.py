"""What is said about a place of a template file or a BNF, as the Markdown that both editors show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally_server.answers import Hover
from keytally_server.requests.hover import hover
from tests.server.desk import Desk
from tests.server.template_desk import BNF, CONFIG, TEXTS, in_key, in_no_pair, in_response, spread

KEY = """
    <ORGANIZATION-1-1> :=
        ORG_NAME: "Tidewater Lines Co"
        ORG_TYPE: COMPANY
    <PERSON-1-1> :=
        PER_NAME: "Marla Tovenik"
        PER_ALIAS: "Tovenik"
    <PERSON-1-2> :=
        PER_NAME: "Edrin Quassel"
    <EMPLOYEE_OF-1-1> :=
        PERSON: <PERSON-1-1>
        ORGANIZATION: <ORGANIZATION-1-1>
    <PERSON-2-1> :=
        PER_NAME: "Ann"
    """
RESPONSE = """
    <ORGANIZATION-1-5> :=
        ORG_NAME: "the Tidewater Lines"
        ORG_TYPE: OTHER
    <PERSON-1-8> :=
        PER_ALIAS: "Tovenik"
    <PERSON-1-9> :=
        PER_NAME: "Marla Tovenik"
        PER_ALIAS: "Marla" "Ma"
    <EMPLOYEE_OF-1-1> :=
        PERSON: <PERSON-1-9>
        ORGANIZATION: <ORGANIZATION-1-5>
    <PERSON-2-1> :=
        PER_NAME: "Ann"
    """


def shown(desk: Desk) -> Hover:
    found = hover(desk.snapshot, desk.offset)
    assert found is not None, "nothing is said here"
    return found


def said(marked: str, **options: str) -> str:
    """What is said at the cursor in RESPONSE, where `marked` stands in it once."""
    plain = marked.replace("‸", "")
    assert RESPONSE.count(plain) == 1
    return shown(in_response(RESPONSE.replace(plain, marked), KEY, options=options)).markdown + "\n"


def first_part(desk: Desk) -> str:
    return shown(desk).markdown.split("\n\n")[0]


def test_an_object_has_its_verdict_its_partner_and_why_they_were_aligned() -> None:
    """F is 1 of 2 fills on both sides, the weighted sum 100 times the name's weight of 10."""
    assert said("<ORGANIZATION-1‸-5> :=") == spread(
        """
        **COR** correct `ORGANIZATION-1-5` `the Tidewater Lines`  
        key: `ORGANIZATION-1-1` `Tidewater Lines Co`  
        aligned by F 50.0 and weighted sum 1000, above the threshold 0  
        no other ORGANIZATION in the key has anything in common with it

        - `COR ORG_NAME "the Tidewater Lines" (key: "Tidewater Lines Co")`
        - `INC ORG_TYPE "OTHER" (key: "COMPANY")`

        | ORGANIZATION  | COR | INC | MIS | SPU |   REC |   PRE |   P&R |
        |---------------|----:|----:|----:|----:|------:|------:|------:|
        | this document |   1 |   0 |   0 |   0 | 100.0 | 100.0 | 100.0 |
        | all documents |   1 |   0 |   0 |   0 | 100.0 | 100.0 | 100.0 |
        """  # noqa: W291 (two blanks break a line in Markdown)
    )


def test_an_object_that_is_left_over_has_the_nearest_one() -> None:
    assert said("<PERSON-1‸-9> :=").split("\n\n")[0] == (
        "**SPU** spurious `PERSON-1-9` `Marla Tovenik`  \n"
        "the key has no matching object  \n"
        "nearest in the key: `PERSON-1-1` `Marla Tovenik`, F 40.0 and weighted sum 1000, "
        "aligned with another object"
    )


def test_an_object_of_the_key_has_the_next_best_of_the_response() -> None:
    desk = in_key(KEY.replace("<PERSON-1-1> :=", "<PERSON-1‸-1> :="), RESPONSE)
    assert first_part(desk) == (
        "**COR** correct `PERSON-1-1` `Marla Tovenik`  \n"
        "response: `PERSON-1-8` `Tovenik`  \n"
        "aligned by F 66.7 and weighted sum 1000, above the threshold 0  \n"
        "next best in the response: `PERSON-1-9` `Marla Tovenik`, F 40.0 and weighted sum 1000"
    )


def test_a_likeness_that_does_not_exceed_the_threshold_says_so() -> None:
    config = CONFIG.replace("person person scored 0", "person person scored 1500")
    desk = in_response(RESPONSE.replace("<PERSON-1-9> :=", "<PERSON-1-‸9> :="), KEY, config=config)
    assert "F 40.0 and weighted sum 1000, not above the threshold 1500" in first_part(desk)


SCENARIO = """
:scoring_task scenario_template
:class_defs "person person scored 0" "template template unscored 0"
:slot_defs "person per_name name scored 1 string" "template content content scored 1 person"
"""


def test_templates_of_a_scenario_are_aligned_by_their_place() -> None:
    key = '<TEMPLATE-1-1> :=\n  CONTENT: <PERSON-1-1>\n<PERSON-1-1> :=\n  PER_NAME: "Ann"\n'
    desk = in_response(
        key.replace("TEMPLATE-1-1", "TEMPLATE-1‸-1"), key, config=SCENARIO, bnf=None, task="scenario_template"
    )
    assert first_part(desk) == (
        "**UNS** not scored `TEMPLATE-1-1` `<PERSON-1-1>`  \n"
        "key: `TEMPLATE-1-1` `<PERSON-1-1>`  \n"
        "aligned by position among the objects of its class, regardless of content"
    )


def test_a_long_list_of_fills_is_cut() -> None:
    aliases = "".join(f'    "A{number}"\n' for number in range(20))
    desk = in_response(f"<PERSON-1-‸1> :=\n  PER_ALIAS:\n{aliases}", "")
    listed = [line for line in shown(desk).markdown.splitlines() if line.startswith("- ")]
    assert len(listed) == 13
    assert listed[-1] == "- and 8 more"


def test_a_class_that_is_not_declared_is_not_scored() -> None:
    assert first_part(in_response("<FERRY-1-‸1> :=\n", KEY)) == (
        "`FERRY-1-1` is not scored: the configuration does not declare its class"
    )
    assert first_part(in_no_pair("<PERSON-1-‸1> :=\n")) == (
        "`PERSON-1-1` is not scored: the file does not belong to a pair"
    )


def test_a_slot_has_its_line_of_the_bnf_and_its_tallies_in_document_and_corpus() -> None:
    desk = in_response(RESPONSE.replace('NAME: "Marla', 'N‸AME: "Marla'), KEY)
    assert shown(desk).markdown + "\n" == spread(
        """
        **SPU** spurious `PER_NAME`

        `PER_NAME: "NAME"^`  
        string, exactly one fill: any text ("NAME")

        declared as string, with weight 10

        | PER_NAME      | COR | INC | MIS | SPU |  REC |  PRE |  P&R |
        |---------------|----:|----:|----:|----:|-----:|-----:|-----:|
        | this document |   0 |   0 |   2 |   1 |  0.0 |  0.0 |  0.0 |
        | all documents |   1 |   0 |   2 |   1 | 33.3 | 50.0 | 40.0 |
        """  # noqa: W291 (two blanks break a line in Markdown)
    )


MANY = '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n  PER_ALIAS: "A" ##1#2#texts.sgml\n    "B" ##3#4#texts.sgml\n'
OTHERS = '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n  PER_ALIAS: "A"\n    "C"\n    "D"\n'
MIXED = "**PAR** mixed `PER_ALIAS`: 1 COR, 1 INC, 1 SPU  \n"


def test_a_slot_of_several_fills_tells_them_without_their_links() -> None:
    """And that some are right: none of them is partially correct."""
    response = in_response(OTHERS.replace("ALIAS", "‸ALIAS"), MANY)
    assert first_part(response) == MIXED + 'key: `"A", "B"`'
    key = in_key(MANY.replace("ALIAS", "‸ALIAS"), OTHERS)
    assert first_part(key) == MIXED + 'response: `"A", "C", "D"`'


def test_alternatives_of_a_slot_are_told_apart() -> None:
    key = MANY.replace('    "B"', '    / "B"')
    assert first_part(in_response(OTHERS.replace("ALIAS", "‸ALIAS"), key)).endswith('key: `"A" / "B"`')


def test_a_slot_is_known_from_the_configuration_alone_or_from_the_bnf_alone() -> None:
    picture = '<PERSON-1-1> :=\n  PER_N‸AME: "Ann"\n  OBJ_STATUS: OPT\n'
    assert "declared as string, with weight 10" in shown(in_response(picture, KEY, bnf=None)).markdown
    unscored = picture.replace("‸", "").replace("OBJ_STATUS", "OBJ_‸STATUS")
    assert "declared as set, and not scored" in shown(in_key(unscored, "", bnf=None)).markdown
    desk = in_no_pair(picture)
    assert hover(desk.snapshot, desk.offset) is None


def test_the_width_of_a_hover_is_less_than_seventy_columns() -> None:
    for marked in ("<ORGANIZATION-1‸-5> :=", 'ORG_N‸AME: "the', "OTH‸ER"):
        rows = [line for line in said(marked).splitlines() if line.startswith("|")]
        assert rows
        assert max(map(len, rows)) < 70


FILLS = [
    ('"the Tide‸water', "COR", 'key: `"Tidewater Lines Co"`', "agrees by CLEAN: `tidewater lines`"),
    ("OTH‸ER", "INC", "key: `COMPANY`", "differs as a set fill: `other`, key `company`"),
    ('"‸Marla"', "SPU", "the key has no matching fill", "compared by CLEAN: `marla`"),
]


@pytest.mark.parametrize(("marked", "verdict", "partner", "rule"), FILLS, ids=[row[0] for row in FILLS])
def test_a_fill_has_its_verdict_its_partner_and_the_rule(
    marked: str, verdict: str, partner: str, rule: str
) -> None:
    lines = said(marked).split("\n\n")[0].split("  \n")
    assert lines[0].startswith(f"**{verdict}** ")
    assert lines[1:] == [partner, rule]


def test_both_rules_show_where_one_earns_partial_credit() -> None:
    options = {"stringfill_correct_comparison": "ORIG", "stringfill_partial_comparison": "CLEAN"}
    assert said('"the Tide‸water', **options).split("\n\n")[0].split("  \n")[2:] == [
        "differs by ORIG: `the Tidewater Lines`, key `Tidewater Lines Co`",
        "agrees in part by CLEAN: `tidewater lines`",
    ]


def test_a_fill_of_the_key_tells_what_the_response_made_of_it() -> None:
    desk = in_key(KEY.replace('"Edrin', '"Ed‸rin'), RESPONSE)
    assert first_part(desk) == (
        '**MIS** missing `PER_NAME "Edrin Quassel"`  \n'
        "the response has no matching fill  \n"
        "compared by CLEAN: `edrin quassel`"
    )


def test_an_alternative_that_was_not_compared_says_so() -> None:
    key = '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n    / "An‸na"\n'
    assert first_part(in_key(key, '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n')) == (
        '**NON** noncommittal, does not count `PER_NAME "Anna"`  \nanother alternative was compared'
    )


def test_a_pointer_has_its_object_and_what_that_is_aligned_with() -> None:
    parts = said("PERSON: <PERS‸ON-1-9>").split("\n\n")
    assert parts[:2] == [
        "**INC** incorrect `PERSON <PERSON-1-9>`  \nkey: `<PERSON-1-1>`  \n`PERSON-1-9` is not aligned",
        'points to `PERSON-1-9`\n- PER_NAME: `"Marla Tovenik"`\n- PER_ALIAS: `"Marla", "Ma"`',
    ]
    assert said("<ORGANIZATION‸-1-5>\n").split("\n\n")[0].split("  \n")[2] == (
        "`ORGANIZATION-1-5` is aligned with `ORGANIZATION-1-1` of the key"
    )


def test_a_pointer_to_nothing_says_so_also_where_nothing_is_scored() -> None:
    alone = shown(in_no_pair("<PERSON-1-1> :=\n  CHILD: <PER‸SON-1-7>\n")).markdown
    assert alone == "points to nothing: the document has no `<PERSON-1-7>`"


TEXTS_FILE = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nAnn came.\n</TXT>\n</DOC>\n"
FIRST = TEXTS_FILE.index("Ann")
LINK = f"{FIRST}#{FIRST + 3}#{TEXTS.name}"


def linked(picture: str, texts: str | None = TEXTS_FILE) -> str:
    return shown(in_response(f"<PERSON-1-1> :=\n  PER_NAME: {picture}\n", "", texts=texts)).markdown


def test_link_information_shows_the_text_that_it_leads_to() -> None:
    assert linked(f'"Ann" ##‸{LINK}') == f"`{TEXTS.name}` {FIRST} to {FIRST + 3}: `Ann`"
    assert linked(f'"Ann" #‸#7000#7003#{TEXTS.name}') == (
        f"`{TEXTS.name}` 7000 to 7003 is past the end of the texts"
    )
    assert linked('"Ann" #‸#1#2#other') == f"links to `other`: the texts of the pair are `{TEXTS.name}`"
    assert (
        linked('"Ann" #‸#1#2#other', None)
        == "links to `other`: the file does not belong to a pair with texts"
    )


def test_a_fill_shows_what_its_link_leads_to() -> None:
    assert linked(f'"A‸nn" ##{LINK}').split("\n\n")[1] == f"`{TEXTS.name}` {FIRST} to {FIRST + 3}: `Ann`"


PLACES = [
    "<PERSON-1‸-8> :=",
    "ORG_TY‸PE",
    "OTH‸ER",
    '"the Tidewater Lines‸"',
]


@pytest.mark.parametrize("marked", PLACES)
def test_it_is_about_the_header_the_name_or_the_fill(marked: str) -> None:
    plain = marked.replace("‸", "")
    desk = in_response(RESPONSE.replace(plain, marked, 1), KEY)
    found = shown(desk)
    assert desk.text[found.start : found.end] == plain


def test_a_fill_right_behind_its_slots_colon_is_found_from_its_first_character() -> None:
    for picture, about in (("PER_NAME:‸Ann", "Ann"), ("PER_NAME‸:Ann", "PER_NAME")):
        desk = in_response(f"<PERSON-1-1> :=\n{picture}\n", "")
        found = shown(desk)
        assert desk.text[found.start : found.end] == about


def test_blanks_comments_and_what_stands_before_the_first_record_have_nothing() -> None:
    for picture in ("; com‸ment\n<PERSON-1-1> :=\n", "<PERSON-1-1> :=\n\n‸\n", "‸"):
        desk = in_response(picture, KEY)
        assert hover(desk.snapshot, desk.offset) is None


BNF_PLACES = {
    "<PER‸SON> :=": "the class `PERSON`: 3 slots  \npointed to by `EMPLOYEE_OF`.`PERSON`",
    "<EMPLOYEE‸_OF> :=": "the class `EMPLOYEE_OF`: 2 slots",
    "ORG_TY‸PE:": (
        "`ORG_TYPE: {GOVERNMENT, COMPANY, OTHER}^`  \n"
        "set, exactly one fill: one of GOVERNMENT, COMPANY, OTHER"
    ),
    '"ALI‸AS"*': '`PER_ALIAS: "ALIAS"*`  \nstring, any number of fills: any text ("ALIAS")',
    "<ORGANI‸ZATION>^": (
        "`ORGANIZATION: <ORGANIZATION>^`  \npointer, exactly one fill: an object of ORGANIZATION"
    ),
}


@pytest.mark.parametrize(("marked", "text"), BNF_PLACES.items(), ids=list(BNF_PLACES))
def test_a_definition_of_a_bnf_is_told_in_words(marked: str, text: str) -> None:
    assert shown(in_no_pair(BNF.replace(marked.replace("‸", ""), marked), "muc-bnf")).markdown == text


def test_a_named_set_tells_its_values() -> None:
    assert shown(in_no_pair("KIN‸DS :: {A, B}\n", "muc-bnf")).markdown == "the set `KINDS`: one of `A`, `B`"


def test_between_definitions_of_a_bnf_there_is_nothing() -> None:
    desk = in_no_pair("/* a ‸comment */\n<PERSON> :=\n", "muc-bnf")
    assert hover(desk.snapshot, desk.offset) is None


PIECES = [
    "<PERSON-1-1> :=", "\n<PERSON-1-2> :=\n", "<PERSON-1-1>", "\n PER_NAME:", "\n PERSON:", '"Ann"', '"', "/",
    "<", "##1#2#t", "##1#2", "#", ";", " ", "\n", "\r\n", "OPT", "\n OBJ_STATUS:", ":", "`",
]  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES)).map("".join)


@given(TEXT, TEXT, st.integers(0, 200))
def test_any_place_of_any_text_can_be_asked_for(response: str, key: str, place: int) -> None:
    for desk in (in_response(response, key), in_key(key, response)):
        found = hover(desk.snapshot, min(place, len(desk.text)))
        assert found is None or (found.markdown and 0 <= found.start <= found.end <= len(desk.text))
