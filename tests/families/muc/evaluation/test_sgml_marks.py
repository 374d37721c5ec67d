"""Findings and marks of any SGML lie in their own units, and end where they start or later."""

from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.families.contract import Role, Settings
from keytally.families.muc.evaluation import named_entity
from keytally.families.registry import evaluation
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


def document(body: str) -> str:
    return f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{body}</TXT>\n</DOC>\n"


KEY_TEXT = "a pipe attached to <P>Ann</P> and to <P>Mr. Vale</P> by <P>Kory</P>.\n"
ALTERED = [
    "a pipe attached to ∅Ann and to ∅Mr. Vale by ∅Kory.\n",
    "xa pipe attached to ∅Ann and to ∅Mr. Vale by ∅Kory.\n",
    "a <<pipe attached to ∅Ann and to ∅Mr. Vale by ∅Kory.\n",
    "a pipe tied to ∅Ann and to ∅Mr. Vale by ∅Kory.\n",
    "a pipe attached to old ∅Ann and ∅Mr. Vale by ∅Kory.\n",
    "a pipe attached to ∅xAnn and to ∅Mrs. Vale by ∅Kori.\n",
]


@pytest.mark.parametrize(
    ("task", "tag"), [("named_entity", 'ENAMEX TYPE="PERSON"'), ("coreference", 'COREF ID="{}"')]
)
@pytest.mark.parametrize("picture", ALTERED)
def test_what_is_missing_is_marked_before_its_words_whatever_was_typed_between(
    task: str, tag: str, picture: str
) -> None:
    key = KEY_TEXT.replace("</P>", f"</{tag.split(maxsplit=1)[0]}>")
    for number in range(3):
        key = key.replace("<P>", f"<{tag.format(number)}>", 1)
    response = document(picture.replace("∅", ""))
    live = scored(task, document(key), response)
    missing = {mark.start for mark in live.marks(Role.RESPONSE, 0, len(response)) if mark.start == mark.end}
    found = "".join(f"∅{each}" if place in missing else each for place, each in enumerate(response))
    assert found == document(picture)


WORDS_OF_NAMES = [f"name{number}" for number in range(12)]


@given(
    st.sets(st.sampled_from(WORDS_OF_NAMES)),
    st.sets(st.sampled_from(WORDS_OF_NAMES)),
    st.lists(st.tuples(st.sampled_from(WORDS_OF_NAMES), st.sampled_from(["x", "an x ", "-"])), max_size=3),
    st.integers(0, 300),
    st.integers(0, 200),
)
def test_a_part_of_a_large_document_with_altered_text_has_the_marks_of_the_whole(
    in_key: set[str], in_response: set[str], inserted: list[tuple[str, str]], start: int, length: int
) -> None:
    def tagged(names: set[str]) -> str:
        tags = {
            name: f"<ENAMEX TYPE='PERSON'>{name}</ENAMEX>" if name in names else name
            for name in WORDS_OF_NAMES
        }
        return document(" ".join(tags.values()))

    response = tagged(in_response)
    for name, stray in inserted:
        response = response.replace(name, stray + name)
    with patch.object(named_entity, "LARGE", 0):
        live = scored("named_entity", tagged(in_key), response)
        whole, part = (
            {(mark.start, mark.end, mark.mark.label) for mark in live.marks(Role.RESPONSE, first, last)}
            for first, last in ((0, len(response)), (start, start + length))
        )
    assert {mark for mark in whole if mark[0] <= start + length and mark[1] >= start} <= part <= whole
