"""Each rule of gold files finds what is planted, on its line and nowhere else; odd clean files stay clean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.m2.rules import GoldLanguage
from keytally.findings.finding import Finding
from keytally.text.positions import count_line_ends

HEAD = "S one two three\nA 0 1|||T|||eins|||R|||-|||0\n\n"
TAIL = "\nS four\nA -1 -1|||noop|||-NONE-|||R|||-|||0\n"


def found(text: str) -> list[tuple[str, int]]:
    """Rules and lines, the latter counted from 1."""
    reading = Reading(GoldLanguage(), text)
    return [(each.finding.rule.name, count_line_ends(text[: each.start]) + 1) for each in reading.findings]


def mended(text: str) -> str:
    """The text after all fixes."""
    reading = Reading(GoldLanguage(), text)
    edits = [
        (each.offset + edit.start, each.offset + edit.end, edit.text)
        for each in reading.findings
        for edit in each.finding.edits
    ]
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


ANNOTATION = "A 1 2|||T|||zwei|||R|||-|||0"

PLANTED = [
    ("m2-line", "B 1 2|||T|||zwei|||R|||-|||0"),
    ("m2-line", "A\t1 2|||T|||zwei|||R|||-|||0"),
    ("m2-line", "   "),
    ("m2-line", "\n" + ANNOTATION),
    ("m2-fields", "A 1 2|||T|||zwei|||R|||0"),
    ("m2-fields", "A 1 2|||T|||zwei|||R|||a|||b|||0"),
    ("m2-fields", "A 1 2|||T|||zwei"),
    ("m2-offset", "A 1|||T|||zwei|||R|||-|||0"),
    ("m2-offset", "A one two|||T|||zwei|||R|||-|||0"),
    ("m2-offset", "A 2 1|||T|||zwei|||R|||-|||0"),
    ("m2-offset", f"A 1 {'9' * 5000}|||T|||zwei|||R|||-|||0"),
    ("m2-annotator", f"A 1 2|||T|||zwei|||R|||-|||{'9' * 5000}"),
    ("m2-overlap", "A 0 3|||T|||alles|||R|||-|||0"),
    ("m2-offset", "A 2 4|||T|||zwei|||R|||-|||0"),
    ("m2-offset", "A -1 2|||T|||zwei|||R|||-|||0"),
    ("m2-offset", "A 2 2|||T|||-NONE-|||R|||-|||0"),
    ("m2-offset", "A -1 -1|||T|||zwei|||R|||-|||1"),
    ("m2-offset", "A 1 2|||noop|||-NONE-|||R|||-|||1"),
    ("m2-overlap", "A 0 2|||T|||zwei|||R|||-|||0"),
    ("m2-overlap", "A 0 1|||T|||uno|||R|||-|||0"),
    ("m2-duplicate-edit", "A 0 1|||X|||eins|||no|||-|||0"),
    ("m2-duplicate-edit", "A 0 1|||T|||eins|||R|||other|||0"),
    ("m2-no-change", "A 1 2|||T|||two|||R|||-|||0"),
    ("m2-no-change", "A 1 3|||T|||two  three|||R|||-|||1"),
    ("m2-no-change", "A 1 2|||T|||zwei||two|||R|||-|||0"),
    ("m2-unsorted", "A 0 0|||T|||null|||R|||-|||0"),
    ("m2-noop-with-edits", "A -1 -1|||noop|||-NONE-|||R|||-|||0"),
    ("m2-noop-with-edits", "A -1 -1||||||-NONE-|||R|||-|||0"),
    ("m2-annotator", "A 1 2|||T|||zwei|||R|||-|||A"),
    ("m2-annotator", "A 1 2|||T|||zwei|||R|||-|||"),
    ("m2-annotator", "A 1 2|||T|||zwei|||R|||-|||-1"),
]


@pytest.mark.parametrize(("rule", "line"), PLANTED)
def test_a_planted_defect_is_found_on_its_line_and_nothing_else(rule: str, line: str) -> None:
    text = HEAD.rstrip("\n") + "\n" + line + "\n" + TAIL
    assert found(text) == [(rule, 3 + line.startswith("\n"))]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("A 1 2|||T|||zwei|||R|||-|||0\n" + HEAD, 1),
        ("a comment\n" + HEAD, 1),
        (HEAD + "S\n", 4),
        (HEAD + "S\tfour\n", 4),
    ],
)
def test_lines_outside_of_a_block(text: str, line: int) -> None:
    assert found(text) == [("m2-line", line)]


@pytest.mark.parametrize(
    "text",
    [
        HEAD + TAIL,
        (HEAD + TAIL).replace("\n", "\r\n"),
        (HEAD + TAIL).replace("\n", "\r"),
        "\n\n" + HEAD + "\n\n" + TAIL.rstrip("\n"),
        "",
        "S \n",
        "S one\nI ignored\nA 0 1|||T|||x|||R|||-|||0\n",
        "S a b\nA 0 1|||T||||||R|||-|||0\nA 1 1|||T|||x|||R|||-|||0\nA 1 1|||T|||y|||R|||-|||0\n",
        "S a b\nA 1 2|||T|||x|||R|||-|||0\nA 0 1|||T|||y|||R|||-|||1\nA -1 -1|||noop|||-NONE-|||R|||-|||2\n",
        "S a b\nA 0 1|||T|||x|||R|||-|||0\nA 0 1|||T|||x|||R|||-|||1\nA 1 1|||T|||y|||R|||-|||0\n",
        "S a | b || c\nA 1 2|||T|||x||y||-NONE-|||R|||any comment, |, or none|||12\n",
        "S SS A 1\nA 0 1|||S|||S A|||R|||-|||0\n",
    ],
)
def test_files_that_only_look_wrong_stay_clean(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_sentences_without_an_empty_line_between_them_are_parted(end: str) -> None:
    """Section 2.2: "Sentences are separated by one or more empty lines"."""
    text = "S one two\nA 0 1|||T|||eins|||R|||-|||0\nS three\nI passed over\nS\xa0\n\nS four\n  \nS".replace(
        "\n", end
    )
    rules = [("m2-line", 3), ("m2-line", 5), ("m2-line", 5), ("m2-line", 8), ("m2-line", 9)]
    assert found(text) == rules
    right = "S one two\nA 0 1|||T|||eins|||R|||-|||0\n\nS three\nI passed over\n\nS \n\nS four\n\nS "
    assert mended(text) == right.replace("\n", end)
    assert found(mended(text)) == []


@given(st.lists(st.sampled_from(["S a", "S", "A 0 1|||T|||x|||R|||-|||0", "", " ", "x"]), max_size=8))
def test_an_empty_line_is_missed_where_the_line_before_a_sentence_is_none(lines: list[str]) -> None:
    reading = Reading(GoldLanguage(), "\n".join(lines))
    missed = [each.line for each in reading.findings if "missing empty line" in each.finding.message]
    sentences = [number for number, line in enumerate(lines) if line[:1] == "S"]
    assert missed == [number for number in sentences[1:] if lines[number - 1].strip()]


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("   ", ""),
        ("A 2 1|||T|||zwei|||R|||-|||0", "A 1 2|||T|||zwei|||R|||-|||0"),
        ("A 1 2|||T|||two|||R|||-|||3", "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||3"),
        ("A 1 2|||noop|||-NONE-|||R|||-|||1", "A -1 -1|||noop|||-NONE-|||R|||-|||1"),
    ],
)
def test_fixes(line: str, right: str) -> None:
    assert (
        mended(HEAD.rstrip("\n") + "\n" + line + "\n" + TAIL)
        == HEAD.rstrip("\n") + "\n" + right + "\n" + TAIL
    )


def test_a_line_too_many_is_removed_whole() -> None:
    lines = (
        "A 0 1|||X|||eins|||R|||-|||0\r\n",
        "A -1 -1|||noop|||-NONE-|||R|||-|||0\r\n",
        "A 1 2|||X|||two|||R|||-|||0\r\n",
    )
    for line in lines:
        text = HEAD.rstrip("\n").replace("\n", "\r\n") + "\r\n"
        assert mended(text + line + TAIL) == text + TAIL


def test_one_defect_hides_none_after_it() -> None:
    text = "S a b\nA 0 9|||T|||x|||R|||-|||0\nwhat\nA 0|||T|||x|||R|||-|||z\nA 0 1|||T|||y|||R|||0\n"
    assert found(text) == [
        ("m2-offset", 2),
        ("m2-line", 3),
        ("m2-offset", 4),
        ("m2-annotator", 4),
        ("m2-fields", 5),
    ]


def test_findings_are_values_of_their_unit() -> None:
    reading = Reading(GoldLanguage(), HEAD + "S a\nA 0 2|||T|||x|||R|||-|||0\n")
    [only] = reading.findings
    assert isinstance(only.finding, Finding)
    assert only.unit.text[only.finding.start : only.finding.end] == "0 2"


def test_edits_are_sorted_on_the_lines_that_an_annotator_has() -> None:
    """The reference program goes through the edits of both sides once, from left to right."""
    lines = [
        "S a b c",
        "A 2 3|||T|||x|||R|||-|||0",
        "A 1 2|||T|||y|||R|||-|||1",
        "I ignored",
        "A 1 2|||T|||z|||R|||-|||0",
        "A 0 0|||T|||u|||R|||-|||0",
        "A 0 0|||T|||v|||R|||-|||0",
    ]
    text = "\r\n".join(lines)
    assert found(text) == [("m2-unsorted", 5)]
    order = [0, 5, 2, 3, 6, 4, 1]
    assert mended(text) == "\r\n".join(lines[number] for number in order)
    assert found(mended(text)) == []


def test_an_alternative_that_changes_nothing_is_pointed_at() -> None:
    [only] = Reading(GoldLanguage(), "S a b\nA 0 1|||T|||x|| a ||-NONE-|||R|||-|||0\n").findings
    assert only.unit.text[only.finding.start : only.finding.end] == " a "
    assert only.finding.edits == ()


@pytest.mark.parametrize("line", ["T0-A0 eins two three", "T1-A0 one", "T0-A12", "I one two"])
def test_corrected_sentences_are_skipped(line: str) -> None:
    """ChERRANT writes each corrected sentence beside its edits."""
    assert found(HEAD.replace("A 0 1", f"{line}\nA 0 1") + TAIL) == found(HEAD + TAIL)


@pytest.mark.parametrize("line", ["T0 one", "T0-B0 one", "TO-A0 one"])
def test_other_lines_are_not_skipped(line: str) -> None:
    assert ("m2-line", 2) in found(HEAD.replace("A 0 1", f"{line}\nA 0 1") + TAIL)
