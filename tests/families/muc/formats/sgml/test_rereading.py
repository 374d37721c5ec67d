"""Reading a unit by what an edit has left of it: all is as in reading it from its beginning."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.sgml.chains import chains_of
from keytally.families.muc.sgml.language import SgmlLanguage, TagLexer
from keytally.families.muc.sgml.language import sgml_language as plain_language
from keytally.families.muc.sgml.syntax import TagShape
from keytally.families.muc.sgml.unit import SgmlUnit
from tests.families.muc.sgml_files import language

PIECES = st.sampled_from(
    [
        *("<DOC>", "</DOC>", "<DOCNO> 1 </DOCNO>", "<TXT>", "</TXT>", "<HL>", "</HL>", "<DD>", "</DD>"),
        *('<COREF ID="1">', '<COREF ID="2" REF="1" MIN="she">', "</COREF>", "</COREF>", "<COREF", "</COREF"),
        *('<ENAMEX TYPE="PERSON">', '<TIMEX TYPE="PERSON">', "</ENAMEX>", "</TIMEX>", "<ENAMEX>", "<TIMEX "),
        *('<ENAMEX TYPE="PERSON" ALT="', "<p>", '"', "'", "<", ">", "/", "=", " ", "\n", "she", "x", "REF"),
    ]
)
TEXT = st.lists(PIECES, max_size=30).map("".join)
EDITS = st.lists(
    st.tuples(st.integers(0, 300), st.sampled_from([0, 0, 0, 1, 1, 5, 60]), PIECES | st.just("")),
    min_size=1,
    max_size=5,
)
LANGUAGES = st.sampled_from(
    [language(Role.KEY), *(plain_language(role) for role in (Role.KEY, Role.RESPONSE, Role.TEXTS))]
)


def everything(unit: SgmlUnit, reader: SgmlLanguage) -> dict[str, Any]:
    chains = chains_of(unit, reader.syntax, reader.role)
    pairing = unit.structure.pairing
    return {
        "document": (unit.document, unit.number),
        "tags": [(tag.start, tag.end, *said(tag.shape)) for tag in unit.tags],
        "elements": [
            (each.start, each.end, each.section, each.scored, each.stripped_start, each.stripped_end)
            for each in unit.elements
        ],
        "unpaired": (pairing.unclosed, pairing.unmatched, pairing.crossings, pairing.meant_to_close),
        "misnamed": pairing.misnamed,
        "sections": unit.sections,
        "stripped": unit.stripped(),
        "places": [(place.tolist()) for place in unit.places],
        "tokens": [(token.kind, token.start, token.end) for token in unit.tokens()],
        "findings": [
            (each.rule.name, each.start, each.end, each.message, each.edits) for each in unit.findings
        ],
        "chains": (chains.spans, chains.antecedents, chains.members, chains.attributes),
    }


def said(shape: TagShape) -> tuple[Any, ...]:
    return shape.name, shape.attributes, shape.is_close, shape.complete, shape.mending, shape.problems


@pytest.mark.long
@given(TEXT, EDITS, LANGUAGES)
@settings(max_examples=500)
def test_rereading_equals_reading(text: str, edits: list[Any], reader: SgmlLanguage) -> None:
    unit = reader.read(text)
    for start, length, new in edits:
        before = unit.text
        start = min(start, len(before))
        text = before[:start] + new + before[start + length :]
        unit = reader.reread(unit, text)
        assert unit.text == text
        assert everything(unit, reader) == everything(reader.read(text), reader)


def test_sgml_is_reread() -> None:
    assert plain_language(Role.KEY).reread is not None


BODY = "".join(f'<COREF ID="{number}">it</COREF> and ' for number in range(500))
LONG = f"<DOC><DOCNO> 1 </DOCNO><TXT>{BODY}</TXT></DOC>"


@pytest.mark.parametrize("new", ["x", " ", "\n", "<p>", "."])
@pytest.mark.parametrize("behind", ['ID="250">', "</COREF> a", ' ID="250'])
def test_an_edit_looks_at_the_tags_around_it(new: str, behind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a unit is, few tags are looked for anew."""
    reader = plain_language(Role.KEY)
    unit = reader.read(LONG)
    looked_at: list[str] = []
    find = TagLexer.find

    def counting(lexer: TagLexer, text: str, start: int = 0) -> Any:
        for match in find(lexer, text, start):
            looked_at.append(match[0])
            yield match

    monkeypatch.setattr(TagLexer, "find", counting)
    place = LONG.index(behind, LONG.index('ID="250"') - 1) + len(behind)
    reader.reread(unit, LONG[:place] + new + LONG[place:])
    assert 0 < len(looked_at) < 6


def test_an_edit_between_tags_leaves_what_they_say() -> None:
    """The links of tags, and all that follows from them alone, are kept by their structure."""
    reader = plain_language(Role.KEY)
    unit = reader.read(LONG)
    place = LONG.index(" and ") + 2
    again = reader.reread(unit, LONG[:place] + "x" + LONG[place:])
    assert again.structure is unit.structure
    assert reader.reread(again, LONG[:place] + "<COREF>" + LONG[place:]).structure is not unit.structure
