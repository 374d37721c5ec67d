"""Any text gives a tree; the quotations are of the manual, "Main Configuration File Format"."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.families.muc.configuration.document import LONGEST_TEXT, ConfigUnit, parse_configuration

CONFIG_LIKE = st.text(st.sampled_from(":;\"' \t\r\nab0é\x0b\x85\u2028\x00"), max_size=80)


def shape(text: str) -> list[tuple[str, list[str]]]:
    """The names and the values' contents of the options."""
    return [(line.name, [value.content for value in line.values]) for line in parse_configuration(text).lines]


def covered(unit: ConfigUnit) -> str:
    return "".join(unit.text[piece.start : piece.end] for piece in unit.pieces)


@given(st.one_of(CONFIG_LIKE, st.text()))
@example("")
@example("\ufeff:key_file keys")
@example('"')
@example(":\r:\n\r\n;")
def test_the_tree_covers_every_character_of_any_text(text: str) -> None:
    unit = parse_configuration(text)
    assert covered(unit) == text
    ends = [0, *(piece.end for piece in unit.pieces)]
    assert all(piece.start == end for piece, end in zip(unit.pieces, ends, strict=False))


@given(CONFIG_LIKE)
def test_names_and_values_stand_where_their_spans_say(text: str) -> None:
    unit = parse_configuration(text)
    for line in unit.lines:
        start, end = line.name_span
        assert text[start:end] == line.name
        for value in line.values:
            assert text[value.inner : value.inner + len(value.text)] == value.text
            assert all(text[word.start : word.end] == word.text for word in value.words())


def test_a_colon_in_the_first_column_and_a_name_start_an_option() -> None:
    """ "a colon (":") as the first character of a line, followed immediately (no spaces) by the name"."""
    assert shape(":key_file keys\n:response_file responses") == [
        ("key_file", ["keys"]),
        ("response_file", ["responses"]),
    ]


def test_values_are_separated_by_spaces() -> None:
    """ "After some more spaces come the value or values of the option. Values are separated by spaces." """
    assert shape(":premodifiers   a \t an   the") == [("premodifiers", ["a", "an", "the"])]


def test_values_with_spaces_stand_in_single_or_double_quotes() -> None:
    """ "Values which themselves contain spaces must be enclosed in single or double quotes." """
    assert shape(":corporate_designators \"S A DE C V\" 'g m b h' \"'s\" '\"'") == [
        ("corporate_designators", ["S A DE C V", "g m b h", "'s", '"'])
    ]


def test_values_run_over_lines_until_the_next_option() -> None:
    text = ':class_defs\n    "enamex enamex scored 0"\n\n    "numex numex scored 0"\n:key_file keys\n'
    assert shape(text) == [
        ("class_defs", ["enamex enamex scored 0", "numex numex scored 0"]),
        ("key_file", ["keys"]),
    ]


def test_one_quoted_value_may_run_over_lines() -> None:
    assert shape(':class_defs "enamex enamex\n   scored 0" "b b scored 0"') == [
        ("class_defs", ["enamex enamex scored 0", "b b scored 0"])
    ]


def test_a_semicolon_in_the_first_column_starts_a_comment() -> None:
    text = '; first "\n:premodifiers a\n;:key_file keys\n the\n'
    assert shape(text) == [("premodifiers", ["a", "the"])]


def test_a_semicolon_or_colon_elsewhere_is_a_value() -> None:
    assert shape(":postmodifiers ; :\n ; :") == [("postmodifiers", [";", ":", ";", ":"])]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_all_three_line_ends_count(newline: str) -> None:
    text = newline.join(["; comment", ":key_file keys", ":premodifiers a", '  "b c"', ""])
    assert shape(text) == [("key_file", ["keys"]), ("premodifiers", ["a", "b c"])]


@pytest.mark.parametrize("character", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_no_other_character_ends_a_line(character: str) -> None:
    assert shape(f":postmodifiers a{character}:key_file keys") == [
        ("postmodifiers", ["a", ":key_file", "keys"])
    ]


def test_an_unclosed_quote_ends_with_its_line() -> None:
    text = ':class_defs\n "enamex enamex scored 0\n "numex numex scored 0"\n:key_file "keys\n:response_file r'
    assert shape(text) == [
        ("class_defs", ["enamex enamex scored 0", "numex numex scored 0"]),
        ("key_file", ["keys"]),
        ("response_file", ["r"]),
    ]
    assert [value.closed for value in parse_configuration(text).lines[0].values] == [False, True]


def test_an_apostrophe_within_a_bare_value_is_no_quote() -> None:
    assert shape(":key_file o'brien") == [("key_file", ["o'brien"])]


def test_an_option_behind_blanks_is_read_and_marked() -> None:
    unit = parse_configuration(":scoring_method key2key\n  :key_file keys\n")
    assert [(line.name, line.indented) for line in unit.lines] == [
        ("scoring_method", False),
        ("key_file", True),
    ]


def test_text_before_the_first_option_is_kept_apart() -> None:
    unit = parse_configuration("key_file keys\n:premodifiers a")
    assert [value.content for value in unit.stray] == ["key_file", "keys"]
    assert [line.name for line in unit.lines] == ["premodifiers"]


def test_definitions_are_split_at_white_space() -> None:
    """The manual's example has `"numex type type scored 4 set "`."""
    (row,) = parse_configuration(':slot_defs "numex type type scored 4 set "').definitions("slot_defs")
    assert [word.text for word in row.words] == ["numex", "type", "type", "scored", "4", "set"]


def test_bare_words_on_one_line_make_one_unquoted_definition() -> None:
    rows = parse_configuration(':class_defs enamex enamex scored 0\n b b scored 0"').definitions("class_defs")
    assert [(len(row.words), row.quoted, row.words[-1].text) for row in rows] == [
        (4, False, "0"),
        (4, False, "0"),
    ]


def test_a_text_too_long_is_not_taken_apart() -> None:
    unit = parse_configuration("x" * 50_000_000)
    assert unit.is_oversized
    assert covered(unit) == unit.text


@pytest.mark.parametrize("piece", ["a ", '"', "'", '" \n', "'\n a", ":x\n", "\n", "\0\x01:\r", ";\r"])
def test_the_longest_text_that_is_read_is_read(piece: str) -> None:
    text = (piece * LONGEST_TEXT)[: LONGEST_TEXT // 4]
    assert covered(parse_configuration(text)) == text
