"""Rules for a response beside its key."""

from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.families.conll import lines
from keytally.families.conll.evaluation import evaluation
from keytally.families.conll.lines import row_of
from keytally.families.conll.model import Row
from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.rules import compare_with_key
from keytally.families.contract import Settings
from keytally.project.pair import Pair
from tests.families.conll.written import written
from tests.pictures import drawn_spans, normal, text_of

KEY, RESPONSE = Path("/key"), Path("/response")


def against(key: str, response: str) -> list[tuple[int, int, str]]:
    """The findings in a response, with the rules' names."""
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    engine.add_pair(Pair("conll-coreference", KEY, RESPONSE), evaluation(Settings()))
    engine.pairs[0].work()
    return [(each.start, each.end, each.finding.rule.name) for each in engine.findings(RESPONSE)]


@pytest.mark.parametrize(
    "picture",
    [
        """
        #begin document (a); part 000
        a 0 0 w0 -
        a 0 1 x1 -
              ^^ conll-token
        a 0 2 x2 -
        #end document
        """,
        """
        #begin document (a); part 000
        a\t0\t0\tw0\t-
        a\t0\t1\tw1\t-
        #end document
        #begin document (b); part 000
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ conll-document
        a 0 2 x2 -
        #end document
        """,
    ],
)
def test_each_rule_finds_what_is_planted(picture: str) -> None:
    text = text_of(picture).replace("\t", " ")
    picture = picture.replace("\t", " ")
    found = against(written([], tokens=3 if "x1" in text else 2), text)
    assert drawn_spans(text, found) == normal(picture)


def test_a_document_of_another_length_is_told_once() -> None:
    response = written([], tokens=5)
    [(start, end, rule)] = against(written([], tokens=3), response)
    assert (response[start:end], rule) == ("w3", "conll-token")
    [(start, end, rule)] = against(response, written([], tokens=3))
    assert (written([], tokens=3)[start:end], rule) == ("w2", "conll-token")


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("\tw1\t-\n", "\tw1\n", "conll-fields"),
        ("1\tw1\t-\n", "1\n", "conll-fields"),
        ("\tw2\t-\n", "\tw2\t-\tmore\t-\n", "conll-fields"),
        ("#begin", "a\t0\t0\tx\t-\n#begin", "conll-document"),
        ("#end document\n", "#end document\na\t0\t0\tx\t-\n", "conll-document"),
    ],
)
def test_a_line_that_is_wrong_by_itself_is_told_once(old: str, new: str, rule: str) -> None:
    key = written([], tokens=3)
    response = key.replace(old, new)
    assert response != key
    assert [name for _, _, name in against(key, response)] == [rule]


def test_equal_tokens_in_other_columns_have_no_findings() -> None:
    assert (
        against("#begin document a\nw (1)\n#end document\n", "#begin document a\n0 w -\n#end document\n")
        == []
    )


def test_tokens_are_compared_without_making_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(start: int, line: str, column: int | None, *, has_empty: bool) -> Row:
        made.append(start)
        return row_of(start, line, column, has_empty=has_empty)

    monkeypatch.setattr(lines, "row_of", counted)
    text = written([(1, 0, 1)])
    key, same, other = map(DocumentUnit, (text, f"{text}\n", text.replace("w6", "x6")))
    assert compare_with_key(same, key) == () and made == []
    assert [each.rule.name for each in compare_with_key(other, key)] == ["conll-token"]
    assert made == [other.text.index("a\t0\t6")] * 2
