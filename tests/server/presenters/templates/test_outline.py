"""Colours, folds, outline, lenses and hints of template files."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from keytally_server.answers import Symbol
from keytally_server.requests.code_lenses import code_lenses
from keytally_server.requests.inlay_hints import inlay_hints
from keytally_server.requests.ranges import folding_ranges, semantic_tokens
from keytally_server.requests.symbols import document_symbols
from tests.server.desk import Desk
from tests.server.template_desk import in_key, in_no_pair, in_response, spread

KEY = """
    # two documents
    <ORGANIZATION-1-1> :=
        ORG_NAME: "Tidewater Lines"
        ORG_TYPE: COMPANY
    <PERSON-1-1> :=
        PER_NAME: "Marla Tovenik"
        PER_ALIAS: "Tovenik"
                   "Marla"
    <EMPLOYEE_OF-1-1> :=
        PERSON: <PERSON-1-1>
        ORGANIZATION: <ORGANIZATION-1-1>

    <PERSON-2-1> :=
        PER_NAME: "Edrin Quassel"
    """


def coloured(desk: Desk) -> str:
    found = semantic_tokens(desk.snapshot, 0, len(desk.text))
    return desk.drawn((token.start, token.end, token.type.name.lower()) for token in found)


def test_headers_slots_fills_links_and_comments_are_coloured() -> None:
    desk = in_no_pair(
        """
        ; a comment
        <PERSON-1-1> :=
          PER_NAME: / "Ann" ##3#6#texts
            / 'Anna'
          CHILD: <PERSON-1-2>
          KIND: NOT KNOWN
        """
    )
    assert coloured(desk) == spread(
        """
        ; a comment
        ^^^^^^^^^^^ comment
        <PERSON-1-1> :=
        ^^^^^^^^^^^^ type
                     ^^ operator
          PER_NAME: / "Ann" ##3#6#texts
          ^^^^^^^^ property
                    ^ operator
                      ^^^^^ string
                            ^^^^^^^^^^^ number
            / 'Anna'
            ^ operator
              ^^^^^^ string
          CHILD: <PERSON-1-2>
          ^^^^^ property
                 ^^^^^^^^^^^^ type
          KIND: NOT KNOWN
          ^^^^ property
                ^^^^^^^^^ keyword
        """
    )


def test_a_bnf_is_coloured() -> None:
    desk = in_no_pair(
        """
        /* people */
        <PERSON> :=
          NAME: "NAME"^
          KIND: {IN, OUT} | {{KINDS}} <PERSON> WORD *
        KINDS :: {A, B}
        """,
        "muc-bnf",
    )
    assert coloured(desk) == spread(
        """
        /* people */
        ^^^^^^^^^^^^ comment
        <PERSON> :=
        ^^^^^^^^ type
          NAME: "NAME"^
          ^^^^ property
                ^^^^^^ string
                      ^ operator
          KIND: {IN, OUT} | {{KINDS}} <PERSON> WORD *
          ^^^^ property
                ^^^^^^^^^ keyword
                          ^ operator
                            ^^^^^^^^^ macro
                                      ^^^^^^^^ type
                                               ^^^^ string
                                                    ^ operator
        KINDS :: {A, B}
        ^^^^^ macro
                 ^^^^^^ keyword
        """
    )


def folded(desk: Desk) -> list[str]:
    found = (desk.text[fold.start : fold.end].split("\n") for fold in folding_ranges(desk.snapshot))
    return [f"{lines[0]} .. {lines[-1].strip()}" for lines in found]


def test_records_fold_and_so_do_documents_of_several() -> None:
    assert folded(in_no_pair(KEY)) == [
        "<ORGANIZATION-1-1> := .. ORG_TYPE: COMPANY",
        '<PERSON-1-1> := .. "Marla"',
        "<EMPLOYEE_OF-1-1> := .. ORGANIZATION: <ORGANIZATION-1-1>",
        '<PERSON-2-1> := .. PER_NAME: "Edrin Quassel"',
        "<ORGANIZATION-1-1> := .. ORGANIZATION: <ORGANIZATION-1-1>",
    ]


def test_a_record_on_one_line_does_not_fold() -> None:
    assert folded(in_no_pair("<PERSON-1-1> :=\n")) == []


def test_classes_and_sets_of_a_bnf_fold() -> None:
    text = '<PERSON> :=\n  NAME: "NAME"^\nKINDS :: {A,\n B}\n'
    assert folded(in_no_pair(text, "muc-bnf")) == ['<PERSON> := .. NAME: "NAME"^', "KINDS :: {A, .. B}"]


def outline(desk: Desk) -> str:
    return "\n".join(row for each in document_symbols(desk.snapshot) for row in rows(desk.text, each, 0))


def rows(text: str, symbol: Symbol, depth: int) -> list[str]:
    shown = text[symbol.name_start : symbol.name_end]
    own = f"{'  ' * depth}{symbol.name} ({symbol.detail}) at {shown}"
    return [own, *(row for child in symbol.children for row in rows(text, child, depth + 1))]


def test_the_outline_has_documents_objects_and_slots() -> None:
    assert outline(in_no_pair(KEY)) + "\n" == spread(
        """
        1 (3 objects) at <ORGANIZATION-1-1> :=
          Tidewater Lines (ORGANIZATION-1-1) at <ORGANIZATION-1-1> :=
            ORG_NAME ("Tidewater Lines") at ORG_NAME
            ORG_TYPE (COMPANY) at ORG_TYPE
          Marla Tovenik (PERSON-1-1) at <PERSON-1-1> :=
            PER_NAME ("Marla Tovenik") at PER_NAME
            PER_ALIAS ("Tovenik", "Marla") at PER_ALIAS
          <PERSON-1-1> (EMPLOYEE_OF-1-1) at <EMPLOYEE_OF-1-1> :=
            PERSON (<PERSON-1-1>) at PERSON
            ORGANIZATION (<ORGANIZATION-1-1>) at ORGANIZATION
        2 (1 object) at <PERSON-2-1> :=
          Edrin Quassel (PERSON-2-1) at <PERSON-2-1> :=
            PER_NAME ("Edrin Quassel") at PER_NAME
        """
    )


def test_an_object_without_fills_is_told_by_its_identifier() -> None:
    assert outline(in_no_pair("<PERSON-1-1> :=\n")) == (
        "1 (1 object) at <PERSON-1-1> :=\n  PERSON-1-1 () at <PERSON-1-1> :="
    )


def test_the_outline_of_a_bnf_has_classes_slots_and_sets() -> None:
    text = '<PERSON> :=\n  NAME: "NAME"^\n  KIND: {{KINDS}}*\nKINDS :: {A, B}\n'
    assert outline(in_no_pair(text, "muc-bnf")) + "\n" == spread(
        """
        PERSON () at PERSON
          NAME ("NAME"^) at NAME
          KIND ({{KINDS}}*) at KIND
        KINDS ({A, B}) at KINDS
        """
    )


PIECES = [
    "<PERSON-1-1> :=", "<PERSON-2-1>", "<PERSON> :=", "NAME:", "KINDS ::", '"Ann"', '"', "{A, B}", "{", "/",
    "<", "##1#2#t", "#", ";", " ", "\n", "\r\n", "\t", ":", "^", "|", "x",
]  # fmt: skip
LANGUAGES = st.sampled_from(["muc-template", "muc-bnf"])


@given(st.lists(st.sampled_from(PIECES)).map("".join), LANGUAGES)
def test_names_are_never_empty_and_stand_within_their_symbols(text: str, language: str) -> None:
    def check(symbol: Symbol) -> None:
        assert symbol.name
        assert 0 <= symbol.start <= symbol.name_start <= symbol.name_end <= symbol.end <= len(text)
        for child in symbol.children:
            assert symbol.start <= child.start
            assert child.end <= symbol.end
            check(child)

    for each in document_symbols(in_no_pair(text, language).snapshot):
        check(each)


@given(st.lists(st.sampled_from(PIECES)).map("".join), LANGUAGES)
def test_tokens_are_in_order_and_do_not_overlap(text: str, language: str) -> None:
    found = list(semantic_tokens(in_no_pair(text, language).snapshot, 0, len(text)))
    assert all(0 <= token.start < token.end <= len(text) for token in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_a_document_has_its_lens_at_its_first_record_only() -> None:
    desk = in_response(KEY, KEY)
    titles = [(desk.text[lens.start :].split("\n")[0], lens.title) for lens in code_lenses(desk.snapshot)]
    assert titles == [
        ("# two documents", "all documents: P&R 100.0  COR 8"),
        ("<ORGANIZATION-1-1> :=", "1: P&R 100.0  COR 7"),
        ("<PERSON-2-1> :=", "2: P&R 100.0  COR 1"),
    ]


def hinted(desk: Desk) -> str:
    found = inlay_hints(desk.snapshot, 0, len(desk.text))
    return desk.drawn((hint.place, hint.place, hint.label) for hint in found)


def test_missing_objects_and_fills_are_hinted_at_where_they_would_stand() -> None:
    desk = in_response(
        """
        <ORGANIZATION-1-1> :=
            ORG_TYPE: COMPANY
        <PERSON-1-1> :=
            PER_ALIAS: "Tovenik"

        <PERSON-2-1> :=
            PER_NAME: "Ann"
        # the end
        """,
        KEY,
    )
    assert hinted(desk) == spread(
        """
        <ORGANIZATION-1-1> :=
            ORG_TYPE: COMPANY
                             | MIS ORG_NAME "Tidewater Lines"
        <PERSON-1-1> :=
            PER_ALIAS: "Tovenik"
                                | MIS PER_NAME "Marla Tovenik" +1

        | MIS EMPLOYEE_OF-1-1 "<PERSON-1-1>"
        <PERSON-2-1> :=
            PER_NAME: "Ann"
                           | MIS PERSON-2-1 "Edrin Quassel"
        # the end
        """
    )
    tooltips = [hint.tooltip for hint in inlay_hints(desk.snapshot, 0, len(desk.text))]
    assert 'the key has "Tidewater Lines"' in tooltips
    assert 'the key has "Marla Tovenik"\nMIS PER_ALIAS "Marla"' in tooltips


def test_a_missing_object_stands_on_the_blank_line_under_the_record_before_it() -> None:
    key = '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n\n<PERSON-1-2> :=\n  PER_NAME: "Bo"\n'
    for end in ("\n", "\r\n"):
        response = f'<PERSON-1-1> :={end}  PER_NAME: "Ann" ##1#4#t{end}  {end}<PERSON-1-3> :={end}'
        hints = list(inlay_hints(in_response(response, key).snapshot, 0, len(response)))
        places = {hint.label: hint.place for hint in hints}
        below = places['MIS PERSON-1-2 "Bo"']
        assert response[:below].endswith(end)
        assert not response[below:].split(end, maxsplit=1)[0].strip()


def test_optional_fills_and_a_key_have_no_hints() -> None:
    key = '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n  PER_ALIAS: / "A"\n'
    response = '<PERSON-1-1> :=\n  PER_NAME: "Ann"\n'
    assert hinted(in_response(response, key)) == response
    assert hinted(in_key(key, "<PERSON-1-1> :=\n")) == key
