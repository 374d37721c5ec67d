"""Sound records and slots: whatever the expressions match, the rules find nothing in."""

from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.templates import language as templates_language
from keytally.families.muc.templates import unit as reader
from keytally.families.muc.templates.fill_rules import DeclaredRules
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.record_rules import judge_colons, judge_records
from keytally.families.muc.templates.scanner import TemplateTokenKind, pointer_identity
from keytally.families.muc.templates.sound_records import SoundRecords
from keytally.families.muc.templates.unit import SlotEntry, TemplateSyntax, TemplateUnit, Tree
from keytally.findings.finding import Finding
from tests.families.muc.template_files import template_element

BNF = """
<ORGANIZATION> :=
    ORG_NAME:       "NAME"-
    ORG_TYPE:       {GOVERNMENT, COMPANY OR TRUST, OTHER}^
    ORG_LOCALE:     LOCALE-STRING {{PLACE}} *
    ORG_COUNTRY:    NORMALIZED-COUNTRY | COUNTRY-STRING *
    ORG_LEADER:     <PERSON> | <ORGANIZATION> *
    ORG_STAGE:      {SUSPECTED OR ACCUSED, ACQUITTED} | "A" {{PLACE}} "B" | <PERSON> *
    ORG_OPEN:
    OBJ_STATUS:     {SURE}-
<PERSON> :=
    PER_NAME:       "NAME"+
    PER_TITLE:      "TITLE"-
    PER_LINK:       <scenario-specific-object>*
PLACE :: {CITY, COUNTRY, UNK}
"""
SYNTAXES = {
    "bnf": TemplateSyntax.of(None, bnf_of(BNF)),
    "configuration": TemplateSyntax.of(template_element()),
    "both": TemplateSyntax.of(template_element(), bnf_of(BNF)),
}

_ORG = ["ORG_NAME", "ORG_TYPE", "ORG_LOCALE", "ORG_COUNTRY", "ORG_LEADER", "ORG_STAGE", "ORG_OPEN"]
_PERSON = ["PER_NAME", "PER_ALIAS", "PER_TITLE", "PER_LINK", "OBJ_STATUS", "COMMENT"]
_FILLS = [
    '"Ann"',
    "'Ann'",
    "Ann",
    "OTHER",
    '" other "',
    "company  or trust",
    "Oslo CITY",
    '"Oslo city"',
    "CITY",
    "ſure",
    "SURE",
    "OPT",
    "optional",
    "suspected or accused",
    "<PERSON-1-2>",
    "<person-1-2>",
    "<ORGANIZATION-1-2>",
    "<PLACE-1-2>",
    "<A-2>",
    '"<PERSON-1-2>"',
    '"a" "b"',
    '"open',
    "PER_NAME x",
    "ORG_NAME",
    "",
]
_LINKS = ["", "", "", " ##1#3#texts", " ##9#3#texts", "##1#3#t:=", " ##1#x", "#", " # c"]
_ENDS = ["\n", "\n", "\n", "\r\n", "\n\n", "\n  \n", "\n# c\n", "\n; <PERSON-9-9>\n", "\r", " "]

_line = st.builds(
    "{}{}{}{}{}{}".format,
    st.sampled_from(["\t", "", "  "]),
    st.sampled_from([f"{name}:" for name in (*_ORG, "org_type", *_PERSON)] + [""] * 8),
    st.sampled_from([" ", "", "\t", "/", " / "]),
    st.sampled_from(_FILLS),
    st.sampled_from(_LINKS),
    st.sampled_from(_ENDS),
)
_HEADERS = ["<PERSON-1-1> :=\n", "<ORGANIZATION-1-1>:= \r\n", "<Place-1-1> :=\n", "<PERSON-1-1> :="]
RECORDS = st.builds(
    lambda head, lines: head + "".join(lines), st.sampled_from(_HEADERS), st.lists(_line, max_size=7)
)

_SOUND_SLOTS = {
    "PERSON": ["\tPER_NAME: Ann\n", '\tPER_TITLE: "x" ##1#2#texts\n# c\n', "\tPER_LINK: <PERSON-1-2>\n"],
    "ORGANIZATION": [
        '\tORG_NAME: "x"\r\n',
        "  org_type: other\n",
        '\tORG_LOCALE: Oslo CITY\n\t\t"x city"\n\n',
        "\tORG_LEADER: <PERSON-1-1>\n\t\t<organization-1-2>\n",
        "ORG_STAGE:Acquitted\n",
        "\tOBJ_STATUS: OPT\n",
    ],
}


