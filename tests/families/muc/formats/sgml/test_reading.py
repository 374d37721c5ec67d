"""Reading units: sections, elements, document numbers, offsets; any text at all."""

import time
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.sgml.language import sgml_language as plain_language
from keytally.families.muc.sgml.unit import SgmlUnit, TokenKind
from tests.families.muc.sgml_files import MUC7, document, language, read_file

PIECES = st.lists(
    st.sampled_from(
        [
            *("<DOC>", "</DOC>", "<doc\n", "<DOCNO>", "</DOCNO>", "<TXT>", "</TXT>", "<DD>", "</DD>"),
            *('<ENAMEX TYPE="PERSON">', "</ENAMEX>", "<ENAMEX", "<ENAMEX>", "<ENAMEX ", "</enamex"),
            *('<TIMEX TYPE="DATE" STATUS="OPT">', "</TIMEX>", '<NUMEX TYPE="', "<NUMEX TYPE='MONEY>"),
            *('"', "'", "=", ">", "<", "/", "/>", "|", " ", "\n", "\r\n", "\r", "\f", "\u2028", "é", "中"),
            *("TYPE", 'ALT="x|y"', "ALT=", "STATUS", "12", "<p>", "&UR;", "word"),
        ]
    ),
    max_size=30,
).map("".join)
ROLES = st.sampled_from(list(Role))


def elements(unit: SgmlUnit) -> list[tuple[str, str, str | None]]:
    """Name, text and section of each element."""
    stripped = unit.stripped()
    return [
        (each.name, stripped[each.stripped_start : each.stripped_end], each.section) for each in unit.elements
    ]


def names(units: Sequence[SgmlUnit]) -> list[str | None]:
    return [unit.document for unit in units]


@given(PIECES, ROLES)
def test_any_text_is_read_and_covered(text: str, role: Role) -> None:
    for reader in (language(role), plain_language(role)):
        units = read_file(reader, text)
        assert "".join(unit.text for unit in units) == text
        for unit in units:
            tokens = list(unit.tokens())
            assert "".join(unit.text[token.start : token.end] for token in tokens) == unit.text
            assert all(token.start < token.end for token in tokens)
            assert len(unit.stripped()) == unit.stripped_length
            assert all(0 <= each.start <= each.end <= len(unit.text) for each in unit.findings)
            assert all(each.message for each in unit.findings)
        assert len(reader.compare_duplicates(units)) == len(units)


@given(PIECES)
def test_a_tag_is_told_once(text: str) -> None:
    """A task tag is open, or closes, or has a finding of its own that says that it does neither."""
    unit = language().read(text)
    paired = {tag.start for element in unit.elements for tag in (element.open, element.close)}
    told = {each.start for each in unit.findings}
    assert {tag.start for tag in unit.tags} <= paired | told


@given(PIECES, PIECES)
def test_boundaries_are_local(one: str, other: str) -> None:
    """Cutting a file at a boundary and reading the halves is reading the whole."""
    reader = language()
    text = f"{one}<DOC>{other}"
    whole = reader.boundaries(text)
    for cut in whole:
        left = [start for start in reader.boundaries(text[: cut + reader.lookahead]) if start < cut]
        right = [cut + start for start in reader.boundaries(text[cut:])]
        assert [*left, cut, *right] == whole


@given(PIECES, st.data())
def test_offsets_go_there_and_back(text: str, data: st.DataObject) -> None:
    unit = language().read(text)
    stripped = unit.stripped()
    place = data.draw(st.integers(0, len(stripped)))
    before, after = unit.source_offset(place), unit.source_offset(place, after_tags=True)
    assert before <= after
    assert unit.stripped_offset(before) == unit.stripped_offset(after) == place
    assert unit.stripped(0, after) == stripped[:place]


@given(PIECES, st.integers(0, 80), st.integers(0, 80))
def test_elements_around_and_within_a_stretch(text: str, one: int, other: int) -> None:
    unit = plain_language(Role.KEY).read(text)
    start, end = min(one, other), max(one, other)
    around = [each for each in unit.elements if each.start <= start and end <= each.end]
    within = [each for each in unit.elements if start <= each.start and each.end <= end]
    assert unit.elements.around(start, end) == around
    assert unit.elements.within(start, end) == within
    assert unit.elements[:] == list(unit.elements)
    assert list(unit.tags[1:-1]) == list(unit.tags)[1:-1]


PROSE = st.text(alphabet="aB <&>\n\r'\"=", max_size=60)


