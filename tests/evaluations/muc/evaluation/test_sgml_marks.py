"""Findings and marks of any SGML lie in their own units, and end where they start or later."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.evaluations.interface import Role
from keytally.evaluations.registry import evaluation
from keytally.evaluations.settings import Settings
from keytally.project.pair import Pair

KEY, RESPONSE = Path("/key.sgml"), Path("/response.sgml")
ATTRIBUTES = (
    ' TYPE="PERSON"',
    ' TYPE="A|B"',
    ' ALT="x|y"',
    ' ID="1"',
    ' ID="2" REF="1"',
    ' REF="2"',
    ' MIN="x"',
)
BROKEN = (
    ' ID"""',
    " TYPE''",
    ' F=">',
    " STATUS=OPT",
    ' TYPE="',
    " TYPE='x\"",
    " “a”",
    ' x" ',
    "=",
    ">",
    "<",
    "/>",
)
SECTIONS = ("<DOC>\n", "</DOC>\n", "<DOCNO>1</DOCNO>", "<DOCNO>2</DOCNO>", "<TXT>", "</TXT>", "<DD>", "</DD>")
TAGS = ("<ENAMEX", "</ENAMEX>", "<TIMEX", "</TIMEX>", "<COREF", "</COREF>")
WORDS = ("x", "word", " ", "\n", "\r\n", "é")
FILES = st.lists(st.sampled_from((*ATTRIBUTES, *BROKEN, *SECTIONS, *TAGS, *WORDS)), max_size=30).map("".join)
TASKS = ("named_entity", "coreference")


def scored(task: str, key: str, response: str) -> LivePair:
    """The pair of two texts, scored."""
    engine = Engine()
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    live = engine.add_pair(Pair(task, KEY, RESPONSE), evaluation(task, Settings()))
    live.work()
    return live


@pytest.mark.parametrize("task", TASKS)
@given(key=FILES, response=FILES)
@example(key='<COREF ID""" F=">', response="<ENAMEX TYPE''' ALT=\">")
def test_findings_and_marks_lie_within_their_units(task: str, key: str, response: str) -> None:
    live = scored(task, key, response)
    for role, text in ((Role.KEY, key), (Role.RESPONSE, response)):
        side = live.side(role)
        units = list(side.units)
        assert "".join(unit.text for unit in units) == text
        for unit in units:
            places = [(each.start, each.end) for each in (*unit.findings, *live.marks_of(role, unit))]
            places += [(edit.start, edit.end) for each in unit.findings for edit in each.edits]
            assert [place for place in places if not 0 <= place[0] <= place[1] <= len(unit.text)] == []


@pytest.mark.parametrize(
    ("task", "tag"), [("named_entity", 'ENAMEX TYPE="PERSON"'), ("coreference", 'COREF ID="1"')]
)
@pytest.mark.parametrize(
    "first",
    [
        "<DOC><DOCNO>1</DOCNO> short </DOC>\n\n",
        "<DOC><DOCNO>1</DOCNO> short \n\n",
        "<DOC><DOCNO>1</DOCNO><TXT> a text that is as long as that of the key </TXT></DOC>\n",
    ],
)
def test_what_is_missing_is_marked_in_its_own_document(task: str, tag: str, first: str) -> None:
    """A response document without sections, or with less text, has room for it all the same."""
    name, _, _ = tag.partition(" ")
    key = f"<DOC><DOCNO>1</DOCNO><TXT> {'a word and ' * 9}<{tag}>Al</{name}></TXT></DOC>\n"
    response = first + f"<DOC><DOCNO>2</DOCNO><TXT> <{tag}>Bo</{name}> </TXT></DOC>\n"
    live = scored(task, key, response)
    (missing,) = (mark for mark in live.marks(Role.RESPONSE, 0, len(response)) if mark.start == mark.end)
    inner, _, _ = first.partition("</DOC>")
    assert missing.start <= len(inner.rstrip() if inner == first else inner)
