"""No fix, asked for or not, is an edit that changes nothing, and every one has a title."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Role
from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.unit import TemplateSyntax
from keytally.findings.finding import Edit, apply_edits

BNF = """
<CLUB> :=
    NAME:      "NAME"-
    KIND_NAME: {GOVERNMENT, COMPANY, OTHER AREA}^
    PLACE:     PLACE-STRING {CITY, OTHER AREA} {{CONF}}*
    STAGE:     {CITY} {{CONF}} | {NONE}*
    LEADER:    <CLUB>*
CONF :: {HIGH, LOW}
"""
RECORDS = [
    "<CLUB-1-1> :=", "\n<CLUBB-1-2 :=", "NAME:", "KIND_NAM:", "PLACE:", "LEADER:", '"Port"', "CITY",
    "'<CLUB-1-1>'",    "<CLUB-1-1>", "/", '"', "##1#2#t", "##1#2", "#", ";", " ", "\n", "\r\n", "\n\t",
]  # fmt: skip
SLOTS = ["NAME:", "KIND_NAM:", "KIND_NAME:", "PLACE:", "STAGE:", "LEADER:", "PLACE"]
WORDS = ["Port", '"Port"', "CITY", "OTHER", "AREA", "LOW", "lwo", "GOVERMENT", "NONE", "<CLUB-1-1>", "/", '"']
TAGS = [
    "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n", "</TXT>\n</DOC>\n", "<ENAMEX", " TYPE=", '"PERSON"', '"PERSN"',
    "person", '"', "'", ">", "</ENAMEX>", "</TIMEX", ' STATUS="OPT"', " X=1", "<COREF ID=1 REF=1>",
    "</COREF>", "<", "x", "\n",
]  # fmt: skip
OPTIONS = [
    ":scoring_task ", "named_entiti", "named_entity", ":class_defs ", ":slot_defs ", '"a a scored 0"',
    '"A b scored 0"', '"a s s scored 4 b"', '"c s s scored 4 set"', '"', ":key_fil ", ": key_file", "x",
    " ", "\n",
]  # fmt: skip
DEFINITIONS = [
    "<A> :=", "\n S: ", "{A, B}", "{{K}}", "{{KINDS}}", "KINDS :: {A}", "^", "*", " |", '"N"', "<B>", "\n",
]  # fmt: skip
LINES = st.tuples(st.sampled_from(SLOTS), st.lists(st.sampled_from(WORDS), max_size=4))


def joined(pieces: list[str]) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(pieces), max_size=25).map("".join)


def records() -> st.SearchStrategy[str]:
    lines = LINES.map(lambda line: f"\n\t{line[0]} {' '.join(line[1])}")
    return st.lists(lines, max_size=4).map(lambda slots: f"<CLUB-1-1> :={''.join(slots)}\n")


TEMPLATES = TemplateLanguage(TemplateSyntax.of(None, bnf_of(BNF)), Role.RESPONSE)
FILES = {
    "records": (TEMPLATES, joined(RECORDS)),
    "slots": (TEMPLATES, records()),
    "tags": (registry.language("muc-sgml", Role.RESPONSE), joined(TAGS)),
    "options": (registry.language("muc-config", Role.UNKNOWN), joined(OPTIONS)),
    "definitions": (registry.language("muc-bnf", Role.UNKNOWN), joined(DEFINITIONS)),
}


@pytest.mark.parametrize("name", FILES)
@given(data=st.data())
def test_every_fix_changes_the_text(name: str, data: st.DataObject) -> None:
    language, texts = FILES[name]
    text = data.draw(texts)
    for found in Reading(language, text).findings:
        edits = [Edit(found.offset + e.start, found.offset + e.end, e.text) for e in found.finding.edits]
        title = found.finding.fix_title
        assert not edits or (title and not title.endswith(" ")), found.finding
        assert not edits or apply_edits(text, edits) != text, (text, found.finding)
