"""Link information that leads astray is found and mended, and nothing else is."""

import pytest

from keytally.engine.comparison import LinkCheck
from keytally.engine.findings import Located
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from keytally.families.muc.bnf import bnf_of
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.sgml.language import sgml_language
from keytally.runs.check import apply_fixes
from tests.families.muc.template_files import template_element
from tests.pictures import drawn_spans, normal, text_of

TEXTS = "<DOC>\n<DOCNO> 1 </DOCNO>\nIlsabet Noor left\nPort Anselm.\nNoor rests.\n</DOC>\n"


def found_in(text: str, texts: str = TEXTS, bnf: str | None = None) -> list[Located]:
    task = TemplateTask("template_element", template_element(), None if bnf is None else bnf_of(bnf))
    reading = Reading(task.language(Role.KEY), text)
    list(LinkCheck(reading, Reading(sgml_language(Role.TEXTS), texts), "texts.sgml", task.links).begin())
    return [each for each in reading.findings if each.finding.rule.name == "link-text"]


def check(picture: str, texts: str = TEXTS) -> None:
    text = text_of(picture)
    spans = ((each.start, each.end, each.finding.rule.name) for each in found_in(text, texts))
    assert drawn_spans(text, spans) == normal(picture)


def person(fill: str, texts: str = "texts.sgml") -> str:
    return f"<PERSON-1-1> :=\n\tPER_NAME: {fill}#{texts}\n"


def test_offsets_count_from_the_start_of_the_file_and_end_behind_the_fill() -> None:
    """The manual: two pound signs "followed by the "start offset" of the fill, then a single pound sign
    followed by the "end offset" of the fill, then another single pound sign, followed by the name of the
    texts file".
    """
    assert TEXTS[25:37] == "Ilsabet Noor"
    check(
        """
        <PERSON-1-1> :=
          PER_NAME: "Ilsabet Noor" ##25#37#texts.sgml
          PER_ALIAS: "Noor" ##25#37#texts.sgml
                              ^^^^^ link-text
        """
    )


@pytest.mark.parametrize(
    "fill",
    [
        '"Noor left Port Anselm" ##33#54',
        '"ILSABET NOOR" ##25#37',
        "Ilsabet Noor ##25#37",
        "Ilsabet Noor PERSON ##25#37",
    ],
)
def test_white_space_case_and_a_value_behind_the_text_do_not_count(fill: str) -> None:
    assert found_in(person(fill)) == []


def test_task_tags_do_not_count_in_the_texts() -> None:
    tagged = TEXTS.replace(
        "Ilsabet Noor", '<ENAMEX TYPE="PERSON">Ilsabet <COREF ID="1">Noor</COREF></ENAMEX>'
    )
    check(
        """
        <PERSON-1-1> :=
          PER_NAME: "Ilsabet Noor" ##25#37#texts.sgml
          PER_ALIAS: "Noor rests" ##56#66#texts.sgml
        <PERSON-1-2> :=
          PER_NAME: "Ilsabet Noor" ##48#60#texts.sgml
                                     ^^^^^ link-text
        """,
        tagged,
    )


def test_a_link_past_the_end_is_found() -> None:
    (found,) = found_in(person('"Elsewhere" ##9000#9009'))
    assert found.finding.message.endswith(f"the texts end at {len(TEXTS)}")
    assert found.finding.edits == ()


def test_a_link_into_another_file_is_not_judged() -> None:
    """Design: "Link information to a texts file that is not there is not judged"."""
    assert found_in(person('"Noor" ##0#4', "others.sgml")) == []
    assert len(found_in(person('"Noor" ##0#4', "texts"))) == 1
    assert len(found_in(person('"Noor" ##0#4', "corpus/texts.sgml"))) == 1


def test_sets_and_normalized_values_are_not_copied_from_the_texts() -> None:
    assert found_in("<ORGANIZATION-1-1> :=\n\tORG_TYPE: COMPANY ##0#4#texts.sgml\n") == []
    bnf = '<PERSON> :=\n\tPER_NAME: NORMALIZED-NAME | "NAME" *\n'
    assert found_in(person('"Noor" ##0#4'), bnf=bnf) == []


def test_the_fix_leads_to_the_only_place_near_by() -> None:
    def mended(text: str) -> str:
        return apply_fixes(text, found_in).text

    assert mended(person('"Ilsabet Noor" ##24#36')) == person('"Ilsabet Noor" ##25#37')
    assert mended(person('"left Port Anselm" ##0#1')) == person('"left Port Anselm" ##38#54')
    assert mended(person('"Noor" ##0#4')) == person('"Noor" ##0#4'), "it stands there twice"


def test_a_change_of_the_texts_concerns_links_of_every_document() -> None:
    task = TemplateTask("template_element", template_element())
    reading = Reading(task.language(Role.KEY), person('"Ilsabet Noor" ##25#37'))
    texts = Reading(sgml_language(Role.TEXTS), TEXTS)
    check = LinkCheck(reading, texts, "texts.sgml", task.links)
    list(check.begin())
    assert len(reading.findings) == 0
    texts.edit([(0, 0, "\n")])
    assert check.renew(())
    assert len(reading.findings) == 1
    check.end()
    assert len(reading.findings) == 0
