"""Rules of a document: two planted defects each, and odd files that are sound."""

import pytest
from hypothesis import given

from keytally.engine.reading import Reading
from keytally.families.conll.rules import ChainsLanguage
from keytally.findings.finding import Finding
from tests.families.conll.written import Mention, mentions, written
from tests.pictures import drawn_spans, mended, normal, text_of


def findings(text: str) -> list[Finding]:
    """The findings in a file of one document."""
    return [each.finding for each in Reading(ChainsLanguage(), text).findings]


def spans(text: str) -> list[tuple[int, int, str]]:
    """The places of the findings in a file, with the rules' names."""
    found = Reading(ChainsLanguage(), text).findings
    return [(each.start, each.end, each.finding.rule.name) for each in found]


@pytest.mark.parametrize(
    "picture",
    [
        """
        #begin document (a)
        a 0 0 Ann (1)
        a 0 1 left
        ^^^^^^^^^^ conll-fields
        a 0 2 her x
                  ^ conll-fields
        a 0 3 (see (*)|(1)
                   ^^^ conll-fields

        #end document
        """,
        """
        #begin document (a)
        0 Ann (1|(2)
              ^^ conll-bracket
        1 her 3)
              ^^ conll-bracket
        #end document
        """,
        """
        0 Ann (1)
        ^^^^^^^^^ conll-document
        #begin document (a)
        ^^^^^^^^^^^^^^^^^^^ conll-document
        1 her (3)
        #begin document (b)
        1 her (3)
        #end document
        2 his (3)
        ^^^^^^^^^ conll-document
        """,
        """
        #begin document (a)
        0 Ann (1)|(2)
                  ^^^ conll-duplicate-mention
        1 her (3|(1
              ^^ conll-duplicate-mention
        2 car 3)|1)
        3 . -
        #end document
        """,
        """
        #begin document (a)
        0 the (1
        1 old (1|1)
                 ^^ conll-crossing
        2 and (1|1)
                 ^^ conll-crossing
        3 new 1)
        #end document
        """,
    ],
)
def test_each_rule_finds_what_is_planted(picture: str) -> None:
    text = text_of(picture)
    assert drawn_spans(text, spans(text)) == normal(picture)


@pytest.mark.parametrize(
    "text",
    [
        "#begin document (a); part 000\na 0 0 ( -\na 0 1 ) _\na 0 2 (1) (1)\n\n#end document\n",
        "\n\n# begin document x\n#\t-\n(1)\t(2\nx\t(3)2)\n# end document\n\n",
        "#begin document (a)\r\n0\tw\t(1|(1)\r\n1\tw\t1)|(2)\r\n#end document\r\n",
        "",
    ],
)
def test_odd_files_that_are_sound_have_no_findings(text: str) -> None:
    assert findings(text) == []


def test_lines_before_the_first_document_are_told_once_with_the_end_of_theirs() -> None:
    stretch = "a 0 0 Ann (1)\n#end document\n"
    [(start, end, rule)] = spans(stretch + written([]))
    assert (stretch[start:end], rule) == ("a 0 0 Ann (1)", "conll-document")
    [(start, end, rule)] = spans("#end document\n" + written([]))
    assert (start, end, rule) == (0, len("#end document"), "conll-document")


def test_a_second_document_of_one_name_is_told() -> None:
    text = written([]) + written([]) + written([], "b")
    [(start, end, rule)] = spans(text)
    assert (start, text[start:end], rule) == (
        len(written([])),
        "#begin document (a); part 000",
        "conll-document",
    )


def test_a_lone_bracket_is_taken_away() -> None:
    text = "#begin document (a)\n0 Ann (1|(2)\n1 her 3)\n#end document\n"
    assert mended(text, findings(text)) == "#begin document (a)\n0 Ann (2)\n1 her -\n#end document\n"


@given(mentions(repeated=True))
def test_a_fix_leaves_the_other_mentions_as_they_are(given_mentions: list[Mention]) -> None:
    text = written(given_mentions)
    for finding in findings(text):
        if finding.edits:
            left = findings(mended(text, [finding]))
            assert len(left) < len(findings(text))
            assert {each.rule.name for each in left} <= {each.rule.name for each in findings(text)}
