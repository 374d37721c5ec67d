"""Rules of a sentence: two planted defects each, and odd files that are sound."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families.columns.labels import entities
from keytally.families.columns.model import Scheme
from keytally.families.columns.rules import ColumnsLanguage
from keytally.findings.finding import Finding
from tests.families.columns.written import labels, written
from tests.pictures import drawn, mended, normal, text_of


def findings(text: str, scheme: Scheme | None) -> list[Finding]:
    """The findings in a file of one sentence."""
    return [each.finding for each in Reading(ColumnsLanguage(scheme=scheme), text).findings]


@pytest.mark.parametrize(
    ("scheme", "picture"),
    [
        (
            Scheme.IOB2,
            """
            EU B-ORG
            rejects
            ^^^^^^^ columns-fields
            German JJ B-MISC
            ^^^^^^^^^^^^^^^^ columns-fields
            call O
            """,
        ),
        (
            Scheme.IOB2,
            """
            EU B_ORG
               ^^^^^ columns-label
            rejects o
                    ^ columns-label
            German ORG
                   ^^^ columns-label
            """,
        ),
        (
            Scheme.IOB2,
            """
            New b-LOC
                ^^^^^ columns-label
            York I-LOC
            is I-LOC
            big o
                ^ columns-label
            Port I-LOC
            won O
            Ann I-PER
                ^^^^^ columns-transition
            """,
        ),
        (
            Scheme.IOB2,
            """
            EU I-ORG
               ^^^^^ columns-transition
            German B-MISC
            call I-PER
                 ^^^^^ columns-transition
            """,
        ),
        (
            Scheme.IOBES,
            """
            EU B-ORG
               ^^^^^ columns-transition
            rejects O
            German B-MISC
            call I-MISC
                 ^^^^^^ columns-transition
            """,
        ),
        (
            Scheme.IO,
            """
            EU I-ORG
            NATO B-ORG
                 ^^^^^ columns-transition
            German B-MISC
                   ^^^^^^ columns-transition
            call I-ORG
            """,
        ),
        (
            Scheme.IOB1,
            """
            EU I-ORG
            NATO B-ORG
            German B-MISC
                   ^^^^^^ columns-transition
            """,
        ),
    ],
)
def test_each_rule_finds_what_is_planted(scheme: Scheme, picture: str) -> None:
    text = text_of(picture)
    assert drawn(text, findings(text, scheme)) == normal(picture)


@pytest.mark.parametrize(
    "text",
    [
        "# text = EU\nEU\tB-ORG\n# O\n",
        "-DOCSTART- -X- O O\n\nEU NNP I-NP B-ORG\n",
        "New York\tB-LOC\nCity\tI-LOC\n",
        "#\tO\n#tag\tB-X\n\u2028\tO\n",
        "a B-x-y\nb I-x-y\n\n\n   \nc O\n",
    ],
)
def test_odd_files_that_are_sound_have_no_findings(text: str) -> None:
    assert findings(text, Scheme.IOB2) == []


def test_an_illegal_inside_becomes_a_beginning() -> None:
    text = "EU I-ORG\nrejects O\nGerman B-MISC\n"
    assert mended(text, findings(text, Scheme.IOB2)) == "EU B-ORG\nrejects O\nGerman B-MISC\n"


@given(st.lists(labels(), max_size=8), st.sampled_from([*Scheme][:4]))
def test_fixes_of_transitions_leave_the_entities_as_they_are(line: list[str], scheme: Scheme) -> None:
    text = written([line])
    right = mended(text, findings(text, scheme))
    assert findings(right, scheme) == []
    assert entities([row.split("\t")[1] for row in right.splitlines()]) == entities(line)


TWO_CELLS = st.tuples(
    st.sampled_from(["a", "#", "-DOCSTART-", "b#"]),
    st.sampled_from(["\t", " "]),
    st.one_of(labels(), st.sampled_from(["o", "X", "#", "B-"])),
)


@given(st.lists(TWO_CELLS.map("".join), max_size=5), st.sampled_from([None, *Scheme]))
def test_a_sentence_that_needs_no_close_look_has_the_findings_of_one_that_has(
    lines: list[str], scheme: Scheme | None
) -> None:
    text = "".join(f"{line}\n" for line in lines)
    last, second = (ColumnsLanguage(column=column, scheme=scheme).read(text) for column in (-1, 1))
    assert [(each.rule, each.start, each.end, each.message) for each in last.findings] == [
        (each.rule, each.start, each.end, each.message) for each in second.findings
    ]
    assert last.tokens() == second.tokens()
    assert last.labels() == second.labels()
