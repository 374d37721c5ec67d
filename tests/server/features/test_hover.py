"""What is said about the place under the pointer, as the Markdown that both editors show."""

import pytest

from keytally.families.contract import Role
from keytally_server.answers import Hover
from keytally_server.requests.hover import hover
from tests.pictures import normal
from tests.server.desk import (
    RESPONSE,
    Desk,
    alone,
    config,
    document,
    key,
    live_pair,
    response,
    snapshot_of,
    spelled,
)


def shown(desk: Desk) -> Hover:
    found = hover(desk.snapshot, desk.offset)
    assert found is not None, "nothing is said here"
    return found


def first_part(desk: Desk) -> str:
    return shown(desk).markdown.split("\n\n")[0]


def about(desk: Desk) -> str:
    found = shown(desk)
    return desk.drawn([(found.start, found.end, "")])


def test_a_tag_has_its_verdict_its_partner_their_fills_and_the_tallies() -> None:
    desk = response("met <P Va‸le> on Monday.\n", "met <L Vale> on <D Monday>.\n")
    assert shown(desk).markdown + "\n" == normal(
        """
        **INC** incorrect `ENAMEX PERSON`  
        key: `<ENAMEX TYPE="LOCATION">Vale</ENAMEX>`

        - `INC TYPE "PERSON" (key: "LOCATION")`
        - `COR TEXT "Vale"`

        | slots         | COR | INC | MIS | SPU |  REC |  PRE |  P&R |
        |---------------|----:|----:|----:|----:|-----:|-----:|-----:|
        | this document |   1 |   1 |   2 |   0 | 25.0 | 50.0 | 33.3 |
        | all documents |   1 |   1 |   2 |   0 | 25.0 | 50.0 | 33.3 |

        this document: MIS tags 1, SPU tags 0  
        all documents: MIS tags 1, SPU tags 0
        """  # noqa: W291 (two blanks break a line in Markdown)
    )


def test_the_tallies_are_those_of_the_document_and_of_all() -> None:
    second = document("met <P Ann>\n").replace(" 1 ", " 2 ")
    text = spelled(document("met <L Vale>\n") + second)
    engine, live = live_pair(text, text.replace("LOCATION", "PERSON"))
    found = hover(snapshot_of(engine, RESPONSE, Role.RESPONSE, live), text.index("Vale"))
    assert found is not None
    rows = [row.split("|") for row in found.markdown.splitlines() if row.startswith("|")]
    assert [[cell.strip() for cell in row[1:4]] for row in (rows[0], *rows[2:])] == [
        ["slots", "COR", "INC"],
        ["this document", "1", "1"],
        ["all documents", "3", "1"],
    ]


HEADLINES = [
    ("met <P Va‸le>", None, '**COR** correct `ENAMEX PERSON`  \nkey: `<ENAMEX TYPE="PERSON">Vale</ENAMEX>`'),
    ("met <P Va‸le>", "met Vale", "**SPU** spurious `ENAMEX PERSON`  \nthe key has no matching tag"),
    ("met Va‸le", "met <P Vale>", '**MIS** missing here  \nkey: `<ENAMEX TYPE="PERSON">Vale</ENAMEX>`'),
    (
        "met <O Va‸le> Co.",
        "met <O Vale Co.>",
        '**COR** correct `ENAMEX ORGANIZATION`  \nkey: `<ENAMEX TYPE="ORGANIZATION">Vale Co.</ENAMEX>`',
    ),
    (
        "met Va‸le",
        'met <ENAMEX TYPE="PERSON" STATUS="OPT">Vale</ENAMEX>',
        "**OPT** optional, missing without penalty here  \n"
        'key: `<ENAMEX TYPE="PERSON" STATUS="OPT">Vale</ENAMEX>`',
    ),
    (
        "met <P a`Va‸le>",
        None,
        '**COR** correct `ENAMEX PERSON`  \nkey: `` <ENAMEX TYPE="PERSON">a`Vale</ENAMEX> ``',
    ),
    ("</TXT>met <P Va‸le><TXT>", None, "`ENAMEX` is not scored: it is outside the scored sections"),
    (
        "<DD><D 199‸3></DD><DD><D 1994></DD>",
        None,
        "`TIMEX` is not scored: a later dateline replaces this one",
    ),
]


@pytest.mark.parametrize(("picture", "other", "text"), HEADLINES, ids=[text[:30] for _, _, text in HEADLINES])
def test_the_first_lines_tell_the_verdict_and_the_other_side(
    picture: str, other: str | None, text: str
) -> None:
    assert first_part(response(f"{picture}\n", other and f"{other}\n")) == text