def nearly_sound(class_name: str) -> st.SearchStrategy[str]:
    """Records of a class with sound slots and other lines among them."""
    sound = st.permutations(_SOUND_SLOTS[class_name])
    others = st.lists(
        st.tuples(st.integers(0, 6), st.one_of(_line, st.sampled_from(_SOUND_SLOTS[class_name])))
    )
    return st.builds(
        lambda lines, others: f"<{class_name}-1-1> :=\n" + "".join(_with(lines, others)), sound, others
    )


def _with(lines: Sequence[str], others: Sequence[tuple[int, str]]) -> list[str]:
    joined = [*lines]
    for place, line in others:
        joined.insert(place, line)
    return joined


NEARLY_SOUND = st.one_of(map(nearly_sound, _SOUND_SLOTS))


def findings_by_rules(unit: TemplateUnit, syntax: TemplateSyntax, role: Role) -> list[Any]:
    found = [*judge_records(unit, role, syntax.status), *DeclaredRules(syntax).judge(unit)]
    return judge_colons(unit, syntax, found)


def pointed(unit: TemplateUnit, syntax: TemplateSyntax) -> set[tuple[str, str, str]]:
    return {
        pointer_identity(fill.text).key
        for record in unit.records
        for slot in record.slots
        for fill in slot.fills
        if fill.kind is TemplateTokenKind.POINTER
        and syntax.takes_pointers(record.header.identity.class_name if record.header else "", slot.name)
    }


@pytest.mark.parametrize("known", SYNTAXES)
@pytest.mark.parametrize("role", [Role.KEY, Role.RESPONSE])
@given(text=RECORDS)
@example(text='<PERSON-1-1> :=\n\tPER_NAME: "a"\n\t\t/ "b"\n\tPER_ALIAS: x\n\t\ty\n')
@example(text="<ORGANIZATION-1-1> :=\n\tORG_TYPE: other\n\tORG_LEADER: <PERSON-1-2>\n\t\t<PERSON-1-3>\n")
def test_a_sound_record_breaks_no_rule(known: str, role: Role, text: str) -> None:
    syntax = SYNTAXES[known]
    language = TemplateLanguage(syntax, role)
    if language.boundaries(text):
        return
    sound = SoundRecords(syntax, role).find(text)
    if sound is None:
        return
    unit = language.read(text)
    assert findings_by_rules(unit, syntax, role) == []
    (header,) = unit.headers
    assert sound == ((), (header.identity.key,), frozenset(), pointed(unit, syntax))


class NothingIsSound(SoundRecords):
    """Leaves every record and every slot to the rules."""

    def find(self, text: str) -> None:
        return None

    def slots(self, text: str) -> Sequence[SlotEntry]:
        return ()


def language_of_rules(syntax: TemplateSyntax, role: Role) -> TemplateLanguage:
    with patch.object(templates_language, "SoundRecords", NothingIsSound):
        language = TemplateLanguage(syntax, role)
        assert language.read("<PERSON-1-1> :=\n").judgement
    return language


LANGUAGES = {
    (known, role): (TemplateLanguage(syntax, role), language_of_rules(syntax, role))
    for known, syntax in SYNTAXES.items()
    for role in (Role.KEY, Role.RESPONSE)
}


def homed(finding: Finding, home: TemplateUnit, other: TemplateUnit) -> Finding:
    """A finding whose other places are in its own unit, as one of another unit."""
    assert all(each.unit is home for each in finding.related)
    return finding._replace(related=tuple(each._replace(unit=other) for each in finding.related))


@pytest.mark.parametrize(("known", "role"), LANGUAGES)
@given(text=st.one_of(RECORDS, NEARLY_SOUND))
@example(text="<PERSON-1-1> :=\n\tPER_NAME: a\n\tPER_NAM: b\n")
@example(text="<PERSON-1-1> :=\n\tPER_NAME: a PER_TITLE: b\n\tPER_TITLE: c\n")
@example(text="<PERSON-1-1> :=\n\tPER_TITLE: x\n\t\tPER_NAME y\n\tPER_LINK: <PERSON-1-2>\n")
@example(text="<PERSON-1-1> :=\n\tPER_LINK: x\n<PERSON-1-2>\n\tPER_NAME: y\n")
@example(text="<PERSON-1-1> :=\n\tPER_TITLE: <A-1-2>\n\tPER_NAME: y\n\tPER_NAME: z\n")
def test_a_record_whose_sound_slots_are_passed_over_has_the_same_findings(
    known: str, role: Role, text: str
) -> None:
    language, judge = LANGUAGES[known, role]
    if language.boundaries(text):
        return
    unit, whole = language.read(text), judge.read(text)
    assert [*unit.findings] == [homed(finding, whole, unit) for finding in whole.findings]
    assert unit.judgement[1:] == whole.judgement[1:]
    assert [*unit.pointers] == [*whole.pointers]