@given(PROSE, st.data())
def test_tags_leave_the_text_as_it_was(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    marks = ['<ENAMEX TYPE="PERSON">', "</ENAMEX>"] * 3
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    tagged = pieces[0] + "".join(mark + piece for mark, piece in zip(marks, pieces[1:], strict=False))
    assert language().read(tagged).stripped() == text


def test_a_file_is_cut_at_each_document() -> None:
    text = "prologue\n<doc>\n<DOCNO> 1 </DOCNO></doc>\nbetween <DOCNO> <DOCS>\n<DOC\nid=2><DOCNO>2</DOCNO>"
    units = read_file(language(), text)
    assert names(units) == [None, "1", "2"]
    assert units[1].text.endswith("between <DOCNO> <DOCS>\n")


def test_a_unit_begins_where_the_configured_tag_does() -> None:
    assert language(sgml_doc_gid="ART").boundaries("<DOC> <ART>\n<art x=1> <ARTICLE>") == [6, 12]


@pytest.mark.parametrize(
    ("section", "number"),
    [
        ("<DOCNO> 940224-0133. </DOCNO>", "9402240133"),
        ("<docno>wsj93_036.0001</docno >", "930360001"),
        ("<DOCNO> 12", "12"),
        ("<DOCID> 34 </DOCID>", "34"),
        ("<DOCID> 34 </DOCID> <DOCNO> 12 </DOCNO>", "12"),
        ('<DOCNO> <NUMEX TYPE="M1">12</NUMEX>3 </DOCNO>', "123"),
        ("<DOCNO> ١٢ </DOCNO>", ""),
        ("", ""),
    ],
)
def test_the_document_number_is_every_digit_of_its_section(section: str, number: str) -> None:
    """ "The document number is simply every digit [0-9] in the specified document section." """
    assert language().read(f"<DOC>\n{section}\n<TXT> 99 </TXT></DOC>\n").document == number


def test_the_number_of_another_section() -> None:
    text = "<DOC>\n<DOCNO> 1 </DOCNO><DOCID> nyt960210.0001 </DOCID></DOC>"
    assert language(sgml_docnum_gid="DOCID").read(text).document == "9602100001"


def test_the_section_of_a_tag_is_the_innermost_one_in_the_configured_spelling() -> None:
    """ "If one section is nested in another section, it is the innermost section which will be reported." """
    body = "<hl> {0} <txt> {0} <HL>{0}</HL> {0} </txt> {0} </hl> {0}"
    tag = '<TIMEX TYPE="DATE">1993</TIMEX>'
    unit = language().read("<DOC><DOCNO>1</DOCNO>" + body.format(tag) + "</DOC>" + tag)
    assert [each.section for each in unit.elements] == ["HL", "TXT", "HL", "TXT", "HL", "DOC", None]
    assert [each.scored for each in unit.elements] == [True] * 6 + [False]


def test_sections_are_kept_with_their_places() -> None:
    unit = language().read(document("x"))
    assert [(each.name, unit.text[each.start : each.end]) for each in unit.sections] == [
        ("DOC", unit.text.rstrip()),
        ("TXT", "<TXT>\nx</TXT>"),
    ]


def test_an_element_does_not_reach_across_a_section() -> None:
    text = '<DOC><HL><TIMEX TYPE="DATE">19</HL><TXT>93</TIMEX></TXT></DOC>'
    assert list(language().read(text).elements) == []


def test_of_two_datelines_the_last_counts() -> None:
    tag = '<TIMEX TYPE="DATE">{}</TIMEX>'
    text = f"<DOC><DD> {tag.format(1)} </DD><DD> {tag.format(2)} </DD> {tag.format(3)}</DOC>"
    assert [each.scored for each in language().read(text).elements] == [False, True, True]
    assert all(each.scored for each in language(dd_last_only=False).read(text).elements)


def test_elements_nest_and_cross() -> None:
    tag = '<{} TYPE="X">'
    a, b = tag.format("ENAMEX"), tag.format("TIMEX")
    nested = language().read(f"<DOC>{a}Bank of {a}{b}1993</TIMEX> England</ENAMEX></ENAMEX></DOC>")
    assert elements(nested) == [
        ("enamex", "Bank of 1993 England", "DOC"),
        ("enamex", "1993 England", "DOC"),
        ("timex", "1993", "DOC"),
    ]
    crossing = language().read(f"<DOC>{a}in {b}May</ENAMEX> 1993</TIMEX></DOC>")
    assert elements(crossing) == [("enamex", "in May", "DOC"), ("timex", "May 1993", "DOC")]


def test_coreference_tags_nest_to_any_depth() -> None:
    depth = 500
    text = "<DOC>" + "".join(f'<COREF ID="{each}">' for each in range(depth)) + "it" + "</COREF>" * depth
    unit = plain_language(Role.KEY).read(text)
    assert elements(unit) == [("coref", "it", "DOC")] * depth
    assert [each.open.attribute("id").value for each in unit.elements][:2] == ["0", "1"]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<ENAMEX TYPE="P"Ada</ENAMEX>', "Ada"),
        ('<ENAMEX TYPE="P>Ada</ENAMEX>', "Ada"),
        ('<ENAMEX TYPE="P Ada</ENAMEX>', " Ada"),
        ("<ENAMEX TYPE=P>Ada</ENAMEX>", "Ada"),
        ('<ENAMEX TYPE="P">Ada<ENAMEX>', "Ada"),
        ('<ENAMEX TYPE="P">Ada</ENAMEX', "Ada"),
        ('<ENAMEX\r\n TYPE="P"\r\n>Ada</ENAMEX\r\n>', "Ada"),
        ('<ENAMEX TYPE="P" ALT="a > b < c">Ada</ENAMEX>', ' b < c">Ada'),
    ],
)
def test_a_broken_tag_still_makes_its_element(text: str, expected: str) -> None:
    assert [each[1] for each in elements(language().read(text))] == [expected]