def test_a_key_shows_what_the_response_made_of_it() -> None:
    assert first_part(key("met <P Va‸le>\n", "met Vale\n")) == (
        "**MIS** missing `ENAMEX PERSON`  \nthe response has no matching tag"
    )
    assert first_part(key("met <P Va‸le>\n", "met <L Vale>\n")) == (
        '**INC** incorrect `ENAMEX PERSON`  \nresponse: `<ENAMEX TYPE="LOCATION">Vale</ENAMEX>`'
    )


def test_a_fill_that_the_tag_lacks_is_listed() -> None:
    markdown = shown(response("met <ENAMEX>Va‸le</ENAMEX>\n", "met <P Vale>\n")).markdown
    assert '- `MIS TYPE "PERSON"`\n- `COR TEXT "Vale"`' in markdown
    assert markdown.startswith("**INC** incorrect `ENAMEX`")


def test_a_file_in_no_pair_says_so() -> None:
    assert (
        shown(alone("met <P Va‸le>\n")).markdown
        == "`ENAMEX` is not scored: the file does not belong to a pair"
    )


def test_a_pair_that_waits_to_be_scored_says_so() -> None:
    desk = response("met <P Va‸le>\n")
    assert desk.snapshot.pair is not None
    desk.snapshot.pair._scores.clear()
    desk.snapshot.pair.mark_stale(["1"])
    assert shown(desk).markdown == "`ENAMEX` has no score yet"


PLACES = [
    """
    met <ENA‸MEX TYPE="PERSON">Ann Kory</ENAMEX> in Vale
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    """,
    """
    met <ENAMEX TYPE="PERSON">Ann Kory</ENA‸MEX> in Vale
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    """,
    """
    met <ENAMEX TYPE="PERSON">Ann Kory</ENAMEX> in Va‸le
                                                   ^^^^
    """,
]


@pytest.mark.parametrize("picture", PLACES)
def test_it_is_about_the_whole_element_or_what_it_would_hold(picture: str) -> None:
    body = "".join(f"{line}\n" for line in normal(picture).splitlines() if "^" not in line)
    assert about(response(body, "met <P Ann Kory> in <L Vale>\n")) == normal(picture).replace("‸", "")


def test_a_missing_tag_is_told_of_anywhere_in_its_text() -> None:
    for picture in ("for ‸3.1 million now\n", "for 3.1 mil‸lion now\n", "for 3.1 million‸ now\n"):
        desk = response(picture, "for <M 3.1 million> now\n")
        assert first_part(desk).startswith("**MIS** missing here")


def test_a_missing_tag_stands_at_its_place_where_the_text_differs() -> None:
    desk = response("for 3.2 mil‸lion now\n", "for <M 3.1 million> now\n")
    assert hover(desk.snapshot, desk.offset) is None
    assert hover(desk.snapshot, desk.offset - 4) is not None


def test_a_tag_and_one_that_is_missing_in_it_are_both_told_of() -> None:
    whole = '<ENAMEX TYPE="ORGANIZATION">Bank of <L Vale></ENAMEX>\n'
    markdown = shown(response("<O Bank of Va‸le>\n", whole)).markdown
    assert "**COR** correct `ENAMEX ORGANIZATION`" in markdown
    assert "**MIS** missing here" in markdown
    in_tag = response('<ENA‸MEX TYPE="ORGANIZATION">Bank of Vale</ENAMEX>\n', whole)
    assert "missing" not in shown(in_tag).markdown


def test_plain_text_and_the_end_of_the_file_have_nothing() -> None:
    desk = response("met <P Ann> in Va‸le\n")
    assert hover(desk.snapshot, desk.offset) is None
    assert hover(desk.snapshot, len(desk.text)) is None


def test_a_long_partner_is_cut() -> None:
    text = first_part(response(f"<P {'very ' * 100}lo‸ng>\n"))
    assert len(text) < 400
    assert text.endswith("…`")


def test_an_option_has_its_documentation_and_its_default() -> None:
    found = shown(config(":map_history_‸file maps\n"))
    assert found.markdown.startswith("`:map_history_file` takes a file name. Default: ")
    assert "\n\n" in found.markdown


def test_an_option_that_must_be_given_says_so() -> None:
    assert "Required." in shown(config(":scoring_t‸ask named_entity\n")).markdown


OPTION_PLACES = [
    """
    :scoring_t‸ask named_entity
     ^^^^^^^^^^^^
    """,
    """
    :scoring_task named_‸entity
                  ^^^^^^^^^^^^
    """,
]


@pytest.mark.parametrize("picture", OPTION_PLACES)
def test_an_options_hover_is_about_its_name_or_the_value(picture: str) -> None:
    text = normal(picture).splitlines()[0] + "\n"
    assert about(config(text)) == normal(picture).replace("‸", "")


def test_unknown_options_comments_and_gaps_have_no_documentation() -> None:
    for picture in (":no_su‸ch_option x\n", "; a com‸ment\n", ":key_file a\n\n‸\n"):
        desk = config(picture)
        assert hover(desk.snapshot, desk.offset) is None