SOUND = """\
<ORGANIZATION-1-1> :=
\tORG_NAME: "Harbour Trust" ##1#14#texts
\torg_type: 'company or trust'
\tORG_LOCALE: Oslo CITY
\t\t"New York City city"
\tORG_COUNTRY: anything at all

# a comment
\tORG_LEADER: <PERSON-1-1>
\t\t<organization-1-2>
\tORG_STAGE: Acquitted
"""


class CountingLanguage(TemplateLanguage):
    """A language that counts the trees that it makes."""

    trees = 0

    def tree(self, text: str) -> Tree:
        CountingLanguage.trees += 1
        return super().tree(text)


@pytest.mark.parametrize("role", [Role.KEY, Role.RESPONSE])
def test_a_record_with_usual_spellings_is_judged_without_a_tree(role: Role) -> None:
    language = CountingLanguage(SYNTAXES["bnf"], role)
    before = CountingLanguage.trees
    judgement = language.read(SOUND).judgement
    assert (judgement.findings, CountingLanguage.trees - before) == ((), 0)
    assert judgement.pointed == {("person", "1", "1"), ("organization", "1", "2")}


def test_of_a_record_with_one_fault_only_its_slot_is_read() -> None:
    text = SOUND.replace("Oslo CITY", "Oslo TOWN")
    language = TemplateLanguage(SYNTAXES["bnf"], Role.KEY)
    unit = language.read(text)
    with patch.object(reader, "scan_template", wraps=reader.scan_template) as scan:
        (finding,) = unit.findings
    assert text[finding.start : finding.end] == "TOWN"
    read = [text[call.args[2] : call.args[3]] for call in scan.call_args_list]
    assert read == ['ORG_LOCALE: Oslo TOWN\n\t\t"New York City city"']
    assert unit.judgement.pointed == {("person", "1", "1"), ("organization", "1", "2")}


def test_marks_of_a_key_are_sound_in_a_key_only() -> None:
    text = '<PERSON-1-1> :=\n\tPER_NAME: "a"\n\t\t"b"\n\t\t/ "c"\n\tOBJ_STATUS: OPT\n'
    found = [SoundRecords(SYNTAXES["bnf"], role).find(text) for role in (Role.KEY, Role.RESPONSE)]
    assert found[0] is not None
    assert found[1] is None


@pytest.mark.parametrize(
    "text",
    [
        "<ORGANIZATION-1-1> :=\n\tORG_NAME: x\n",
        "<PERSON-1-1> :=\n\tPER_NAME: x\n\tPER_NAME: y\n",
        "<PERSON-1-1> :=\n\tPER_NAME: x\n\tPER_TITLE: y\n\t\tz\n",
        "<PERSON-1-1> :=\n\tPER_NAME: x\n\t\tPER_TITLE y\n",
        "<PERSON-1-1> :=\n\tPER_NAME: x ##9#1#texts\n",
    ],
)
def test_a_record_with_a_finding_is_not_sound(text: str) -> None:
    assert SoundRecords(SYNTAXES["bnf"], Role.KEY).find(text) is None


def test_an_expression_ends_soon_where_nothing_matches() -> None:
    """Thousands of lines, blanks and words before the one fault: each is looked at a few times."""
    for part in ("\t\t<PERSON-1-1>\n", "\t\tOslo CITY\n", " ", "word ", "\n"):
        text = f"<ORGANIZATION-1-1> :=\n\tORG_TYPE: OTHER\n\tORG_LOCALE: Oslo CITY\n{part * 20_000}\t?\n"
        assert SoundRecords(SYNTAXES["bnf"], Role.KEY).find(text) is None


def test_names_of_records_share_their_parts() -> None:
    language = TemplateLanguage(SYNTAXES["both"], Role.RESPONSE)
    texts = (f'<PERSON-9301-{number}> :=\n\tPER_NAME: "A"\n' for number in (1, 2))
    units = [language.read(text) for text in texts]
    [first], [second] = (unit.judgement.names for unit in units)
    assert first[:2] == ("person", "9301")
    assert first[0] is second[0] and first[1] is second[1] is units[0].document