def test_the_first_of_two_attributes_counts() -> None:
    unit = language().read('<ENAMEX TYPE="PERSON" type="DATE">Ada</ENAMEX>')
    attribute = unit.elements[0].open.attribute("type")
    assert attribute is not None
    assert attribute.value == "PERSON"


def test_tokens_tell_tags_from_given_markup() -> None:
    unit = language().read('<p>R&D < <TIMEX TYPE="DATE">93</TIMEX>')
    assert [(token.kind.value, unit.text[token.start : token.end]) for token in unit.tokens()] == [
        ("markup", "<p>"),
        ("text", "R&D < "),
        ("open", '<TIMEX TYPE="DATE">'),
        ("text", "93"),
        ("close", "</TIMEX>"),
    ]
    assert [token.tag is None for token in unit.tokens()] == [True, True, False, True, False]
    assert TokenKind.MARKUP.value == "markup"


@pytest.mark.long
@pytest.mark.parametrize(
    "piece",
    [
        "x",
        "<",
        ">",
        '"',
        " ",
        "<p ",
        "<ENAMEX ",
        '<ENAMEX A="',
        "<ENAMEX A='\"",
        "<TXT ",
        "</ENAMEX ",
        "<ENAMEX>",
        '<COREF ID="1',
        '<COREF ID="1">',
        '<COREF ID="1" REF="1" ',
        '<COREF ID="1"></COREF',
    ],
)
def test_the_cost_of_a_line_is_linear_in_its_length(piece: str) -> None:
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        start = time.process_time()
        plain_language(Role.KEY).read(text)
        return time.process_time() - start

    seconds(1_000)
    long, short = (min(seconds(length) for _ in range(2)) for length in (400_000, 100_000))
    assert long < 12 * short + 0.2


def test_sections_that_are_never_closed_cost_others_nothing() -> None:
    start = time.process_time()
    unit = language().read("<DOC><DOCNO>1</DOCNO>" + "<HL>" * 30_000 + "</DD>" * 30_000 + "</HL>")
    assert len(unit.sections) == 30_001
    assert time.process_time() - start < 5


@pytest.mark.parametrize("inside", ["a", " ", " a=", ' a="', ' a="b"', " a='\"' ", '" ', "= "])
def test_a_long_broken_tag_is_read_in_linear_time(inside: str) -> None:
    start = time.process_time()
    language().read("<ENAMEX " + inside * 20_000 + "<")
    language().read("<ENAMEX " + inside * 20_000 + " =>")
    assert time.process_time() - start < 5


@pytest.mark.corpora
@pytest.mark.parametrize(
    ("folder", "changes"), [("ne", {}), ("ne7", {"doc_sections": MUC7, "sgml_docnum_gid": "DOCID"})]
)
def test_the_corpora_are_clean_and_keep_their_texts(corpora, folder, changes) -> None:  # noqa: ANN001
    original = (corpora / folder / "texts").read_text("utf-8")
    for name in ("texts", "key", "response1", "response2", "response3"):
        role = {"t": Role.TEXTS, "k": Role.KEY, "r": Role.RESPONSE}[name[0]]
        units = read_file(language(role, **changes), (corpora / folder / name).read_text("utf-8"))
        assert [each for unit in units for each in unit.findings] == []
        assert "".join(unit.stripped() for unit in units) == original
        assert all(unit.document for unit in units)


@pytest.mark.corpora
def test_coreference_files_read_without_a_configuration(corpora) -> None:  # noqa: ANN001
    original = (corpora / "co" / "texts").read_text("utf-8")
    for name, elements_expected in (("key", 10205), ("response1", 16295)):
        units = read_file(plain_language(Role.UNKNOWN), (corpora / "co" / name).read_text("utf-8"))
        assert sum(len(unit.elements) for unit in units) == elements_expected
        assert "".join(unit.stripped() for unit in units) == original
